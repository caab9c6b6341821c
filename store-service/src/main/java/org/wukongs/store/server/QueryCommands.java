package org.wukongs.store.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.HomeSubject;
import org.wukongs.client.OneShotHead;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.QueryPlan;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.WindowsReleased;
import org.wukongs.client.WindowsWanted;
import org.wukongs.error.WukongsException;
import org.wukongs.store.continuous.ContinuousEngine;
import org.wukongs.store.continuous.QueryRegistration;
import org.wukongs.store.continuous.ReaderConnection;
import org.wukongs.store.continuous.WindowFetch;
import org.wukongs.store.execution.RequestDataset;
import org.wukongs.store.plan.OneShotRows;
import org.wukongs.store.value.RowCells;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WindowCodecs;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** Carries out a connection's requests of continuous and one-shot queries. The session's thread. */
final class QueryCommands {

    private static final int WANTED_BYTES_MIN = Byte.BYTES + 2 * Integer.BYTES + Long.BYTES;

    private final Exchange exchange;
    private final Connection connection;
    private final AgentCalls agent;
    private final OneShotQueries oneShot;
    private final Registrations registrations;
    private final ReaderConnection readers;

    QueryCommands(
            Exchange exchange,
            Connection connection,
            AgentCalls agent,
            OneShotQueries oneShot,
            Registrations registrations) {
        this.exchange = exchange;
        this.connection = connection;
        this.agent = agent;
        this.oneShot = oneShot;
        this.registrations = registrations;
        this.readers = agent.newReaderConnection();
    }

    void register() {
        QueryRegistration registered = registrations.register(exchange.queryText());
        Codecs.put(registered.query(), exchange.ok());
    }

    void describe() {
        String name = exchange.name();
        agent.checkHere(HomeSubject.query(name));
        QueryDescription description = agent.read(store -> store.continuous().describe(name));
        Codecs.put(description, exchange.ok());
    }

    void unregister() {
        String name = exchange.name();
        agent.checkHere(HomeSubject.query(name));
        registrations.unregister(name);
        exchange.ok();
    }

    void attachReader() {
        ReaderId reader = exchange.reader();
        ReaderStart start = exchange.readerStart();
        checkHere(reader);
        long lostCount =
                agent.now(store -> store.continuous().readers().attach(reader, start, readers));
        exchange.ok().putLong(lostCount);
    }

    void detachReader() {
        ReaderId reader = exchange.reader();
        checkHere(reader);
        agent.act(store -> store.continuous().readers().detach(reader));
        exchange.ok();
    }

    private void checkHere(ReaderId reader) {
        agent.checkHere(HomeSubject.of(reader.kind(), reader.of()));
    }

    /** Called when the connection has ended: its readers are gone. */
    void leave() {
        readers.end();
    }

    /** Makes the terms in this thread, so that the workers can go on with other jobs. */
    void fetchWindows() {
        String reader = exchange.readerName();
        List<WindowsWanted> wanted = exchange.decoded(QueryCommands::windowsWanted);
        if (wanted.isEmpty()) {
            throw WukongsException.user("no query to fetch windows of");
        }
        int windowsMax = exchange.windowsMax();
        long waitNs = exchange.waitNs();
        wanted.forEach(one -> agent.checkHere(HomeSubject.of(one.kind(), one.of())));
        List<WindowFetch> fetches =
                agent.readLater(
                        waitNs,
                        (store, due) ->
                                started(
                                        store.continuous(),
                                        reader,
                                        wanted,
                                        windowsMax,
                                        due,
                                        readers));
        try {
            List<FetchedWindows> fetched = fetches.stream().map(WindowFetch::join).toList();
            exchange.ok().putList(fetched, WindowCodecs::put);
        } finally {
            fetches.forEach(WindowFetch::close);
        }
    }

