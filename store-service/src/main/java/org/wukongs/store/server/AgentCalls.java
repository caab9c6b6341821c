package org.wukongs.store.server;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.agrona.concurrent.NanoClock;
import org.wukongs.client.CatalogEntry;
import org.wukongs.client.HomeSubject;
import org.wukongs.client.QueryPlan;
import org.wukongs.client.StoreStatus;
import org.wukongs.client.StoreStatus.NodeSize;
import org.wukongs.client.TemplateDescription;
import org.wukongs.error.WukongsException;
import org.wukongs.store.continuous.ReaderConnection;
import org.wukongs.store.execution.Answers;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.node.NodeCalls;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.server.StoreCommand.Reply;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.TemplateCodecs;

/**
 * Runs actions in the agent's thread for threads that do not own the node. Any thread; the caller
 * waits, unless a method says otherwise.
 */
final class AgentCalls implements NodeCalls {

    private final StoreAgent agent;
    private final NanoClock clock;
    private final ServedCopy copy; // null if there is none
    private final ClusterNode cluster; // null for a node of its own
    private volatile String httpAddress = ""; // empty if nowhere

    AgentCalls(StoreAgent agent, ServedCopy copy, ClusterNode cluster, NanoClock clock) {
        this.agent = agent;
        this.copy = copy;
        this.cluster = cluster;
        this.clock = clock;
    }

    /** For the readers that attach over a connection. */
    ReaderConnection newReaderConnection() {
        return new ReaderConnection(clock);
    }

    void act(Consumer<StoreNode> action) {
        later(0, done(action));
    }

    /**
     * Registers a stream; an equal one may be there. In a cluster its name is that of one stream at
     * all nodes, and all of them learn of the graph that it feeds.
     *
     * @param register does so in the agent's thread
     */
    <T> T registerStream(StreamDefinition stream, Function<StoreNode, T> register) {
        if (cluster == null) {
            return now(register);
        }
        return cluster.whileHomesStay(() -> named(stream, register));
    }

    private <T> T named(StreamDefinition stream, Function<StoreNode, T> register) {
        if (isRegistered(stream)) {
            return now(register);
        }
        cluster.takeName(stream);
        boolean registered = false;
        try {
            T result = now(register);
            registered = true;
            cluster.makeKnown(stream.graph());
            return result;
        } finally {
            if (!registered && !isRegistered(stream)) {
                cluster.freeName(stream.name());
            }
        }
    }

    private boolean isRegistered(StreamDefinition stream) {
        return read(node -> node.streams().streamHere(stream.name()).isPresent());
    }

    /** Drops a stream; {@code drop} does so in the agent's thread. */
    <T> T dropStream(String name, Function<StoreNode, T> drop) {
        if (cluster == null) {
            return now(drop);
        }
        return cluster.whileHomesStay(
                () -> {
                    checkHere(HomeSubject.stream(name));
                    T result = now(drop);
                    cluster.freeName(name);
                    return result;
                });
    }

    /** As {@link #now}, for an action that changes nothing: it does not wait for the log. */
    <T> T read(Function<StoreNode, T> action) {
        return readLater(0, (store, due) -> action.apply(store));
    }

    /** As {@link #later}, for an attempt that changes nothing: it does not wait for the log. */
    <T> T readLater(long waitNs, BiFunction<StoreNode, Boolean, T> attempt) {
        return Answers.join(submit(waitNs, Reply.AT_ONCE, attempt));
    }

    /**
     * As {@link #flushed}, when a checkpoint of a job may be completed: the copy outside of this
     * machine has all before it, too, if there is one that checkpoints wait for.
     */
    <T> T atBarrier(Function<StoreNode, T> action) {
        long[] position = {0};
        T result =
                flushed(
                        store -> {
                            T answer = action.apply(store);
                            position[0] = store.history().position();
                            return answer;
                        });
        if (copy != null) {
            copy.awaitBarrier(position[0]);
        }
        return result;
    }

