package org.wukongs.store.continuous;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreStatus.ReaderStatus;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.error.WukongsException;
import org.wukongs.store.execution.ExecutionResources;
import org.wukongs.store.execution.RowsMemory;
import org.wukongs.store.history.History;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.template.QueryTemplate;

/**
 * Attaches, moves and drops the readers of registered queries and of whole templates. A reader has
 * a name and a position and is independent of all others (docs/adr/0026). The agent's thread.
 */
public final class ContinuousReaders {

    /** A reader that has been gone for this long may be dropped when the store needs room. */
    public static final long TIMEOUT_MS_DEFAULT = TimeUnit.MINUTES.toMillis(5);

    /** Most readers of one query or template. */
    static final int COUNT_MAX = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(ContinuousReaders.class);

    private final QueryRegistry queries;
    private final WindowReaders readers;
    private final WindowPins pins;
    private final QueryStreams streams;
    private final ExecutionResources resources;
    private final RowsMemory rowsMemory;
    private final ReaderConnection own; // never ends
    private History history = new History();
    private long timeoutNs = TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MS_DEFAULT);
    private final AtomicLong droppedCount = new AtomicLong();

    ContinuousReaders(
            QueryRegistry queries,
            WindowReaders readers,
            WindowPins pins,
            QueryStreams streams,
            ExecutionResources resources,
            RowsMemory rowsMemory) {
        this.queries = queries;
        this.readers = readers;
        this.pins = pins;
        this.streams = streams;
        this.resources = resources;
        this.rowsMemory = rowsMemory;
        this.own = new ReaderConnection(resources::nowNs);
    }

    void useHistory(History newHistory) {
        history = newHistory;
    }

    /** Sets after how long a reader that is gone may be dropped. */
    public void useTimeout(long timeoutMs) {
        timeoutNs = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    }

    /**
     * As {@link org.wukongs.client.StoreClient#attachReader}.
     *
     * @param connection of the reader
     */
    public long attach(ReaderId id, ReaderStart start, ReaderConnection connection) {
        WindowReader reader = find(id);
        checkRoom(id);
        if (start.mode() == ReaderStart.Mode.RESUME) {
            streams.checkReached(any(id).query(), start.timeMs());
        }
        long lostCount = 0;
        if (reader == null) {
            lostCount = start.mode() == ReaderStart.Mode.EARLIEST ? lostWindowCount(id) : 0;
            reader = add(id, connection);
            reader.moveTo(position(reader.any().query(), start));
            record(id, new NodeRecord.PlaceReader(id, reader.pinnedMs()));
        } else if (saysPosition(start)) {
            reader.moveTo(start.timeMs());
            record(id, new NodeRecord.PlaceReader(id, reader.pinnedMs()));
        }
        reader.attach(connection);
        return lostCount;
    }

    /**
     * A reader, if there is one, is read over a connection: one that has come to this node with its
     * query is there from now on.
     */
    public void seen(ReaderId id, ReaderConnection connection) {
        WindowReader reader = readers.get(id);
        if (reader != null && !reader.connection().isOpen()) {
            reader.attach(connection);
        }
    }

    private static boolean saysPosition(ReaderStart start) {
        return start.mode() == ReaderStart.Mode.AT || start.mode() == ReaderStart.Mode.RESUME;
    }

    /** The first window end for a new reader, {@code Long.MIN_VALUE} for the first possible one. */
    private long position(CsparqlQuery query, ReaderStart start) {
        return switch (start.mode()) {
            case EARLIEST -> Long.MIN_VALUE;
            case LATEST -> streams.endAfterStableMs(query);
            case TIMESTAMP -> QueryStreams.ceiling(start.timeMs(), query.stepMs());
            case AT, RESUME -> start.timeMs();
        };
    }

    /** How many windows a new reader has missed. */
    private long lostWindowCount(ReaderId id) {
        RegisteredQuery any = any(id);
        long stableMs = streams.stableMs(any.query());
        if (id.kind() == ReaderId.Kind.QUERY) {
            return any.lostWindowCount(stableMs);
        }
        long most = 0;
        for (RegisteredQuery query : queries.of(template(id))) {
            most = Math.max(most, query.lostWindowCount(stableMs));
        }
        return most;
    }

    private WindowReader add(ReaderId id, ReaderConnection connection) {
        QueryTemplate template = id.kind() == ReaderId.Kind.TEMPLATE ? template(id) : null;
        RegisteredQuery any = any(id);
        makeRoom(id, readers.of(template == null ? any : template));
        WindowReader reader =
                template == null
                        ? new WindowReader(id, any, connection)
                        : new WindowReader(
                                id, new ReadTemplate(template, any, rowsMemory), connection);
        readers.add(reader);
        if (!id.isLive()) {
            pins.unpinRead(reader, streams.stableMs(any.query()));
        }
        return reader;
    }

    private void makeRoom(ReaderId id, Collection<WindowReader> others) {
        if (others.size() < COUNT_MAX) {
            return;
        }
        WindowReader longestGone =
                others.stream()
                        .filter(other -> !other.connection().isOpen())
                        .filter(other -> !id.isLive() || other.id().isLive())
                        .min(Comparator.comparingLong(other -> other.connection().endedNs()))
                        .orElseThrow(
                                () ->
                                        WukongsException.user(
                                                "too many readers: of="
                                                        + others.iterator().next().id().of()
                                                        + " readersMax="
                                                        + COUNT_MAX));
        drop(longestGone, "the query has too many readers");
    }

    /**
     * As {@link org.wukongs.client.StoreClient#releaseWindows}; does nothing if the reader is gone.
     */
    public void release(ReaderId id, long windowEndMs) {
        WindowReader reader = find(id);
        if (reader != null) {
            checkRoom(id);
            reader.release(windowEndMs);
            record(id, new NodeRecord.Release(id, windowEndMs));
        }
    }

    /** As {@link org.wukongs.client.StoreClient#detachReader}. */
    public void detach(ReaderId id) {
        WindowReader reader = find(id);
        if (reader != null) {
            checkRoom(id);
            remove(reader);
        }
    }

    /** Forgets the live readers whose connections have ended. */
    public void forgetGone() {
        for (WindowReader reader : readers.live()) {
            if (!reader.connection().isOpen()) {
                remove(reader);
            }
        }
    }

    /** Whether a reader is there; not if what it read has ended, or it was dropped. */
    public boolean isAttached(ReaderId id) {
        return readers.get(id) != null;
    }

    private void checkRoom(ReaderId id) {
        if (!id.isLive()) {
            history.checkRoom();
        }
    }

    /** Reports a change to the history, which does not know live readers. */
    private void record(ReaderId id, NodeRecord change) {
        if (!id.isLive()) {
            history.add(change);
        }
    }

    private void remove(WindowReader reader) {
        readers.remove(reader);
        if (reader.id().isLive()) {
            return; // its windows were not its own
        }
        if (reader.template() == null) {
            pins.pinUnread(reader.any(), reader.pinnedMs());
        } else {
            queries.of(reader.template()).forEach(q -> pins.pinUnread(q, reader.pinnedMs()));
        }
        history.add(new NodeRecord.DropReader(reader.id()));
    }

    /** Places a reader again, as the log says; a new one is gone until it attaches. */
    void placeAgain(NodeRecord.PlaceReader placed) {
        WindowReader reader = find(placed.reader());
        if (reader == null) {
            restore(new ReaderCut(placed.reader(), placed.pinnedMs()));
        } else {
            reader.moveTo(placed.pinnedMs());
        }
    }

    /**
     * Drops the readers that have been gone for too long, and live readers, if they hold the oldest
     * tuples of a full stream; their queries go on from there as queries without a reader. Drops
     * none if another reader or an execution needs those tuples too.
     */
    public void dropLost(String stream, long oldestMs) {
        Predicate<WindowReader> isLost =
                reader -> reader.id().isLive() || reader.connection().hasEndedFor(timeoutNs);
        if (pins.readFromMs(stream, isLost.negate()) <= oldestMs) {
            return;
        }
        for (WindowReader reader : readers.all()) {
            if (isLost.test(reader) && pins.neededFromMs(stream, reader) <= oldestMs) {
                drop(
                        reader,
                        reader.id().isLive()
                                ? "it only watches and the ring of a stream is full"
                                : "the reader is gone and the ring of a stream is full");
            }
        }
    }

    private void drop(WindowReader reader, String why) {
        LOG.warn(
                "dropped a reader, {}: reader={} of={} nextWindowEndMs={}",
                why,
                reader.id().reader(),
                reader.id().of(),
                reader.pinnedMs());
        droppedCount.incrementAndGet();
        remove(reader);
    }

    /** How many readers were dropped because they were gone. Any thread. */
    public long droppedCount() {
        return droppedCount.get();
    }

    /** Adds a reader from a cut; it is gone until it attaches again. */
    public void restore(ReaderCut cut) {
        add(cut.id(), ReaderConnection.ended(resources::nowNs)).moveTo(cut.pinnedMs());
    }

    /** Readers of one query. */
    List<ReaderStatus> status(RegisteredQuery query) {
        return readers.of(query).stream().map(WindowReader::status).toList();
    }

    /** The connection of readers within the store's process. */
    ReaderConnection own() {
        return own;
    }

    /** The store's own reader of a query that derives a stream. */
    WindowReader addOwn(RegisteredQuery query) {
        ReaderId id = ReaderId.ofQuery(DerivedStream.READER, query.query().name());
        return add(id, own);
    }

    /** The reader of that id, or null; USER error if there is no such query or template. */
    WindowReader find(ReaderId id) {
        WindowReader reader = readers.get(id);
        if (reader == null) {
            any(id); // fails if what it would read is unknown
        }
        return reader;
    }

    private QueryTemplate template(ReaderId id) {
        return queries.templates().named(id.of());
    }

    private RegisteredQuery any(ReaderId id) {
        return id.kind() == ReaderId.Kind.QUERY ? queries.get(id.of()) : queries.any(template(id));
    }
}
