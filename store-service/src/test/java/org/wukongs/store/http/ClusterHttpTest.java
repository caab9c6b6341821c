package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.naive.Waits;
import org.wukongs.store.server.TestCluster;
import org.wukongs.stream.StreamDefinition;

/** Any node of a cluster answers HTTP, or says which one to ask. */
@Timeout(120)
class ClusterHttpTest {

    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final String STREAM = "{\"name\": \"http://x/s\"}";
    private static final String STREAM_PATH = "streams/http%3A%2F%2Fx%2Fs";

    private static final String QUERY =
            "REGISTER QUERY q AS SELECT ?a FROM STREAM <http://x/s> [RANGE 1s STEP 1s] WHERE { ?a"
                    + " <http://x/p> ?b }";

    private final List<StoreHttpServer> http = new ArrayList<>();
    private final HttpClient strict =
            HttpClient.newBuilder().followRedirects(Redirect.NEVER).build();
    private final HttpClient following =
            HttpClient.newBuilder().followRedirects(Redirect.NORMAL).build();
    private TestCluster cluster;

    @BeforeEach
    void start() throws Exception {
        cluster = TestCluster.of(1, 2, 3);
        // The third node answers clients only.
        for (int node = 0; node < 2; node++) {
            http.add(
                    StoreHttpServer.start(
                            cluster.servers().get(node), HttpConfig.of("127.0.0.1", 0)));
        }
    }

    @AfterEach
    void close() {
        http.forEach(StoreHttpServer::close);
        cluster.close();
    }

    private HttpResponse<String> ask(
            HttpClient client, int node, String method, String path, String body) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(http.get(node).url() + path))
                        .timeout(DEADLINE)
                        .method(method, BodyPublishers.ofString(body))
                        .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private boolean answers(int node, String path, int status) {
        try {
            return ask(strict, node, "GET", path, "").statusCode() == status;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private JsonNode json(int node, String path) throws Exception {
        HttpResponse<String> answer = ask(strict, node, "GET", path, "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new ObjectMapper().readTree(answer.body());
    }

    @Test
    void metricsSayWhatCarriesTheReadsOfEachOtherNode() throws Exception {
        assertThat(ask(strict, 0, "GET", "metrics", "").body())
                .contains("wukongs_peer_fabric{fabric=\"tcp\",node=\"2\",reason=\"\"} 1.0")
                .contains("wukongs_peer_fabric{fabric=\"tcp\",node=\"3\",reason=\"\"} 1.0")
                .doesNotContain("node=\"1\"");
    }

    @Test
    void aRequestAboutAnotherNodesStreamIsSentThere() throws Exception {
        assertThat(ask(strict, 0, "POST", "streams", STREAM).statusCode()).isEqualTo(201);
        Waits.await(() -> answers(1, STREAM_PATH, 307));
        HttpResponse<String> sent =
                ask(
                        strict,
                        1,
                        "POST",
                        STREAM_PATH + "?closeUpTo=2000",
                        "1000\t<x:a> <x:b> <x:c> .");
        assertThat(sent.statusCode()).isEqualTo(307);
        assertThat(sent.headers().firstValue("Location"))
                .contains(http.get(0).url() + STREAM_PATH + "?closeUpTo=2000");
        assertThat(ask(strict, 1, "GET", STREAM_PATH, "").statusCode()).isEqualTo(307);
        assertThat(ask(strict, 1, "POST", "queries", QUERY).statusCode()).isEqualTo(307);

        String tuples = "1000\t<http://x/a> <http://x/p> <http://x/c> .";
        HttpResponse<String> taken =
                ask(following, 1, "POST", STREAM_PATH + "?closeUpTo=2000", tuples);
        assertThat(taken.statusCode()).as(taken.body()).isEqualTo(200);
        assertThat(ask(following, 1, "POST", "streams", STREAM).statusCode()).isEqualTo(200);
        assertThat(ask(following, 1, "POST", "queries", QUERY).statusCode()).isEqualTo(201);
        Waits.await(() -> answers(1, "queries/q", 307));
        assertThat(ask(following, 1, "GET", "queries/q", "").body()).contains("\"q\"");
        HttpResponse<String> live = ask(strict, 1, "GET", "queries/q/results?from=earliest", "");
        assertThat(live.statusCode()).isEqualTo(307);
        assertThat(live.headers().firstValue("Location"))
                .contains(http.get(0).url() + "queries/q/results?from=earliest");
        HttpResponse<String> liveTuples = ask(strict, 1, "GET", STREAM_PATH + "/results", "");
        assertThat(liveTuples.statusCode()).isEqualTo(307);
        assertThat(liveTuples.headers().firstValue("Location"))
                .contains(http.get(0).url() + STREAM_PATH + "/results");
        for (int node = 0; node < 2; node++) {
            assertThat(json(node, "queries").at("/queries/0/name").asText()).isEqualTo("q");
            assertThat(json(node, "streams").at("/streams/0/tupleCount").asInt()).isEqualTo(1);
            assertThat(json(node, "status").at("/streams/0/name").asText()).isEqualTo("http://x/s");
        }
        assertThat(ask(following, 1, "DELETE", "queries/q", "").statusCode()).isEqualTo(204);
        assertThat(ask(following, 1, "DELETE", "queries/q", "").statusCode()).isEqualTo(404);
        assertThat(ask(following, 1, "DELETE", STREAM_PATH, "").statusCode()).isEqualTo(204);
        Waits.await(() -> answers(1, STREAM_PATH, 404));
        assertThat(ask(strict, 1, "POST", "streams", STREAM).statusCode()).isEqualTo(201);
    }

    @Test
    void aNodeWithoutHttpIsNamed() throws Exception {
        cluster.client(2).registerStream(StreamDefinition.of("http://x/s"));
        Waits.await(() -> answers(0, STREAM_PATH, 422));
        HttpResponse<String> refused = ask(strict, 0, "GET", STREAM_PATH, "");
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body()).contains("does not answer HTTP: node=3");
    }

    @Test
    void theClusterIsShownWithANodeThatDoesNotAnswer() throws Exception {
        assertThat(ask(strict, 1, "POST", "streams", STREAM).statusCode()).isEqualTo(201);
        Waits.await(() -> answers(0, STREAM_PATH, 307));
        CountDownLatch goOn = new CountDownLatch(1);
        CompletableFuture<Boolean> paused =
                cluster.servers()
                        .get(1)
                        .submit(
                                node -> {
                                    TestCluster.await(goOn);
                                    return true;
                                });
        JsonNode nodes = json(0, "cluster").get("nodes");
        goOn.countDown();
        assertThat(paused.join()).isTrue();
        assertThat(nodes.findValuesAsText("node")).containsExactly("1", "2", "3");
        assertThat(nodes.at("/0/failure").isNull()).isTrue();
        assertThat(nodes.at("/0/httpAddress").asText() + "/").isEqualTo(http.get(0).url());
        assertThat(nodes.at("/1/failure").asText()).isEqualTo("no answer in 2000 ms");
        assertThat(nodes.at("/1/tripleCount").isNull()).isTrue();
        assertThat(nodes.at("/1/streams/0").asText()).isEqualTo("http://x/s");
        assertThat(nodes.at("/2/partitionCount").asInt()).isBetween(341, 342);
        assertThat(nodes.at("/2/httpAddress").isNull()).isTrue();
    }
}
