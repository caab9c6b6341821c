package org.wukongs.client;

import java.time.Duration;
import java.util.List;
import org.wukongs.error.WukongsException;
import org.wukongs.id.StringServer;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.MessageType;

/** {@link StoreClient} over TCP. */
final class TcpStoreClient implements StoreClient {

    private final StoreAddress address;
    private final Duration deadline;
    private final StoreConnection connection;
    private final StringServer strings;

    private TcpStoreClient(StoreAddress address, Duration deadline) {
        this.address = address;
        this.deadline = deadline;
        this.connection = new StoreConnection(address, deadline);
        this.strings = new CachedStrings(new RemoteStrings(connection));
    }

    static StoreClient connect(List<StoreAddress> store, Duration deadline) {
        if (store.size() != 1) {
            throw WukongsException.user(
                    "a store has one node in this version: addresses=" + store.size());
        }
        return new TcpStoreClient(store.get(0), deadline);
    }

    @Override
    public StringServer strings() {
        return strings;
    }

    @Override
    public void registerStream(StreamDefinition definition) {
        Codecs.put(definition, connection.begin(MessageType.REGISTER_STREAM));
        connection.call();
    }

    @Override
    public void dropStream(String name) {
        connection.begin(MessageType.DROP_STREAM).putString(name);
        connection.call();
    }

    @Override
    public QueryDescription registerQuery(String text) {
        connection.begin(MessageType.REGISTER_QUERY).putString(text);
        return Codecs.queryDescription(connection.call());
    }

    @Override
    public QueryDescription describeQuery(String name) {
        connection.begin(MessageType.DESCRIBE_QUERY).putString(name);
        return Codecs.queryDescription(connection.call());
    }

    @Override
    public void unregisterQuery(String name) {
        connection.begin(MessageType.UNREGISTER_QUERY).putString(name);
        connection.call();
    }

    @Override
    public StreamWriter openWriter(WriterId writer, WriterOrigin origin) {
        return new TcpStreamWriter(address, deadline, writer, origin);
    }

    @Override
    public boolean commit(String stream, MessageId position) {
        Codecs.put(position, connection.begin(MessageType.COMMIT).putString(stream));
        return connection.call().getBoolean();
    }

    @Override
    public void attachReader(String query, long fromWindowEndMs) {
        connection.begin(MessageType.ATTACH_READER).putString(query).putLong(fromWindowEndMs);
        connection.call();
    }

    @Override
    public FetchedWindows fetchWindows(
            String query, long fromWindowEndMs, int windowsMax, Duration wait) {
        connection
                .begin(MessageType.FETCH_WINDOWS)
                .putString(query)
                .putLong(fromWindowEndMs)
                .putInt(windowsMax)
                .putLong(wait.toMillis());
        return Codecs.fetchedWindows(connection.call());
    }

    @Override
    public void releaseWindows(String query, long windowEndMs) {
        connection.begin(MessageType.RELEASE_WINDOWS).putString(query).putLong(windowEndMs);
        connection.call();
    }

    @Override
    public OneShotResult query(String sparql) {
        connection.begin(MessageType.QUERY).putString(sparql);
        return Codecs.oneShotResult(connection.call());
    }

    @Override
    public QueryPlan explain(String sparql, boolean execute) {
        connection.begin(MessageType.EXPLAIN).putString(sparql).putBoolean(execute);
        return Codecs.queryPlan(connection.call());
    }

    @Override
    public void load(String graph, EncodedBatch triples) {
        Codecs.put(triples, connection.begin(MessageType.LOAD).putString(graph));
        connection.call();
    }

    @Override
    public StoreStatus status() {
        connection.begin(MessageType.STATUS);
        return Codecs.storeStatus(connection.call());
    }

    @Override
    public StoreCheck check() {
        connection.begin(MessageType.CHECK);
        return Codecs.storeCheck(connection.call());
    }

    @Override
    public void close() {
        connection.close();
    }

    private record RemoteStrings(StoreConnection connection) implements StringServer {

        @Override
        public long[] vertexIds(List<String> terms) {
            connection.begin(MessageType.VERTEX_IDS).putStrings(terms);
            return connection.call().getLongs();
        }

        @Override
        public long[] predicateIds(List<String> predicates) {
            connection.begin(MessageType.PREDICATE_IDS).putStrings(predicates);
            return connection.call().getLongs();
        }
    }
}
