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

/** {@link StoreClient} over TCP. */
final class TcpStoreClient implements StoreClient {

    private final StoreAddress address;
    private final Duration deadline;
    private final RetryStrategy retries;
    private final LastingConnection connection;
    private final StringServer strings;

    private TcpStoreClient(StoreAddress address, Duration deadline, RetryStrategy retries) {
        this.address = address;
        this.deadline = deadline;
        this.retries = retries;
        this.connection = new LastingConnection(address, deadline, retries);
        this.strings = new CachedStrings(new RemoteStrings(connection), System::nanoTime);
    }

    static StoreClient connect(List<StoreAddress> store, Duration deadline, RetryStrategy retries) {
        if (store.size() != 1) {
            throw WukongsException.user(
                    "a store has one node in this version: addresses=" + store.size());
        }
        return new TcpStoreClient(store.get(0), deadline, retries);
    }

    @Override
    public StringServer strings() {
        return strings;
    }

    @Override
    public void registerStream(StreamDefinition definition) {
        Codecs.put(definition, connection.current().begin(MessageType.REGISTER_STREAM));
        connection.current().call();
    }

    @Override
    public void dropStream(String name) {
        connection.current().begin(MessageType.DROP_STREAM).putString(name);
        connection.current().call();
    }

    @Override
    public QueryDescription registerQuery(String text) {
        connection.current().begin(MessageType.REGISTER_QUERY).putString(text);
        return Codecs.queryDescription(connection.current().call());
    }

    @Override
    public QueryDescription describeQuery(String name) {
        connection.current().begin(MessageType.DESCRIBE_QUERY).putString(name);
        return Codecs.queryDescription(connection.current().call());
    }

    @Override
    public void unregisterQuery(String name) {
        connection.current().begin(MessageType.UNREGISTER_QUERY).putString(name);
        connection.current().call();
    }

    @Override
    public StreamWriter openWriter(WriterId writer, WriterOrigin origin) {
        return new TcpStreamWriter(address, deadline, retries, writer, origin);
    }

    @Override
    public boolean commit(String stream, MessageId position) {
        Codecs.put(position, connection.current().begin(MessageType.COMMIT).putString(stream));
        return connection.current().call().getBoolean();
    }

    @Override
    public long attachReader(ReaderId reader, ReaderStart start) {
        WireWriter out = connection.current().begin(MessageType.ATTACH_READER);
        WindowCodecs.put(reader, out);
        WindowCodecs.put(start, out);
        return connection.current().call().getLong();
    }

    @Override
    public void detachReader(ReaderId reader) {
        WindowCodecs.put(reader, connection.current().begin(MessageType.DETACH_READER));
        connection.current().call();
    }

    @Override
    public List<FetchedWindows> fetchWindows(
            String reader, List<WindowsWanted> wanted, int windowsMax, Duration wait) {
        connection
                .current()
                .begin(MessageType.FETCH_WINDOWS)
                .putString(reader)
                .putList(wanted, WindowCodecs::put)
                .putInt(windowsMax)
                .putLong(wait.toMillis());
        return connection.current().call().getList(WindowCodecs::fetchedWindows);
    }

    @Override
    public void releaseWindows(List<WindowsReleased> released) {
        int count;
        for (int from = 0; from < released.size(); from += count) {
            count = Math.min(released.size() - from, InputLimits.WANTED_QUERY_COUNT_MAX);
            connection
                    .current()
                    .begin(MessageType.RELEASE_WINDOWS)
                    .putList(released.subList(from, from + count), WindowCodecs::put);
            connection.current().call();
        }
    }

    @Override
    public TemplateClient templates() {
        return new TcpTemplateClient(connection);
    }

    @Override
    public ChangelogClient changelogs() {
        return new TcpChangelogClient(connection);
    }

    @Override
    public void query(String sparql, RowReader into) {
        StoreConnection to = connection.current();
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
        connection.current().begin(MessageType.UPDATE).putString(sparql);
        return Codecs.updateResult(connection.current().call());
    }

    @Override
    public QueryPlan explain(String sparql, boolean execute) {
        connection.current().begin(MessageType.EXPLAIN).putString(sparql).putBoolean(execute);
        return Codecs.queryPlan(connection.current().call());
    }

    @Override
    public void load(String graph, EncodedBatch triples) {
        Codecs.put(triples, connection.current().begin(MessageType.LOAD).putString(graph));
        connection.current().call();
    }

    @Override
    public StoreCatalog catalog() {
        return new TcpStoreCatalog(connection);
    }

    @Override
    public StoreStatus status() {
        connection.current().begin(MessageType.STATUS);
        return Codecs.storeStatus(connection.current().call());
    }

    @Override
    public StoreCheckpoint checkpoint() {
        connection.current().begin(MessageType.CHECKPOINT);
        return Codecs.storeCheckpoint(connection.current().call());
    }

    @Override
    public StoreCheck check() {
        connection.current().begin(MessageType.CHECK);
        return Codecs.storeCheck(connection.current().call());
    }

    @Override
    public void close() {
        connection.close();
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
