package org.wukongs.benchmarks.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.wukongs.benchmarks.engine.NamedQuery;
import org.wukongs.benchmarks.measure.Statistics;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.error.WukongsException;

/** Queries a server: each query alone, then the mix over some connections. */
final class ServerRun {

    private static final String JSON = "application/sparql-results+json";
    private static final String LINES = "text/tab-separated-values";
    private static final int RUNS_MIN = 3;

    private final URI endpoint;
    private final List<NamedQuery> queries;
    private final List<NamedQuery> mix;
    private final int connections;
    private final double warmUpSeconds;
    private final double seconds;

    ServerRun(
            URI endpoint,
            List<NamedQuery> queries,
            List<NamedQuery> mix,
            int connections,
            double warmUpSeconds,
            double seconds) {
        this.endpoint = endpoint;
        this.queries = queries;
        this.mix = mix;
        this.connections = connections;
        this.warmUpSeconds = warmUpSeconds;
        this.seconds = seconds;
    }

    ServerFigures measure() throws IOException {
        Map<String, Long> rows = new LinkedHashMap<>();
        Map<String, Double> medians = new LinkedHashMap<>();
        long mixRows = 0;
        try (KeptConnection connection = new KeptConnection(endpoint)) {
            for (NamedQuery query : queries) {
                rows.put(query.name(), rows(connection, query));
                byte[] request = KeptConnection.request(endpoint, query.text(), JSON);
                samples(connection, request, warmUpSeconds);
                medians.put(query.name(), Statistics.median(samples(connection, request, seconds)));
            }
            for (NamedQuery query : mix) {
                mixRows += rows(connection, query);
            }
        }
        mix(warmUpSeconds);
        return new ServerFigures(rows, medians, mixRows, mix(seconds));
    }

    private long rows(KeptConnection connection, NamedQuery query) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        connection.ask(KeptConnection.request(endpoint, query.text(), LINES), body);
        long lines = 0;
        for (byte b : body.toByteArray()) {
            lines += b == '\n' ? 1 : 0;
        }
        return lines - 1;
    }

    private static long[] samples(KeptConnection connection, byte[] request, double forSeconds)
            throws IOException {
        LongStream.Builder ns = LongStream.builder();
        long endNs = System.nanoTime() + Units.ns(forSeconds);
        for (int i = 0; i < RUNS_MIN || System.nanoTime() < endNs; i++) {
            long startNs = System.nanoTime();
            connection.ask(request);
            ns.add(System.nanoTime() - startNs);
        }
        return ns.build().toArray();
    }

    /** Returns requests a second. */
    private double mix(double forSeconds) {
        List<byte[]> requests =
                mix.stream().map(q -> KeptConnection.request(endpoint, q.text(), JSON)).toList();
        ExecutorService threads = Executors.newFixedThreadPool(connections);
        List<Callable<Double>> clients = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            int first = requests.size() * i / connections;
            clients.add(() -> client(requests, first, forSeconds));
        }
        double perSecond = 0;
        try {
            for (Future<Double> client : threads.invokeAll(clients)) {
                perSecond += client.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("interrupted");
        } catch (ExecutionException e) {
            throw new WukongsException(
                    WukongsException.Category.FATAL, "a client failed: reason=" + e.getCause(), e);
        } finally {
            threads.shutdown();
        }
        return perSecond;
    }

    private double client(List<byte[]> requests, int first, double forSeconds) throws IOException {
        try (KeptConnection connection = new KeptConnection(endpoint)) {
            long count = 0;
            int next = first;
            long startNs = System.nanoTime();
            long endNs = startNs + Units.ns(forSeconds);
            while (System.nanoTime() < endNs) {
                connection.ask(requests.get(next));
                next = next + 1 == requests.size() ? 0 : next + 1;
                count++;
            }
            return count * Units.NS_PER_S / (System.nanoTime() - startNs);
        }
    }
}
