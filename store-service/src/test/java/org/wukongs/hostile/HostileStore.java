package org.wukongs.hostile;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.store.cli.StoreJvm;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;

/** A store in a process of its own with a small heap. */
final class HostileStore implements AutoCloseable {

    static final int QUERY_TIME_MAX_MS = 500;

    private static final int SIGTERM_EXIT = 128 + 15;
    private static final int HUB_SIZE = 20_000;
    private static final int CLIQUE_SIZE = 40;
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final Process process;
    private final StoreAddress address;
    private final String url;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

    private HostileStore(Process process, StoreAddress address, String url) {
        this.process = process;
        this.address = address;
        this.url = url;
    }

    /** What it writes to standard error goes into {@code errors}. */
    static HostileStore start(Path errors) throws IOException {
        return start(errors, QUERY_TIME_MAX_MS);
    }

    static HostileStore start(Path errors, int queryTimeMaxMs) throws IOException {
        StoreJvm jvm =
                StoreJvm.start(
                        StoreJvm.command(
                                List.of("-Xmx256m"),
                                "--http",
                                "0",
                                "--workers",
                                "2",
                                "--query-time-max",
                                queryTimeMaxMs + "ms"),
                        errors);
        HostileStore store = new HostileStore(jvm.process(), jvm.address(), jvm.url());
        store.fill();
        return store;
    }

    private void fill() {
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 0; i < HUB_SIZE; i++) {
            tuples.add(triple("hub", "p", "<http://x/o" + i + ">"));
        }
        for (int i = 0; i < 1_000; i++) {
            tuples.add(
                    triple(
                            "hub",
                            "n",
                            "\"" + i + "\"^^<http://www.w3.org/2001/XMLSchema#integer>"));
        }
        for (int i = 0; i < CLIQUE_SIZE * CLIQUE_SIZE; i++) {
            String other = "<http://x/c" + i / CLIQUE_SIZE + ">";
            tuples.add(triple("c" + i % CLIQUE_SIZE, "knows", other));
        }
        tuples.add(triple("t", "text", "\"" + "a".repeat(40) + "!\""));
        try (StoreClient client = connect()) {
            client.load(
                    StreamDefinition.STORED,
                    new TupleEncoder(client.strings()).encode(new TupleBatch(0, false, tuples)));
        }
    }

    private static Tuple triple(String subject, String predicate, String object) {
        return new Tuple(0, "<http://x/" + subject + ">", "<http://x/" + predicate + ">", object);
    }

    StoreClient connect() {
        return StoreClient.connect(List.of(address), DEADLINE);
    }

    StoreAddress address() {
        return address;
    }

    /** Whether all that was loaded is found. */
    boolean answersRight() {
        try (StoreClient client = connect()) {
            String count =
                    client.query("SELECT (COUNT(*) AS ?n) { <http://x/hub> <http://x/p> ?o }")
                            .rows()
                            .get(0)[0];
            return count.startsWith("\"" + HUB_SIZE + "\"");
        }
    }

    /** Status of the answer to a query over HTTP; its body is read to its end. */
    int query(String text) throws IOException, InterruptedException {
        return http.send(request(text), HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    /** As above, for who does not wait. */
    CompletableFuture<Integer> begin(String text) {
        return http.sendAsync(request(text), HttpResponse.BodyHandlers.discarding())
                .thenApply(HttpResponse::statusCode);
    }

    private HttpRequest request(String text) {
        return HttpRequest.newBuilder(URI.create(url + "/sparql"))
                .header("Content-Type", "application/sparql-query")
                .POST(HttpRequest.BodyPublishers.ofString(text))
                .build();
    }

    /** The page of metrics. */
    String metrics() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/metrics")).build();
        return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    /** Milliseconds until {@code /health} says that all is well. */
    long healthMs() throws IOException, InterruptedException {
        long startNs = System.nanoTime();
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(url + "/health"))
                        .timeout(Duration.ofSeconds(20))
                        .build();
        int status = http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        if (status != 200) {
            throw new IOException("unhealthy: status=" + status);
        }
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** SIGTERM; whether it ends within that time, as one does that was told to. */
    boolean endsWithin(long seconds) throws InterruptedException {
        process.destroy();
        return process.waitFor(seconds, TimeUnit.SECONDS) && process.exitValue() == SIGTERM_EXIT;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
