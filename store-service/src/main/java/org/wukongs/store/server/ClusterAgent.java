package org.wukongs.store.server;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.agrona.concurrent.NanoClock;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.id.Vids;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.metadata.ClusterState;
import org.wukongs.store.metadata.Member;
import org.wukongs.store.metadata.MetadataListener;
import org.wukongs.store.metadata.MetadataReplica;
import org.wukongs.store.metadata.Outcome;
import org.wukongs.store.metadata.Proposal;
import org.wukongs.store.metadata.ProposalType;

/**
 * The agent that owns a node's {@link MetadataReplica}: proposes what other threads ask for, and
 * teaches the node's dictionary the predicates of the cluster in their order. It may wait for the
 * log and for other nodes.
 */
final class ClusterAgent implements Agent {

    /** Requests of threads, each of which has one at a time. */
    private static final int QUEUE_CAPACITY = 1024;

    /** The owner of a predicate's term cannot be reached: it is asked again after this time. */
    private static final long LEARN_PAUSE_NS = 20_000_000;

    private record Request(
            Function<ClusterState, Proposal> proposal, CompletableFuture<Outcome> outcome) {}

    /** A proposal under way: its outcome is passed on when the node knows what it has changed. */
    private record Proposed(
            Proposal proposal,
            CompletableFuture<Outcome> asked,
            CompletableFuture<Outcome> outcome) {}

    private record Reading<T>(Function<MetadataReplica, T> read, CompletableFuture<T> result) {

        void take(MetadataReplica replica) {
            try {
                result.complete(read.apply(replica));
            } catch (RuntimeException e) {
                result.completeExceptionally(e);
            }
        }
    }

    /** A reading for which the state has to have what the log has up to a position. */
    private record Waiting(long position, Reading<?> reading) {}

    /**
     * Who is there.
     *
     * @param members all of them
     * @param owners number of the node that owns each vertex partition
     * @param streams number of the node that has each stream, by name
     * @param fedGraphs names of the graphs that they feed
     * @param version rises with each view
     */
    record View(
            List<Member> members,
            int[] owners,
            Map<String, Integer> streams,
            Set<String> fedGraphs,
            long version) {}

    private final MetadataReplica replica;
    private final NanoClock clock;
    private final Queue<Request> requests = new ManyToOneConcurrentArrayQueue<>(QUEUE_CAPACITY);
    private final Queue<Reading<?>> atOnce = new ConcurrentLinkedQueue<>();
    private final Queue<Reading<?>> asked = new ConcurrentLinkedQueue<>(); // up to the log's end
    private final List<Waiting> waiting = new ArrayList<>();
    private final Deque<Proposed> proposed = new ArrayDeque<>(); // oldest first
    private boolean viewChanged = true;
    private long epoch; // of this process, 0 before it has joined
    private int learned; // predicates
    private long learnNs;
    private volatile TermDictionary dictionary; // null before the node is there
    private volatile View view =
            new View(List.of(), new int[0], Map.of(), Set.of(), 0); // owner: this agent
    private volatile long newestPlan; // owner: this agent
    private volatile long position; // owner: this agent
    private volatile long neededFrom; // position; never falls; owner: this agent
    private volatile WukongsException end; // why there are no outcomes any longer, null if so

    /**
     * @throws WukongsException RETRIABLE if the log cannot be asked where it begins
     */
    ClusterAgent(MetadataReplica replica, NanoClock clock) {
        this.replica = replica;
        this.clock = clock;
        this.learnNs = clock.nanoTime();
        this.neededFrom = replica.beginPosition();
        replica.add((position, record, state) -> follow(record.proposal().type(), state));
    }

    /** Where homes are is known before the node learns of the turn with which they have moved. */
    private void follow(ProposalType type, ClusterState state) {
        viewChanged |= isInView(type);
        if (type == ProposalType.MOVE_HOMES) {
            view = newView(state, view.version() + 1);
        }
    }

