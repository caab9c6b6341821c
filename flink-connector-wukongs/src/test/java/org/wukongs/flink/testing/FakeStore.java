package org.wukongs.flink.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.MemberRows;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreStatus;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.client.TemplateWindow;
import org.wukongs.client.WindowResult;
import org.wukongs.client.WindowsWanted;
import org.wukongs.csparql.ResultForm;
import org.wukongs.error.WukongsException;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/**
 * A store in this process, found by the host of its address. Queries have the form {@code REGISTER
 * QUERY n AS SELECT * FROM STREAM s [RANGE 10ms STEP 10ms]} and return the distinct triples of
 * their windows, sorted. Breaks of the contract by the caller (threads, fenced writers) throw, and
 * windows after their release are gone at once. Of templates there are none.
 */
public final class FakeStore {

    private final Map<String, StoreAddress> homes = new HashMap<>(); // by query
    private static final Map<String, FakeStore> STORES = new ConcurrentHashMap<>();
    private static final Pattern NAME = Pattern.compile("QUERY (\\S+)");
    private static final Pattern WINDOW =
            Pattern.compile("STREAM (\\S+) \\[RANGE (\\d+)ms STEP (\\d+)ms]");

    private final Map<String, Long> ids = new HashMap<>();
    private final List<String> terms = new ArrayList<>();
    private final Map<String, FakeStream> streams = new LinkedHashMap<>();
    private final Map<String, FakeQuery> queries = new LinkedHashMap<>();
    private final List<String> events = new ArrayList<>();
    private final Set<String> locations = new TreeSet<>();
    private final List<MessageId> restored = new ArrayList<>();
    private WukongsException nextSendFailure;
    private WukongsException nextCommitFailure;
    private int openClients;

    /** A new, empty store under {@code host}. */
    public static FakeStore start(String host) {
        FakeStore store = new FakeStore();
        STORES.put(host, store);
        return store;
    }

    /** A {@code StoreClientFactory}. */
    public static StoreClient connect(List<StoreAddress> nodes, Duration deadline) {
        FakeStore store = STORES.get(nodes.get(0).host());
        if (store == null) {
            throw WukongsException.retriable(
                    "no store answers: address=" + nodes.get(0) + " waited=" + deadline);
        }
        return store.client(nodes.get(0));
    }

    /** From now on another node has a query. */
    public synchronized void move(String query, StoreAddress home) {
        homes.put(query, home);
    }

    synchronized StoreAddress home(String query, StoreAddress asked) {
        return homes.getOrDefault(query, asked);
    }

    public synchronized StoreClient client(StoreAddress address) {
        openClients++;
        locations.add(address.toString());
        return new FakeStoreClient(this, address);
    }

    /** Calls in their order, without registrations, requests for windows and closing. */
    public synchronized List<String> takeEvents() {
        List<String> taken = List.copyOf(events);
        events.clear();
        return taken;
    }

    public synchronized void failNextSend(WukongsException failure) {
        nextSendFailure = failure;
    }

    public synchronized int openClients() {
        return openClients;
    }

    /** Addresses at which clients connected first. */
    public synchronized Set<String> locations() {
        return Set.copyOf(locations);
    }

    public synchronized Set<String> streamNames() {
        return Set.copyOf(streams.keySet());
    }

    public synchronized long released(String query) {
        return query(query).released;
    }

    public synchronized long lateCount(String stream) {
        return stream(stream).lateCount;
    }

    /** Adds a tuple as a writer would and closes the stream up to the tuple's batch, exclusive. */
    public synchronized void put(String stream, long timeMs, String triple) {
        FakeStream target = stream(stream);
        target.insert(timeMs, triple);
        target.directStableMs = Math.max(target.directStableMs, timeMs);
        notifyAll();
    }

    /**
     * The stream is stable up to {@code timeMs}; {@code Long.MAX_VALUE} ends it, less than before
     * opens it again.
     */
    public synchronized void stable(String stream, long timeMs) {
        stream(stream).directStableMs = timeMs;
        notifyAll();
    }

    /**
     * From now on a query has {@code count} executions at each window end, as blocks may end
     * together.
     */
    public synchronized void executionsAtEachEnd(String query, int count) {
        query(query).executionsAtEachEnd = count;
    }

    synchronized void clientClosed() {
        openClients--;
    }