    /**
     * Moves those of some vertex partitions that this node has to another one; returns how many. In
     * the calling thread, which waits for other nodes.
     */
    int movePartitions(int first, int last, int node) {
        return cluster().movePartitions(first, last, node);
    }

    /**
     * Moves all streams of this node, with the queries that read them, to another one. In the
     * calling thread, as above.
     */
    void moveHomes(int node) {
        cluster().moveHomes(node);
    }

    /** Removes another node from the cluster, for good. In the calling thread, as above. */
    void removeNode(int node) {
        cluster().remove(node);
    }

    private ClusterNode cluster() {
        if (cluster == null) {
            throw WukongsException.user("the store is one node, not a cluster");
        }
        return cluster;
    }

    /** Returns the present status, in a cluster that of all nodes. */
    StoreStatus status() {
        return ofAll(ownStatus());
    }

    /** Returns the present status of this node. */
    StoreStatus ownStatus() {
        return complete(read(StoreNode::status));
    }

    /** Returns a node's status with what others than the agent know. */
    StoreStatus complete(StoreStatus status) {
        StoreStatus copied = copy == null ? status : status.withCopy(copy.status());
        return cluster == null
                ? copied
                : copied.withNodes(cluster.status(size(status)), cluster.joining());
    }

    private NodeSize size(StoreStatus status) {
        return new NodeSize(
                status.stableSnapshot(),
                status.storedTripleCount(),
                cluster.storedMemoryBytes(),
                status.queries().size(),
                httpAddress);
    }

    /** Returns a node's status with that of the other nodes, if there are any. */
    StoreStatus ofAll(StoreStatus own) {
        return cluster == null
                ? own
                : ClusterStatus.of(
                        own,
                        cluster.others().ask(NodeQuestion.STATUS, out -> {}, Codecs::storeStatus));
    }

    /** Returns the streams of all nodes; RETRIABLE error if a node does not answer. */
    List<StreamDefinition> streams() {
        List<StreamDefinition> own = read(store -> store.streams().definitions());
        return cluster == null
                ? own
                : joined(
                        own,
                        cluster.others()
                                .askEach(
                                        NodeQuestion.STREAMS,
                                        out -> {},
                                        in -> in.getList(Codecs::streamDefinition)),
                        StreamDefinition::name);
    }

    /** Returns a page of the templates of all nodes; RETRIABLE error if a node does not answer. */
    List<TemplateDescription> templates(String afterName, int countMax) {
        List<TemplateDescription> own =
                read(store -> store.continuous().templates().list(afterName, countMax));
        if (cluster == null) {
            return own;
        }
        List<TemplateDescription> all =
                joined(
                        own,
                        cluster.others()
                                .askEach(
                                        NodeQuestion.TEMPLATES,
                                        out -> out.putString(afterName).putInt(countMax),
                                        in -> in.getList(TemplateCodecs::templateDescription)),
                        TemplateDescription::name);
        return all.subList(0, Math.min(countMax, all.size()));
    }

    private static <T> List<T> joined(List<T> own, List<List<T>> others, Function<T, String> name) {
        List<T> all = new ArrayList<>(own);
        others.forEach(all::addAll);
        Set<String> names = new HashSet<>(); // two nodes have what moves, for a moment
        all.removeIf(each -> !names.add(name.apply(each)));
        all.sort(Comparator.comparing(name));
        return all;
    }

    /** Makes a change of the entries of table catalogs; false if they are not as it expects. */
    boolean changeEntries(NodeRecord change) {
        return cluster == null
                ? now(store -> store.catalogEntries().change(change))
                : cluster.changeEntries(change);
    }

    /** Returns the entries of table catalogs whose keys begin with a prefix, by key. */
    List<CatalogEntry> entries(String prefix) {
        return cluster == null
                ? read(store -> store.catalogEntries().startingWith(prefix))
                : cluster.entries(prefix);
    }