    private static boolean isInView(ProposalType type) {
        return type != ProposalType.ADD_PREDICATES
                && type != ProposalType.PUBLISH_PLAN
                && type != ProposalType.PUBLISH_DIVIDED
                && type != ProposalType.NAME_QUERY;
    }

    /** Tells {@code listener} what is agreed on, in the agent's thread; before that starts. */
    void add(MetadataListener listener) {
        replica.add(listener);
    }

    /** Teaches this dictionary from now on. Any thread. */
    void teach(TermDictionary pupil) {
        dictionary = pupil;
    }

    /** Returns who is there. Any thread. */
    View view() {
        return view;
    }

    /** Returns the number of the newest plan, as far as this node has read the log. Any thread. */
    long newestPlan() {
        return newestPlan;
    }

    /** Returns up to which position this node has read the log. Any thread. */
    long position() {
        return position;
    }

    /** Returns how many positions of the log a start of some node may need. Any thread. */
    long neededCount() {
        return Math.max(0, position - neededFrom);
    }

    /**
     * Proposes a change. Its outcome comes when this node knows what it has changed. Any thread.
     *
     * @return fails with a RETRIABLE error if the outcome does not come in time
     */
    CompletableFuture<Outcome> propose(Proposal proposal) {
        return propose(state -> proposal);
    }

    /** As above, a change that is made from the newest state. */
    CompletableFuture<Outcome> propose(Function<ClusterState, Proposal> proposal) {
        Request request = new Request(proposal, new CompletableFuture<>());
        if (!requests.offer(request)) {
            request.outcome().completeExceptionally(tooMany());
        }
        replica.wake();
        if (end != null) { // it may have ended before the request was there
            request.outcome().completeExceptionally(end);
        }
        return request.outcome();
    }

    /**
     * Returns the bytes of a {@link org.wukongs.store.metadata.ClusterSnapshot}, whose listeners
     * have been told everything that it has. Any thread.
     *
     * @return fails with a RETRIABLE error if the agent ends
     */
    CompletableFuture<byte[]> snapshot() {
        return run(MetadataReplica::snapshot);
    }

    /**
     * Does something in the agent's thread, with the state as it is. Any thread.
     *
     * @return fails with a RETRIABLE error if the agent ends
     */
    <T> CompletableFuture<T> run(Function<MetadataReplica, T> work) {
        return ask(atOnce, new Reading<>(work, new CompletableFuture<>()));
    }

    /**
     * Reads the state, which has every change whose outcome any node had when this was called. Any
     * thread.
     *
     * @return fails with a RETRIABLE error if the log cannot be read now, or if the agent ends
     */
    <T> CompletableFuture<T> read(Function<ClusterState, T> read) {
        return ask(
                asked,
                new Reading<>(known -> read.apply(known.state()), new CompletableFuture<>()));
    }

    private <T> CompletableFuture<T> ask(Queue<? super Reading<T>> queue, Reading<T> request) {
        queue.add(request);
        replica.wake();
        if (end != null) { // it may have ended before the request was there
            request.result().completeExceptionally(end);
        }
        return request.result();
    }

    private static WukongsException tooMany() {
        return WukongsException.retriable(
                "too many changes of the cluster wait: queueCapacity=" + QUEUE_CAPACITY);
    }

    /** Returns what the agent does when it has no work: it waits for the metadata log. */
    IdleStrategy idle() {
        return new IdleStrategy() {

            @Override
            public void idle(int workCount) {
                if (workCount <= 0) {
                    idle();
                }
            }

            @Override
            public void idle() {
                replica.await();
            }

            @Override
            public void reset() {}
        };
    }

    @Override
    public int doWork() {
        int work = 0;
        for (Request next = requests.poll(); next != null; next = requests.poll()) {
            Proposal proposal = next.proposal().apply(replica.state());
            proposed.add(new Proposed(proposal, next.outcome(), replica.propose(proposal)));
            work++;
        }
        work += replica.doWork();
        checkMember();
        if (viewChanged) {
            viewChanged = false;
            view = newView(replica.state(), view.version() + 1);
            neededFrom = Math.max(neededFrom, replica.state().neededFrom());
        }
        newestPlan = replica.state().newestPlan();
        position = replica.position();
        return work + read() + learn() + answer();
    }