    private static List<WindowsWanted> windowsWanted(WireReader in) {
        List<WindowsWanted> wanted =
                in.getList(
                        "number of queries",
                        InputLimits.WANTED_QUERY_COUNT_MAX,
                        WANTED_BYTES_MIN,
                        WindowCodecs::windowsWanted);
        wanted.forEach(QueryCommands::check);
        return wanted;
    }

    private static void check(WindowsWanted wanted) {
        InputLimits.checkLength(
                "name", Objects.requireNonNull(wanted.of()), InputLimits.NAME_CHARS_MAX);
        InputLimits.checkWindowEnd(wanted.fromWindowEndMs());
        InputLimits.checkRange(
                "number of windows", wanted.windowsMax(), 1, InputLimits.WINDOW_COUNT_MAX);
    }

    /**
     * Starts the queries in turn, up to {@code windowsMax} executions; null if all must be tried
     * again later.
     */
    private static List<WindowFetch> started(
            ContinuousEngine engine,
            String reader,
            List<WindowsWanted> wanted,
            int windowsMax,
            boolean due,
            ReaderConnection connection) {
        List<WindowFetch> fetches = new ArrayList<>(wanted.size());
        boolean asked = false;
        try {
            boolean vain = true;
            int left = windowsMax;
            for (int i = 0; i < wanted.size() && left > 0; i++) {
                WindowsWanted next = wanted.get(i);
                int most = Math.min(left, next.windowsMax());
                ReaderId id = new ReaderId(reader, next.kind(), next.of());
                engine.readers().seen(id, connection);
                WindowFetch fetch = engine.start(id, next.fromWindowEndMs(), most);
                fetches.add(fetch);
                vain &= fetch.isVain();
                left -= fetch.windowCount();
            }
            asked = !vain || due;
        } finally {
            if (!asked) {
                fetches.forEach(WindowFetch::close); // a later query may have been refused
            }
        }
        return asked ? fetches : null;
    }

    void releaseWindows() {
        List<WindowsReleased> released = exchange.windowsReleased();
        released.forEach(one -> checkHere(one.reader()));
        agent.log(
                store ->
                        released.forEach(
                                one ->
                                        store.continuous()
                                                .readers()
                                                .release(one.reader(), one.windowEndMs())));
        exchange.ok();
    }

    void query() {
        String text = exchange.queryText();
        try (OneShotRows rows = oneShot.rows(text, RequestDataset.NONE, connection::clientIsGone)) {
            send(rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        exchange.ok();
    }

    /** Sends rows, whose texts are read while sending. */
    private void send(OneShotRows rows) throws IOException {
        Codecs.put(
                new OneShotHead(
                        rows.snapshot(), rows.form(), rows.vars(), rows.size(), rows.engineNs()),
                exchange.part());
        connection.writePart();
        RowCells cells = rows.cells();
        int columnCount = rows.vars().size();
        int next = 0;
        while (next < rows.size()) {
            WireWriter part = exchange.part();
            int countAt = part.length();
            part.putInt(0);
            int first = next;
            while (next < rows.size() && part.length() < FrameDescriptor.PART_BYTES) {
                putRow(cells, columnCount, part);
                next++;
            }
            part.setInt(countAt, next - first);
            connection.writePart();
        }
    }

    /** As {@link Codecs#putRow}, from the texts' bytes. */
    private static void putRow(RowCells cells, int columnCount, WireWriter part) {
        part.putInt(columnCount);
        for (int column = 0; column < columnCount; column++) {
            cells.next();
            if (cells.from() == cells.to()) {
                part.putBytes(null);
            } else {
                part.putBytes(cells.bytes(), cells.from(), cells.to());
            }
        }
    }

    void explain() {
        String text = exchange.queryText();
        QueryPlan plan = oneShot.explain(text, exchange.request().getBoolean());
        Codecs.put(plan, exchange.ok());
    }

    void explainRegistered() {
        String name = exchange.name();
        boolean whole = exchange.request().getBoolean();
        boolean execute = exchange.request().getBoolean();
        Codecs.put(agent.explain(name, whole, execute), exchange.ok());
    }
}
