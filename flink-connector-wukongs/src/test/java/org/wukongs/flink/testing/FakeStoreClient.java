package org.wukongs.flink.testing;

import java.time.Duration;
import java.util.List;
import org.wukongs.client.ChangelogClient;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.HomeSubject;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.QueryPlan;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.RowReader;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreCatalog;
import org.wukongs.client.StoreCheck;
import org.wukongs.client.StoreCheckpoint;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreStatus;
import org.wukongs.client.TemplateClient;
import org.wukongs.client.TupleClient;
import org.wukongs.client.UpdateResult;
import org.wukongs.client.WindowsReleased;
import org.wukongs.client.WindowsWanted;
import org.wukongs.error.WukongsException;
import org.wukongs.id.StringServer;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/** A client of a {@link FakeStore} that insists on one thread, as real ones may. */
final class FakeStoreClient implements StoreClient {

    private final FakeStore store;
    private final StoreAddress address;
    private final Thread owner = Thread.currentThread();
    private boolean closed;

    FakeStoreClient(FakeStore store, StoreAddress address) {
        this.store = store;
        this.address = address;
    }

    @Override
    public List<StoreAddress> homes(List<HomeSubject> subjects) {
        checkUse();
        return subjects.stream().map(one -> store.home(one.name(), address)).toList();
    }

    @Override
    public StringServer strings() {
        return new StringServer() {
            @Override
            public long[] vertexIds(List<String> terms) {
                return ids(terms);
            }

            @Override
            public long[] predicateIds(List<String> predicates) {
                return ids(predicates);
            }
        };
    }

    @Override
    public void registerStream(StreamDefinition definition) {
        checkUse();
        store.registerStream(definition);
    }

    @Override
    public QueryDescription registerQuery(String text) {
        checkUse();
        return store.registerQuery(text);
    }

    @Override
    public QueryDescription describeQuery(String name) {
        checkUse();
        return store.describe(name);
    }

    @Override
    public boolean commit(String stream, MessageId position) {
        checkUse();
        return store.commit(stream, position);
    }

    @Override
    public StreamWriter openWriter(WriterId writer, WriterOrigin origin) {
        checkUse();
        long epoch = store.openWriter(writer, origin);
        return new StreamWriter() {

            private long sequence;

            @Override
            public void send(ShardBatch batch) {
                checkUse();
                store.send(writer, batch.tuples());
                sequence = batch.sequence();
            }

            @Override
            public void closeUpTo(long batch) {
                checkUse();
                store.closeUpTo(writer, batch);
            }

            @Override
            public void idle() {
                checkUse();
                store.idle(writer);
            }

            @Override
            public long flush() {
                checkUse();
                return store.flush(writer);
            }

            @Override
            public MessageId position() {
                return new MessageId(epoch, writer.index(), sequence);
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public long attachReader(ReaderId reader, ReaderStart start) {
        checkUse();
        store.attach(reader.of(), start.timeMs());
        return 0;
    }

    @Override
    public void detachReader(ReaderId reader) {
        checkUse();
        store.detach(reader.of());
    }

    @Override
    public List<FetchedWindows> fetchWindows(
            String reader, List<WindowsWanted> wanted, int windowsMax, Duration wait) {
        checkUse();
        try {
            return store.fetch(wanted, windowsMax, wait);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new WukongsException(WukongsException.Category.RETRIABLE, "interrupted", e);
        }
    }

    @Override
    public void releaseWindows(List<WindowsReleased> released) {
        checkUse();
        released.forEach(one -> store.release(one.reader().of(), one.windowEndMs()));
    }

    @Override
    public TemplateClient templates() {
        return new NoTemplates();
    }

    @Override
    public QueryPlan explainRegistered(String query, boolean whole, boolean execute) {
        throw new UnsupportedOperationException("not part of the fake");
    }

    @Override
    public TupleClient tuples() {
        throw new UnsupportedOperationException("not part of the fake");
    }

    @Override
    public ChangelogClient changelogs() {
        throw new UnsupportedOperationException("not part of the fake");
    }

    @Override
    public void unregisterQuery(String name) {
        throw new UnsupportedOperationException("not part of the fake");
    }

    @Override
    public void dropStream(String name) {
        throw new UnsupportedOperationException("not part of the fake");
    }

    @Override
    public UpdateResult update(String sparql) {
        throw new UnsupportedOperationException();
    }

    @Override
    public QueryPlan explain(String sparql, boolean execute) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void query(String sparql, RowReader into) {
        throw new UnsupportedOperationException("not part of the fake");
    }

    @Override
    public long load(String graph, EncodedBatch triples) {
        throw new UnsupportedOperationException("not part of the fake");
    }

    @Override
    public StoreCatalog catalog() {
        throw new UnsupportedOperationException("not part of the fake");
    }

    @Override
    public StoreStatus status() {
        return store.status();
    }

    @Override
    public int movePartitions(int first, int last, int node) {
        throw new UnsupportedOperationException("not part of the fake");
    }

    @Override
    public void moveHomes(int node) {
        throw new UnsupportedOperationException("not part of the fake");
    }

    @Override
    public void removeNode(int node) {
        throw new UnsupportedOperationException("not part of the fake");
    }

    @Override
    public StoreCheckpoint checkpoint() {
        throw new UnsupportedOperationException("not part of the fake");
    }

    @Override
    public StoreCheck check() {
        throw new UnsupportedOperationException("not part of the fake");
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            store.clientClosed();
        }
    }

    private long[] ids(List<String> terms) {
        checkUse();
        return terms.stream().mapToLong(store::id).toArray();
    }

    private void checkUse() {
        if (closed || Thread.currentThread() != owner) {
            throw new IllegalStateException(
                    "a client is used after close or by another thread: owner=" + owner.getName());
        }
    }
}
