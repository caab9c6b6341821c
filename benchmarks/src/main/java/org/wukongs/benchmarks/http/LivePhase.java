package org.wukongs.benchmarks.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.error.WukongsException;

/** Processor time of the store for windows of one query that many clients read live. */
final class LivePhase {

    private static final int[] READERS = {1, 100};
    private static final int TUPLES = 500;
    private static final int BATCH_MS = 100;
    private static final String QUERY =
            "REGISTER QUERY live AS SELECT ?s ?o FROM STREAM <http://x/s> [RANGE 100ms STEP 100ms]"
                    + " WHERE { GRAPH <http://x/s> { ?s <http://x/p> ?o } }";

    private LivePhase() {}

    static void run(Path folder, String heap, int windows, Recorder recorder) throws IOException {
        Table table = new Table("live", "Live results: processor time of the store for a window");
        double one = 0;
        for (int readers : READERS) {
            recorder.say("live results, %d readers", readers);
            try (SparqlServer server = SparqlServer.wukongs(folder, heap, null)) {
                double cpuUs = cpuNsPerWindow(server, readers, windows) / Units.NS_PER_US;
                one = one == 0 ? cpuUs : one;
                table.row()
                        .cell("readers", readers)
                        .cell("windows", windows)
                        .cell("rows", "rows a window", TUPLES)
                        .cell("cpuUs", "CPU µs a window", cpuUs)
                        .cell("ratio", "of that of one reader", cpuUs / one);
            }
        }
        recorder.table(table.note("to reach: 1.5x; tuples in are part of it"));
    }

    private static double cpuNsPerWindow(SparqlServer server, int readers, int windows)
            throws IOException {
        URI endpoint = server.endpoint();
        try (KeptConnection writer = new KeptConnection(endpoint)) {
            writer.ask(
                    KeptConnection.post(
                            endpoint,
                            "/streams",
                            "{\"name\": \"http://x/s\", \"timingPredicates\": [\"http://x/p\"]}"));
            writer.ask(KeptConnection.post(endpoint, "/queries", QUERY));
            int warmUp = windows / 2 + 1;
            CountDownLatch begun = new CountDownLatch(readers);
            CountDownLatch warm = new CountDownLatch(readers);
            CountDownLatch done = new CountDownLatch(readers);
            List<KeptConnection> connections = new ArrayList<>();
            for (int i = 0; i < readers; i++) {
                connections.add(new KeptConnection(endpoint));
                InputStream in =
                        connections
                                .get(i)
                                .open(KeptConnection.get(endpoint, "/queries/live/results"));
                Thread thread =
                        new Thread(() -> read(in, warmUp, windows, begun, warm, done), "live");
                thread.setDaemon(true);
                thread.start();
            }
            await(begun);
            send(writer, endpoint, 0, warmUp);
            await(warm);
            long beforeNs = server.process().cpuNs();
            send(writer, endpoint, warmUp, windows);
            await(done);
            double cpuNs = server.process().cpuNs() - beforeNs;
            for (KeptConnection connection : connections) {
                connection.close();
            }
            return cpuNs / windows;
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("interrupted");
        }
    }

    private static void send(KeptConnection writer, URI endpoint, int first, int count)
            throws IOException {
        for (int window = first; window < first + count; window++) {
            long fromMs = 1_000_000L + (long) window * BATCH_MS;
            StringBuilder body = new StringBuilder();
            for (int i = 0; i < TUPLES; i++) {
                body.append(fromMs + i % BATCH_MS)
                        .append("\t<http://x/subject/")
                        .append(i)
                        .append("> <http://x/p> <http://x/object/")
                        .append(i * 7 % TUPLES)
                        .append("> .\n");
            }
            writer.ask(
                    KeptConnection.post(
                            endpoint,
                            "/streams/http%3A%2F%2Fx%2Fs?closeUpTo=" + (fromMs + BATCH_MS),
                            body.toString()));
        }
    }

    /** Counts the lines with rows. */
    private static void read(
            InputStream in,
            int warmUp,
            int windows,
            CountDownLatch begun,
            CountDownLatch warm,
            CountDownLatch done) {
        byte[] mark = "\"windowEnd\"".getBytes(StandardCharsets.US_ASCII);
        byte[] buffer = new byte[1 << 16];
        int matched = 0;
        int seen = 0;
        boolean first = true;
        try {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                if (first) {
                    first = false;
                    begun.countDown();
                }
                for (int i = 0; i < count; i++) {
                    matched = buffer[i] == mark[matched] ? matched + 1 : buffer[i] == '"' ? 1 : 0;
                    if (matched == mark.length) {
                        matched = 0;
                        seen++;
                        if (seen == warmUp) {
                            warm.countDown();
                        }
                        if (seen == warmUp + windows) {
                            done.countDown();
                        }
                    }
                }
            }
        } catch (IOException e) {
            begun.countDown(); // closed, at the end of the run
        }
    }
}