    synchronized long id(String term) {
        return ids.computeIfAbsent(
                term,
                t -> {
                    terms.add(t);
                    return terms.size() - 1L;
                });
    }

    public synchronized void registerStream(StreamDefinition definition) {
        FakeStream known = streams.putIfAbsent(definition.name(), new FakeStream(definition));
        if (known != null && !known.definition.equals(definition)) {
            throw WukongsException.user(
                    "another stream of that name is registered: stream=" + definition.name());
        }
    }

    public synchronized QueryDescription registerQuery(String text) {
        Matcher name = NAME.matcher(text);
        if (!name.find()) {
            throw WukongsException.user("REGISTER QUERY expected (line 1, column 1)");
        }
        FakeQuery query = new FakeQuery(name.group(1), text);
        for (Matcher window = WINDOW.matcher(text); window.find(); ) {
            stream(window.group(1));
            query.rangesMs.put(window.group(1), Long.parseLong(window.group(2)));
            query.stepMs = Long.parseLong(window.group(3));
        }
        FakeQuery known = queries.putIfAbsent(query.name, query);
        if (known != null && !known.text.equals(text)) {
            throw WukongsException.user(
                    "another query of that name is registered: query=" + query.name);
        }
        return describe(query.name);
    }

    synchronized QueryDescription describe(String name) {
        FakeQuery query = query(name);
        List<String> inputs = List.copyOf(query.rangesMs.keySet());
        return new QueryDescription(
                name, query.text, ResultForm.SELECT, FakeQuery.VARS, inputs, query.stepMs, null);
    }

    synchronized long openWriter(WriterId id, WriterOrigin origin) {
        events.add("open " + id.index() + "/" + id.count() + " attempt=" + id.attempt());
        FakeStream stream = stream(id.stream());
        stream.open(id);
        restored.addAll(origin.restored());
        notifyAll();
        return stream.epochNumber;
    }

    /** Positions that writers have been restored with, since the last call. */
    public synchronized List<MessageId> takeRestored() {
        List<MessageId> taken = List.copyOf(restored);
        restored.clear();
        return taken;
    }

    synchronized boolean commit(String stream, MessageId position) {
        if (nextCommitFailure != null) {
            WukongsException failure = nextCommitFailure;
            nextCommitFailure = null;
            throw failure;
        }
        events.add("commit " + position.writer() + " " + position.sequence());
        return streams.containsKey(stream);
    }

    public synchronized void failNextCommit(WukongsException failure) {
        nextCommitFailure = failure;
    }