    /** As {@link org.wukongs.client.StoreClient#explainRegistered}, for a query of this node. */
    QueryPlan explain(String query, boolean whole, boolean execute) {
        checkHere(HomeSubject.query(query));
        return Answers.join(read(store -> store.continuous().explain(query, whole, execute)));
    }

    /** Throws an {@link org.wukongs.error.ElsewhereException} if another node has a subject. */
    void checkHere(HomeSubject subject) {
        if (cluster != null) {
            cluster.homes().checkHere(subject);
        }
    }

    /** Returns the address for clients of the node with a subject; empty for a node of its own. */
    String homeAddress(HomeSubject subject) {
        return cluster == null ? "" : cluster.homes().address(subject);
    }

    /** Tells where this node answers HTTP. Any thread. */
    void useHttpAddress(String address) {
        httpAddress = address;
    }

    /** Returns where this node answers HTTP, empty if nowhere. Any thread. */
    String httpAddress() {
        return httpAddress;
    }

    /** As {@link #now}, when the log has all before it on disk, as far as its mode says. */
    <T> T flushed(Function<StoreNode, T> action) {
        return Answers.join(submit(0, Reply.FLUSHED, (store, due) -> action.apply(store)));
    }

    <T> T now(Function<StoreNode, T> action) {
        return later(0, (store, due) -> action.apply(store));
    }

    /** Tries {@code attempt} until it answers or the time is up, as {@link StoreCommand} does. */
    <T> T later(long waitNs, BiFunction<StoreNode, Boolean, T> attempt) {
        return Answers.join(submit(waitNs, Reply.KEPT, attempt));
    }

    /** As {@link #act}, for an action that shows nothing by itself. */
    void log(Consumer<StoreNode> action) {
        logged(0, done(action));
    }

    /** As {@link #later}, for an attempt that shows nothing by itself. */
    <T> T logged(long waitNs, BiFunction<StoreNode, Boolean, T> attempt) {
        return Answers.join(submit(waitNs, Reply.LOGGED, attempt));
    }

    @Override
    public <T> T call(Function<StoreNode, T> action) {
        return read(action);
    }

    @Override
    public <T> T kept(Function<StoreNode, T> action) {
        return flushed(action);
    }

    /** As {@link #act}, but does not wait. */
    void tell(Consumer<StoreNode> action) {
        agent.submit(new StoreCommand<>(done(action), Reply.AT_ONCE, clock.nanoTime()));
    }

    /**
     * As {@link #now}, for an action that shows nothing by itself; does not wait; RETRIABLE error
     * if the agent's queue is full.
     */
    <T> CompletableFuture<T> submit(Function<StoreNode, T> action) {
        return submit(0, Reply.LOGGED, (store, due) -> action.apply(store));
    }

    /** As {@link #submit}, for an action that changes nothing: it does not wait for the log. */
    <T> CompletableFuture<T> submitRead(Function<StoreNode, T> action) {
        return submit(0, Reply.AT_ONCE, (store, due) -> action.apply(store));
    }

    /** As {@link #readLater}, but does not wait. */
    <T> CompletableFuture<T> submitReadLater(
            long waitNs, BiFunction<StoreNode, Boolean, T> attempt) {
        return submit(waitNs, Reply.AT_ONCE, attempt);
    }

    /** As {@link #submit}, when the log has all before it on disk, as far as its mode says. */
    CompletableFuture<Boolean> submitFlushed(Consumer<StoreNode> action) {
        return submit(0, Reply.FLUSHED, done(action));
    }

    private <T> CompletableFuture<T> submit(
            long waitNs, Reply reply, BiFunction<StoreNode, Boolean, T> attempt) {
        StoreCommand<T> command = new StoreCommand<>(attempt, reply, clock.nanoTime() + waitNs);
        agent.submit(command);
        return command.result();
    }

    private static BiFunction<StoreNode, Boolean, Boolean> done(Consumer<StoreNode> action) {
        return (store, due) -> {
            action.accept(store);
            return true;
        };
    }
}
