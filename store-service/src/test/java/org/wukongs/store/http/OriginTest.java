package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.store.http.SparqlProtocolTest.assertProblem;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of other sites, and names that are not the store's. */
class OriginTest {

    private static final String ASK = "/sparql?query=ASK%7B%7D";
    private static final String EVIL = "http://evil.example";
    private static final List<String> METHODS = List.of("GET", "HEAD", "POST", "DELETE", "OPTIONS");
    private static final List<String> PATHS =
            List.of(ASK, "/queries", "/streams/s", "/status", "/health", "/");

    private static HttpTestStore store(HttpConfig config) {
        return new HttpTestStore(config);
    }

    private static HttpTestStore store() {
        return store(HttpConfig.of("127.0.0.1", 0));
    }

    @Test
    void otherSitesPagesGetNothingDoneByAnyMethod() throws IOException {
        try (HttpTestStore store = store()) {
            for (String method : METHODS) {
                for (String path : PATHS) {
                    for (String[] headers :
                            new String[][] {
                                {"Origin", EVIL},
                                {"Origin", "null"},
                                {"Sec-Fetch-Site", "cross-site"},
                                {"Sec-Fetch-Site", "same-site"},
                                {"Sec-Fetch-Site", "cross-site", "Origin", EVIL}
                            }) {
                        HttpResponse<String> answer = store.send(method, path, null, headers);
                        assertThat(answer.statusCode()).as(method + path).isEqualTo(403);
                        assertThat(answer.headers().map())
                                .doesNotContainKey("access-control-allow-origin");
                    }
                }
            }
            assertProblem(
                    store.send("GET", ASK, null, "Origin", EVIL), 403, "forbidden-origin", "evil");
        }
    }

    @Test
    void ownPagesAndWhatIsNoBrowserAreNotConcerned() {
        try (HttpTestStore store = store()) {
            String own = store.http.url().substring(0, store.http.url().length() - 1);
            for (String[] headers :
                    new String[][] {
                        {"Origin", own},
                        {"Sec-Fetch-Site", "same-origin"},
                        {"Sec-Fetch-Site", "none"},
                        // Behind a proxy with TLS.
                        {"Sec-Fetch-Site", "same-origin", "Origin", "https://localhost"},
                        {"Accept", "*/*"}
                    }) {
                assertThat(store.send("GET", ASK, null, headers).statusCode()).isEqualTo(200);
                assertThat(store.send("DELETE", "/queries/x", null, headers).statusCode())
                        .isEqualTo(404);
            }
        }
    }

    @Test
    void anAllowedOriginMayDoAllAndNoOtherOne() throws IOException {
        HttpConfig config = HttpConfig.of("127.0.0.1", 0).withAllowedOrigin(EVIL);
        try (HttpTestStore store = store(config)) {
            String[] allowed = {"Origin", EVIL, "Sec-Fetch-Site", "cross-site"};
            HttpResponse<String> preflight = store.send("OPTIONS", "/queries", null, allowed);
            assertThat(preflight.headers().firstValue("Access-Control-Allow-Origin"))
                    .hasValue(EVIL);
            assertThat(preflight.headers().firstValue("Access-Control-Allow-Methods"))
                    .hasValue("GET, POST, DELETE");
            assertThat(store.send("GET", ASK, null, allowed).headers().map())
                    .containsKey("access-control-allow-origin");
            assertProblem(store.send("DELETE", "/queries/x", null, allowed), 404, "not-found", "x");
            assertProblem(
                    store.send("GET", ASK, null, "Origin", "http://third.example"),
                    403,
                    "forbidden-origin",
                    "third");
        }
    }

    @Test
    void starAllowsAllOrigins() {
        HttpConfig config = HttpConfig.of("127.0.0.1", 0).withAllowedOrigin("*");
        try (HttpTestStore store = store(config)) {
            for (String[] headers :
                    new String[][] {{"Origin", EVIL}, {"Sec-Fetch-Site", "cross-site"}}) {
                assertThat(store.send("GET", ASK, null, headers).statusCode()).isEqualTo(200);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LOCALHOST:8080",
                "localhost.",
                "a.localhost:1",
                "127.0.0.1",
                "127.0.0.7:80",
                "[::1]:8080",
                "192.168.0.3:8080"
            })
    void loopbacksNamesAndAddressesAreTheStores(String host) {
        try (HttpTestStore store = store()) {
            assertThat(RawHttp.status(store, "GET /health HTTP/1.1", "Host: " + host))
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "evil.example, 421",
        "evil.example:80, 421",
        "localhost.evil.example, 421",
        "127.0.0.1.evil.example, 421",
        "1.2.3.4.5, 421",
        "notlocalhost, 421",
        "a b, 400",
        "'', 400"
    })
    void otherNamesAreNot(String host, int status) {
        try (HttpTestStore store = store()) {
            for (String path : PATHS) {
                String request = "GET " + path + " HTTP/1.1";
                assertThat(RawHttp.status(store, request, "Host: " + host)).isEqualTo(status);
            }
            // An absolute URL says the same.
            if (status == 421) {
                String request = "GET http://" + host + "/health HTTP/1.1";
                assertThat(RawHttp.status(store, request, "Host: " + host)).isEqualTo(421);
            }
        }
    }

    @Test
    void namesCanBeGivenToTheStore() {
        HttpConfig config = HttpConfig.of("127.0.0.1", 0).withAllowedHosts(Set.of("Store.example"));
        try (HttpTestStore store = store(config)) {
            assertThat(RawHttp.status(store, "GET /health HTTP/1.1", "Host: store.example:1"))
                    .isEqualTo(200);
            assertThat(RawHttp.status(store, "GET /health HTTP/1.1", "Host: other.example"))
                    .isEqualTo(421);
        }
        try (HttpTestStore store =
                store(HttpConfig.of("127.0.0.1", 0).withAllowedHosts(Set.of("*")))) {
            assertThat(RawHttp.status(store, "GET /health HTTP/1.1", "Host: other.example"))
                    .isEqualTo(200);
        }
    }

    @Test
    void http10NeedNotNameAHost() {
        try (HttpTestStore store = store()) {
            assertThat(RawHttp.status(store, "GET /health HTTP/1.0")).isEqualTo(200);
            assertThat(RawHttp.status(store, "GET /health HTTP/1.1")).isEqualTo(400);
        }
    }
}
