package org.wukongs.benchmarks.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.wukongs.benchmarks.lsbench.data.BenchQuery;
import org.wukongs.benchmarks.lsbench.data.QueryClass;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.measure.Executions;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.client.WindowResult;
import org.wukongs.client.WindowsReleased;
import org.wukongs.client.WindowsWanted;
import org.wukongs.error.WukongsException;

/** Reads the windows of continuous queries in a thread of its own, as a job's source does. */
final class QueryWindows implements AutoCloseable {

    private static final Duration CONNECT = Duration.ofSeconds(20);
    private static final Duration WAIT = Duration.ofMillis(100);
    private static final String READER = "bench";
    private static final int WINDOWS_MAX = 64;

    /** Without a window for so long, the run has failed. */
    private static final long STALL_NS = 60_000_000_000L;

    private final StoreClient client;
    private final Map<String, QueryClass> classOf;
    private final long fromMs;
    private final long endMs;
    private final Map<QueryClass, Executions> classes = Executions.of(QueryClass.class);
    private final SortedMap<String, Long> digests = new TreeMap<>();
    private volatile boolean closed;
    private CompletableFuture<Void> reading;

    private QueryWindows(StoreClient client, List<BenchQuery> queries, long fromMs, long endMs) {
        this.client = client;
        this.classOf =
                queries.stream()
                        .collect(Collectors.toMap(BenchQuery::name, BenchQuery::queryClass));
        this.fromMs = fromMs;
        this.endMs = endMs;
        classOf.keySet().forEach(name -> digests.put(name, 0L));
    }

    /** Reads from now on; what counts are windows that end after {@code fromMs}, up to the end. */
    static QueryWindows read(StoreAddress node, List<BenchQuery> queries, long fromMs, long endMs) {
        StoreClient client = StoreClient.connect(List.of(node), CONNECT);
        QueryWindows windows = new QueryWindows(client, queries, fromMs, endMs);
        for (BenchQuery query : queries) {
            client.attachReader(ReaderId.ofQuery(READER, query.name()), ReaderStart.earliest());
        }
        windows.reading = CompletableFuture.runAsync(windows::run);
        return windows;
    }

    private void run() {
        Map<String, Long> next = new TreeMap<>();
        classOf.keySet().forEach(name -> next.put(name, Long.MIN_VALUE));
        long progressNs = System.nanoTime();
        while (!next.isEmpty() && !closed) {
            List<WindowsWanted> wanted = new ArrayList<>();
            next.forEach(
                    (name, from) -> wanted.add(WindowsWanted.ofQuery(name, from, WINDOWS_MAX)));
            List<WindowsReleased> released = new ArrayList<>();
            for (FetchedWindows fetched : client.fetchWindows(READER, wanted, WINDOWS_MAX, WAIT)) {
                fetched.results().forEach(this::take);
                long nextMs = fetched.nextWindowEndMs();
                next.put(fetched.name(), nextMs);
                if (!fetched.windows().isEmpty()) {
                    progressNs = System.nanoTime();
                    ReaderId reader = ReaderId.ofQuery(READER, fetched.name());
                    released.add(new WindowsReleased(reader, nextMs));
                }
                if (nextMs > endMs) {
                    next.remove(fetched.name());
                }
            }
            client.releaseWindows(released);
            if (System.nanoTime() - progressNs > STALL_NS) {
                throw WukongsException.fatal("no window comes: queries=" + next.keySet());
            }
        }
    }

    private void take(WindowResult window) {
        long atMs = window.windowEndMs();
        if (atMs <= fromMs || atMs > endMs) {
            return;
        }
        classes.get(classOf.get(window.query())).add(window.engineNs(), window.rows().size());
        long sum = atMs / BenchNode.STEP_MS;
        for (String[] row : window.rows()) {
            sum += (long) Arrays.hashCode(row) * Long.hashCode(atMs);
        }
        digests.merge(window.query(), sum, Long::sum);
    }

    /** Waits until all windows are there. */
    void await() {
        try {
            reading.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof WukongsException failure) {
                throw failure;
            }
            throw e;
        }
    }

    Map<QueryClass, Executions> classes() {
        return classes;
    }

    /** A number for each query that its rows and their windows make, in any order. */
    SortedMap<String, Long> digests() {
        return digests;
    }

    @Override
    public void close() {
        closed = true;
        reading.exceptionally(failure -> null).join();
        client.close();
    }
}
