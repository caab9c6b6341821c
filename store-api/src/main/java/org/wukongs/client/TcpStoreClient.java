package org.wukongs.client;

import java.time.Duration;
import java.util.List;
import org.wukongs.error.WukongsException;
import org.wukongs.id.StringServer;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.MessageType;
import org.wukongs.wire.WindowCodecs;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** {@link StoreClient} over connections to nodes. */
final class TcpStoreClient implements StoreClient {

    /** As many nodes as a cluster can have. */
    private static final int ADDRESS_COUNT_MAX = 1024;

    private final NodeConnections nodes;
    private final StringServer strings;

    private TcpStoreClient(
            List<StoreAddress> store,
            Duration deadline,
            RetryStrategy retries,
            ClientOptions options) {
        this.nodes = new NodeConnections(store, deadline, retries, options);
        this.strings = new CachedStrings(new RemoteStrings(nodes.first()), System::nanoTime);
    }

    static StoreClient connect(
            List<StoreAddress> store,
            Duration deadline,
            RetryStrategy retries,
            ClientOptions options) {
        if (store.isEmpty() || store.size() > ADDRESS_COUNT_MAX) {
            throw WukongsException.user(
                    "a store has one address or more, for its nodes: addresses="
                            + store.size()
                            + " addressCountMax="
                            + ADDRESS_COUNT_MAX);
        }
        return new TcpStoreClient(store, deadline, retries, options);
    }

    @Override
    public StringServer strings() {
        return strings;
    }

    @Override
    public List<StoreAddress> homes(List<HomeSubject> subjects) {
        return nodes.locate(subjects);
    }

    @Override
    public void registerStream(StreamDefinition definition) {
        // A new stream gets its home at the first node, wherever one of this name was before.
        HomeSubject stream = HomeSubject.stream(definition.name());
        nodes.forget(stream);
        nodes.call(stream, to -> Codecs.put(definition, to.begin(MessageType.REGISTER_STREAM)));
    }

    @Override
    public void dropStream(String name) {
        nodes.call(
                HomeSubject.stream(name), to -> to.begin(MessageType.DROP_STREAM).putString(name));
    }

    @Override
    public QueryDescription registerQuery(String text) {
        return Codecs.queryDescription(
                nodes.call(to -> to.begin(MessageType.REGISTER_QUERY).putString(text)));
    }

    @Override
    public QueryDescription describeQuery(String name) {
        return Codecs.queryDescription(
                nodes.call(
                        HomeSubject.query(name),
                        to -> to.begin(MessageType.DESCRIBE_QUERY).putString(name)));
    }

    @Override
    public void unregisterQuery(String name) {
        nodes.call(
                HomeSubject.query(name),
                to -> to.begin(MessageType.UNREGISTER_QUERY).putString(name));
    }

    @Override
    public StreamWriter openWriter(WriterId writer, WriterOrigin origin) {
        return new TcpStreamWriter(nodes, writer, origin);
    }

    @Override
    public boolean commit(String stream, MessageId position) {
        return nodes.call(
                        HomeSubject.stream(stream),
                        to -> Codecs.put(position, to.begin(MessageType.COMMIT).putString(stream)))
                .getBoolean();
    }

    @Override
    public long attachReader(ReaderId reader, ReaderStart start) {
        return nodes.call(
                        HomeSubject.of(reader.kind(), reader.of()),
                        to -> {
                            WireWriter out = to.begin(MessageType.ATTACH_READER);
                            WindowCodecs.put(reader, out);
                            WindowCodecs.put(start, out);
                        })
                .getLong();
    }

    @Override
    public void detachReader(ReaderId reader) {
        nodes.call(
                HomeSubject.of(reader.kind(), reader.of()),
                to -> WindowCodecs.put(reader, to.begin(MessageType.DETACH_READER)));
    }

    @Override
    public List<FetchedWindows> fetchWindows(
            String reader, List<WindowsWanted> wanted, int windowsMax, Duration wait) {
        return new WindowRequest(reader, wanted, windowsMax, wait).fetch(nodes);
    }

    @Override
    public void releaseWindows(List<WindowsReleased> released) {
        int count;
        for (int from = 0; from < released.size(); from += count) {
            count = Math.min(released.size() - from, InputLimits.WANTED_QUERY_COUNT_MAX);
            releasePart(released.subList(from, from + count));
        }
    }

