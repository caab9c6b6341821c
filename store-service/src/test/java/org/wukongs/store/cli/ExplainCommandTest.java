package org.wukongs.store.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.store.http.HttpConfig;
import org.wukongs.store.http.StoreHttpServer;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.server.StoreServer;
import org.wukongs.stream.StreamDefinition;

@Timeout(60)
class ExplainCommandTest {

    private static final String QUERY =
            "REGISTER QUERY q AS SELECT ?s FROM STREAM s [RANGE 1s STEP 1s] { ?s <urn:p> ?o }";

    @Test
    void plansOfRegisteredQueriesArePrinted() throws Exception {
        try (StoreServer server = StoreServer.start(StoreConfig.DEFAULT, "127.0.0.1", 0);
                StoreHttpServer http =
                        StoreHttpServer.start(server, HttpConfig.of("127.0.0.1", 0))) {
            server.ask(
                    node -> {
                        node.streams().register(StreamDefinition.of("s"));
                        node.registerQuery(QUERY);
                        return true;
                    });
            String store = server.address().toString();
            assertThat(Cli.fails(1, "explain", "q", "--store", store))
                    .contains("none yet: query=q");
            HttpRequest tuples =
                    HttpRequest.newBuilder(URI.create(http.url() + "streams/s?closeUpTo=1000"))
                            .POST(BodyPublishers.ofString("1\t<urn:a> <urn:p> <urn:b> .\n"))
                            .build();
            HttpResponse<String> added =
                    HttpClient.newHttpClient().send(tuples, BodyHandlers.ofString());
            assertThat(added.statusCode()).as(added.body()).isEqualTo(200);
            assertThat(Cli.ok("explain", "q", "--execute", "--store", store))
                    .startsWith("engine: exploration")
                    .containsPattern("index +\\d+ +1 .*<urn:p>");
            assertThat(Cli.ok("explain", "q", "--template", "--store", store))
                    .containsPattern("index +\\d+ +- ");
            assertThat(Cli.fails(1, "explain", "none", "--store", store)).contains("name=none");
            assertThat(Cli.fails(2, "explain", "--store", store)).contains("NAME");
            assertThat(Cli.fails(2, "explain", "--template", "-e", "ASK {}", "--store", store))
                    .contains("--template");
        }
    }
}
