package org.wukongs.store.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.wukongs.client.StoreClient;
import org.wukongs.csparql.NTriples;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.security.StoreSecurity;
import org.wukongs.store.server.ConnectionLimits;
import org.wukongs.store.server.LogSettings;
import org.wukongs.store.server.StoreServer;
import org.wukongs.store.server.TestCluster;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;

/**
 * A store with its HTTP face on free ports, and a client that is the JDK's. If the store has
 * several nodes, each request goes to the next one.
 */
final class HttpTestStore implements AutoCloseable {

    private static final Duration DEADLINE = Duration.ofSeconds(30);

    final StoreServer store;
    final StoreHttpServer http;
    final HttpClient client;
    private final List<StoreHttpServer> faces = new ArrayList<>(); // of all nodes
    private final AutoCloseable servers;
    private int requestCount;

    HttpTestStore() {
        this(HttpConfig.of("127.0.0.1", 0));
    }

    HttpTestStore(HttpConfig config) {
        this(StoreConfig.DEFAULT, config);
    }

    HttpTestStore(StoreConfig limits) {
        this(limits, HttpConfig.of("127.0.0.1", 0));
    }

    HttpTestStore(StoreConfig limits, HttpConfig config) {
        this(StoreServer.start(limits, "127.0.0.1", 0), config);
    }

    /** The server is closed with this. */
    HttpTestStore(StoreServer store, HttpConfig config) {
        this(store, List.of(store), store, config, HttpClient.newHttpClient());
    }

    /** A store with TLS, tokens or both, and a client that trusts it. */
    static HttpTestStore secured(
            StoreConfig config,
            StoreSecurity.Settings settings,
            HttpLimits limits,
            HttpClient client) {
        StoreServer store =
                StoreServer.start(
                        config,
                        ConnectionLimits.DEFAULT,
                        null,
                        LogSettings.DEFAULT,
                        "127.0.0.1",
                        0,
                        null,
                        settings);
        HttpConfig http = HttpConfig.of("127.0.0.1", 0).withLimits(limits);
        return new HttpTestStore(store, List.of(store), store, http, client);
    }

    /** Of servers that are one store. They are closed with this. */
    HttpTestStore(TestCluster cluster) {
        this(
                cluster.servers().get(0),
                cluster.servers(),
                cluster,
                HttpConfig.of("127.0.0.1", 0),
                HttpClient.newHttpClient());
    }

    private HttpTestStore(
            StoreServer first,
            List<StoreServer> all,
            AutoCloseable servers,
            HttpConfig config,
            HttpClient client) {
        this.store = first;
        this.client = client;
        this.servers = servers;
        all.forEach(server -> faces.add(StoreHttpServer.start(server, config)));
        this.http = faces.get(0);
    }

    /** Adds triples, three terms each, as N-Triples. */
    void load(String graph, List<String[]> triples) {
        try (StoreClient loading = StoreClient.connect(List.of(store.address()), DEADLINE)) {
            List<Tuple> tuples = new ArrayList<>();
            for (String[] triple : triples) {
                tuples.add(
                        new Tuple(
                                0,
                                NTriples.canonical(triple[0]),
                                NTriples.canonical(triple[1]),
                                NTriples.canonical(triple[2])));
            }
            TupleEncoder encoder = new TupleEncoder(loading.strings());
            loading.load(graph, encoder.encode(new TupleBatch(0, false, tuples)));
        }
    }

    /** Subjects {@code <urn:0>} and so on, all with the predicate {@code <urn:p>}. */
    void loadNumbers(long count) {
        load(
                StreamDefinition.STORED,
                LongStream.range(0, count)
                        .mapToObj(i -> new String[] {"<urn:" + i + ">", "<urn:p>", "\"" + i + "\""})
                        .toList());
    }

    URI uri(String path) {
        StoreHttpServer next = faces.get(requestCount++ % faces.size());
        return URI.create(next.url() + path.substring(1));
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    HttpResponse<String> query(String text, String... headers) {
        return send("GET", "/sparql?query=" + encode(text), null, headers);
    }

    HttpResponse<String> get(String path) {
        return send("GET", path, null);
    }

    /** {@code headers} are names and values in turn. */
    HttpResponse<String> send(String method, String path, String body, String... headers) {
        return sendBytes(
                method, path, body == null ? null : body.getBytes(StandardCharsets.UTF_8), headers);
    }

    HttpResponse<String> sendBytes(String method, String path, byte[] body, String... headers) {
        try {
            return client.send(
                    request(method, path, body, headers),
                    BodyHandlers.ofString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    HttpRequest request(String method, String path, byte[] body, String... headers) {
        BodyPublisher publisher =
                body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body);
        HttpRequest.Builder builder =
                HttpRequest.newBuilder(uri(path)).timeout(DEADLINE).method(method, publisher);
        if (headers.length > 0) {
            builder.headers(headers);
        }
        return builder.build();
    }

    @Override
    public void close() {
        faces.forEach(StoreHttpServer::close);
        try {
            servers.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