    private void releasePart(List<WindowsReleased> released) {
        nodes.grouped(
                released,
                one -> HomeSubject.of(one.reader().kind(), one.reader().of()),
                groups -> {
                    for (NodeConnections.Group group : groups) {
                        group.at()
                                .begin(MessageType.RELEASE_WINDOWS)
                                .putList(group.of(released), WindowCodecs::put);
                        group.at().call();
                    }
                    return null;
                });
    }

    @Override
    public TemplateClient templates() {
        return new TcpTemplateClient(nodes);
    }

    @Override
    public TupleClient tuples() {
        return new TcpTupleClient(nodes);
    }

    @Override
    public ChangelogClient changelogs() {
        return new TcpChangelogClient(nodes.first());
    }

    @Override
    public void query(String sparql, RowReader into) {
        StoreConnection to = nodes.any();
        to.begin(MessageType.QUERY).putString(sparql);
        WireReader reply = to.call();
        boolean ended = false;
        try {
            into.begin(Codecs.oneShotHead(reply));
            for (reply = to.receive(); to.hasMore(); reply = to.receive()) {
                for (int left = reply.getInt(); left > 0; left--) {
                    into.row(Codecs.row(reply));
                }
            }
            ended = true;
        } catch (WukongsException e) {
            ended = to.isAnswered(e);
            throw e;
        } finally {
            if (!ended) {
                to.abandon();
            }
        }
    }

    @Override
    public UpdateResult update(String sparql) {
        nodes.any().begin(MessageType.UPDATE).putString(sparql);
        return Codecs.updateResult(nodes.any().call());
    }

    @Override
    public QueryPlan explain(String sparql, boolean execute) {
        nodes.any().begin(MessageType.EXPLAIN).putString(sparql).putBoolean(execute);
        return Codecs.queryPlan(nodes.any().call());
    }

    @Override
    public QueryPlan explainRegistered(String query, boolean whole, boolean execute) {
        return Codecs.queryPlan(
                nodes.call(
                        HomeSubject.query(query),
                        to ->
                                to.begin(MessageType.EXPLAIN_QUERY)
                                        .putString(query)
                                        .putBoolean(whole)
                                        .putBoolean(execute)));
    }

    @Override
    public long load(String graph, EncodedBatch triples) {
        Codecs.put(triples, nodes.any().begin(MessageType.LOAD).putString(graph));
        return nodes.any().call().getLong();
    }

    @Override
    public StoreCatalog catalog() {
        return new TcpStoreCatalog(nodes);
    }

    @Override
    public StoreStatus status() {
        nodes.any().begin(MessageType.STATUS);
        return Codecs.storeStatus(nodes.any().call());
    }

    @Override
    public StoreCheckpoint checkpoint() {
        nodes.any().begin(MessageType.CHECKPOINT);
        return Codecs.storeCheckpoint(nodes.any().call());
    }

    @Override
    public int movePartitions(int first, int last, int node) {
        nodes.any().begin(MessageType.MOVE_PARTITIONS).putInt(first).putInt(last).putInt(node);
        return nodes.any().call().getInt();
    }

    @Override
    public void moveHomes(int node) {
        nodes.any().begin(MessageType.MOVE_HOMES).putInt(node);
        nodes.any().call();
    }

    @Override
    public void removeNode(int node) {
        nodes.any().begin(MessageType.REMOVE_NODE).putInt(node);
        nodes.any().call();
    }

    @Override
    public StoreCheck check() {
        nodes.any().begin(MessageType.CHECK);
        return Codecs.storeCheck(nodes.any().call());
    }

    @Override
    public void close() {
        nodes.close();
    }

    /**
     * The store's dictionary. Asking again is harmless, so requests are repeated after a reconnect.
     */
    private record RemoteStrings(LastingConnection connection) implements StringServer {

        @Override
        public long[] vertexIds(List<String> terms) {
            return ids(MessageType.VERTEX_IDS, terms);
        }

        @Override
        public long[] predicateIds(List<String> predicates) {
            return ids(MessageType.PREDICATE_IDS, predicates);
        }

        private long[] ids(MessageType type, List<String> terms) {
            while (true) {
                try {
                    connection.current().begin(type).putStrings(terms);
                    long[] ids = connection.current().call().getLongs();
                    connection.answered();
                    return ids;
                } catch (WukongsException e) {
                    connection.restore(e, to -> {});
                }
            }
        }
    }
}