    synchronized void send(WriterId id, EncodedBatch batch) {
        if (nextSendFailure != null) {
            WukongsException failure = nextSendFailure;
            nextSendFailure = null;
            throw failure;
        }
        FakeStream stream = stream(id.stream());
        stream.checkWriter(id);
        List<String> triples = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            long timeMs = batch.eventTimesMs()[i];
            if (stream.definition.batchOf(timeMs) != batch.batch()) {
                throw new IllegalStateException(
                        "a tuple is in the wrong batch: time="
                                + timeMs
                                + " batch="
                                + batch.batch());
            }
            triples.add(
                    (batch.isRemoval(i) ? "- " : "")
                            + term(batch.subjects()[i])
                            + " "
                            + term(batch.pid(i))
                            + " "
                            + term(batch.objects()[i]));
        }
        events.add((batch.late() ? "late " : "send ") + batch.batch() + " " + triples);
        if (batch.late()) {
            stream.lateCount += batch.size();
            return;
        }
        if (batch.batch() <= stream.closed.getOrDefault(id.index(), StreamAdaptor.NO_BATCH)) {
            throw new IllegalStateException(
                    "a closed batch gets tuples that are not late: batch=" + batch.batch());
        }
        for (int i = 0; i < batch.size(); i++) {
            stream.insert(batch.eventTimesMs()[i], triples.get(i));
        }
    }

    synchronized void closeUpTo(WriterId id, long batch) {
        FakeStream stream = stream(id.stream());
        stream.checkWriter(id);
        events.add("close " + batch);
        stream.closed.put(id.index(), batch);
        notifyAll();
    }

    synchronized void idle(WriterId id) {
        stream(id.stream()).checkWriter(id);
        events.add("idle");
    }

    synchronized long flush(WriterId id) {
        FakeStream stream = stream(id.stream());
        stream.checkWriter(id);
        events.add("flush");
        return stream.stableMs();
    }

    /** Streams only, with the time of their newest tuple. */
    synchronized StoreStatus status() {
        List<StreamStatus> statuses = new ArrayList<>();
        for (FakeStream stream : streams.values()) {
            StreamDefinition definition = stream.definition;
            long newestMs = stream.tuples.isEmpty() ? Long.MIN_VALUE : stream.tuples.lastKey();
            statuses.add(
                    new StreamStatus(
                            definition.name(),
                            definition.batchIntervalMs(),
                            definition.graph(),
                            stream.stableMs(),
                            0,
                            stream.lateCount,
                            0,
                            0,
                            0,
                            1,
                            1,
                            false,
                            0,
                            0,
                            newestMs,
                            0,
                            0));
        }
        return new StoreStatus(
                0, 0, null, statuses, List.of(), List.of(), null, null, List.of(), List.of(),
                List.of());
    }

    synchronized void attach(String name, long fromWindowEndMs) {
        FakeQuery query = query(name);
        query.attached = true;
        events.add("attach " + name + " " + fromWindowEndMs);
    }

    synchronized void detach(String name) {
        events.add("detach " + name);
    }

    public synchronized void release(String name, long windowEndMs) {
        FakeQuery query = query(name);
        query.released = Math.max(query.released, windowEndMs);
        notifyAll();
    }

    synchronized List<FetchedWindows> fetch(
            List<WindowsWanted> wanted, int windowsMax, Duration wait) throws InterruptedException {
        for (WindowsWanted next : wanted) {
            FakeQuery query = query(next.of());
            if (!query.attached) {
                throw new IllegalStateException(
                        "windows are asked for before attaching: query=" + next.of());
            }
            query.checkNotReleased(next.fromWindowEndMs());
        }
        long deadlineNs = System.nanoTime() + wait.toNanos();
        List<FetchedWindows> fetched = ready(wanted, windowsMax);
        for (long leftNs = wait.toNanos(); leftNs > 0 && isEmpty(fetched); ) {
            wait(leftNs / 1_000_000, (int) (leftNs % 1_000_000));
            leftNs = deadlineNs - System.nanoTime();
            fetched = ready(wanted, windowsMax);
        }
        return fetched;
    }

    private static boolean isEmpty(List<FetchedWindows> fetched) {
        return fetched.stream().allMatch(one -> one.results().isEmpty());
    }

    private List<FetchedWindows> ready(List<WindowsWanted> wanted, int windowsMax) {
        List<FetchedWindows> fetched = new ArrayList<>();
        int left = windowsMax;
        for (int i = 0; i < wanted.size() && left > 0; i++) {
            WindowsWanted next = wanted.get(i);
            int most = Math.min(left, next.windowsMax());
            fetched.add(ready(query(next.of()), next.fromWindowEndMs(), most));
            left -= fetched.get(i).results().size();
        }
        return fetched;
    }

    private FetchedWindows ready(FakeQuery query, long from, int windowsMax) {
        long stableMs = Long.MAX_VALUE;
        long firstTupleMs = Long.MAX_VALUE;
        long lastTupleMs = Long.MIN_VALUE;
        for (String name : query.rangesMs.keySet()) {
            FakeStream stream = stream(name);
            stableMs = Math.min(stableMs, stream.stableMs());
            if (!stream.tuples.isEmpty()) {
                firstTupleMs = Math.min(firstTupleMs, stream.tuples.firstKey());
                lastTupleMs = Math.max(lastTupleMs, stream.tuples.lastKey());
            }
        }
        if (lastTupleMs == Long.MIN_VALUE) {
            return fetched(query, List.of(), from, stableMs, lastTupleMs);
        }
        long step = query.stepMs;
        long first = (Math.floorDiv(firstTupleMs, step) + 1) * step;
        long next =
                from == Long.MIN_VALUE
                        ? first
                        : Math.max(first, -Math.floorDiv(-from, step) * step);
        List<WindowResult> results = new ArrayList<>();
        for (; next <= stableMs && results.size() < windowsMax; next += step) {
            for (int i = 0; i < query.executionsAtEachEnd; i++) {
                results.add(query.execute(next, streams));
            }
        }
        return fetched(query, results, next, stableMs, lastTupleMs);
    }

    private static FetchedWindows fetched(
            FakeQuery query,
            List<WindowResult> results,
            long nextMs,
            long stableMs,
            long lastTupleMs) {
        List<TemplateWindow> windows =
                results.stream()
                        .map(
                                result ->
                                        new TemplateWindow(
                                                result.windowEndMs(),
                                                result.snapshot(),
                                                result.engineNs(),
                                                List.of(new MemberRows(1, result.rows())),
                                                List.of()))
                        .toList();
        return new FetchedWindows(
                query.name,
                ResultForm.SELECT,
                FakeQuery.VARS,
                windows,
                nextMs,
                stableMs,
                lastTupleMs,
                1,
                0);
    }

    private String term(long id) {
        return terms.get((int) id);
    }

    private FakeStream stream(String name) {
        FakeStream stream = streams.get(name);
        if (stream == null) {
            throw WukongsException.user("unknown stream: stream=" + name);
        }
        return stream;
    }

    private FakeQuery query(String name) {
        FakeQuery query = queries.get(name);
        if (query == null) {
            throw WukongsException.user("unknown query: query=" + name);
        }
        return query;
    }

    private static final class FakeStream {

        private final StreamDefinition definition;
        private final TreeMap<Long, Set<String>> tuples = new TreeMap<>();
        private final Map<Integer, Long> closed = new HashMap<>();
        private WriterId epoch;
        private long epochNumber;
        private long directStableMs = Long.MIN_VALUE;
        private long lateCount;

        FakeStream(StreamDefinition definition) {
            this.definition = definition;
        }

        void insert(long timeMs, String triple) {
            tuples.computeIfAbsent(timeMs, t -> new LinkedHashSet<>()).add(triple);
        }

        void open(WriterId id) {
            boolean same = epoch != null && epoch.incarnation().equals(id.incarnation());
            if (same && id.attempt() < epoch.attempt()) {
                throw WukongsException.retriable("the writer is fenced: attempt=" + id.attempt());
            }
            if (!same || id.attempt() > epoch.attempt()) {
                epoch = id;
                epochNumber++;
                closed.clear();
            }
            closed.put(id.index(), StreamAdaptor.NO_BATCH);
        }

        void checkWriter(WriterId id) {
            if (!epoch.incarnation().equals(id.incarnation()) || epoch.attempt() != id.attempt()) {
                throw WukongsException.retriable("the writer is fenced: attempt=" + id.attempt());
            }
        }

        long stableMs() {
            if (epoch == null) {
                return directStableMs;
            }
            long least = closed.size() < epoch.count() ? StreamAdaptor.NO_BATCH : Long.MAX_VALUE;
            for (long batch : closed.values()) {
                least = Math.min(least, batch);
            }
            boolean atEnds =
                    least == StreamAdaptor.NO_BATCH || least == StreamAdaptor.END_OF_STREAM;
            return atEnds ? least : definition.batchEndMs(least);
        }
    }

    private static final class FakeQuery {

        private static final List<String> VARS = List.of("s", "p", "o");

        private final String name;
        private final String text;
        private final Map<String, Long> rangesMs = new LinkedHashMap<>();
        private long stepMs;
        private int executionsAtEachEnd = 1;
        private boolean attached;
        private long released = Long.MIN_VALUE;

        FakeQuery(String name, String text) {
            this.name = name;
            this.text = text;
        }

        void checkNotReleased(long fromWindowEndMs) {
            if (fromWindowEndMs != Long.MIN_VALUE && fromWindowEndMs < released) {
                throw WukongsException.user(
                        StoreClient.WINDOW_GONE
                                + ": query="
                                + name
                                + " windowEndMs="
                                + fromWindowEndMs
                                + " released="
                                + released);
            }
        }

        WindowResult execute(long windowEndMs, Map<String, FakeStream> streams) {
            Set<String> found = new TreeSet<>();
            rangesMs.forEach(
                    (stream, rangeMs) ->
                            streams.get(stream)
                                    .tuples
                                    .subMap(windowEndMs - rangeMs, windowEndMs)
                                    .values()
                                    .forEach(found::addAll));
            List<String[]> rows = new ArrayList<>();
            found.forEach(triple -> rows.add(triple.split(" ", 3)));
            return new WindowResult(
                    name, windowEndMs, windowEndMs, ResultForm.SELECT, VARS, rows, 5_000);
        }
    }
}