    private int read() {
        for (Reading<?> next = atOnce.poll(); next != null; next = atOnce.poll()) {
            next.take(replica);
        }
        List<Reading<?>> come = new ArrayList<>();
        for (Reading<?> next = asked.poll(); next != null; next = asked.poll()) {
            come.add(next);
        }
        if (!come.isEmpty()) {
            begin(come);
        }
        for (Waiting each : waiting) {
            if (replica.hasAll(each.position())) {
                each.reading().take(replica);
            }
        }
        waiting.removeIf(each -> each.reading().result().isDone()); // or its caller has given up
        return come.size();
    }

    /** The log is asked for its end once, however many readings have come: that takes a while. */
    private void begin(List<Reading<?>> come) {
        try {
            long end = replica.endPosition();
            come.forEach(next -> waiting.add(new Waiting(end, next)));
        } catch (WukongsException e) {
            come.forEach(next -> next.result().completeExceptionally(e));
        }
    }

    private void checkMember() {
        long now = replica.epoch();
        if (replica.state().hasLeft(replica.identity().node())) {
            return; // what it still proposes is refused
        }
        if (epoch != 0 && now != epoch) {
            throw WukongsException.fatal(
                    "this node is no member of the cluster any longer: node="
                            + replica.identity().node()
                            + " cluster="
                            + replica.state().cluster());
        }
        epoch = now;
    }

    private static View newView(ClusterState state, long version) {
        int[] owners = new int[Vids.PARTITION_COUNT];
        for (int partition = 0; partition < owners.length; partition++) {
            owners[partition] = state.owner(partition);
        }
        return new View(
                List.copyOf(state.members()),
                owners,
                Map.copyOf(state.streams()),
                Set.copyOf(state.fedGraphs()),
                version);
    }

    /** Learns the next predicate; its term's owner gives or knows the vid. */
    private int learn() {
        TermDictionary pupil = dictionary;
        List<String> predicates = replica.state().predicates();
        if (pupil == null || learned == predicates.size() || clock.nanoTime() - learnNs < 0) {
            return 0;
        }
        try {
            pupil.learnPredicate(learned + 1L, pupil.vertexIdNow(predicates.get(learned)));
            learned++;
            return 1;
        } catch (WukongsException e) {
            if (e.category() != Category.RETRIABLE) {
                throw e;
            }
            learnNs = clock.nanoTime() + LEARN_PAUSE_NS;
            return 0;
        }
    }

    private int answer() {
        int count = 0;
        while (!proposed.isEmpty() && isKnown(proposed.peek())) {
            Proposed next = proposed.remove();
            passOn(next.outcome(), next.asked());
            count++;
        }
        return count;
    }

    private boolean isKnown(Proposed next) {
        if (!next.outcome().isDone()) {
            return false;
        }
        return !(next.proposal() instanceof Proposal.AddPredicates add)
                || add.terms().stream().allMatch(term -> replica.state().pid(term) <= learned);
    }

    private static void passOn(CompletableFuture<Outcome> from, CompletableFuture<Outcome> to) {
        try {
            to.complete(from.join());
        } catch (CompletionException e) {
            to.completeExceptionally(e.getCause());
        }
    }

    @Override
    public void onClose() {
        end = WukongsException.retriable("this node of the cluster ends");
        replica.close();
        for (Request next = requests.poll(); next != null; next = requests.poll()) {
            next.outcome().completeExceptionally(end);
        }
        atOnce.forEach(each -> each.result().completeExceptionally(end));
        asked.forEach(each -> each.result().completeExceptionally(end));
        waiting.forEach(each -> each.reading().result().completeExceptionally(end));
        proposed.forEach(next -> next.asked().completeExceptionally(end));
        proposed.clear();
    }

    @Override
    public String roleName() {
        return "wukongs-metadata";
    }
}
