package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.naive.Seeds;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.security.Role;
import org.wukongs.store.security.StoreSecurity;
import org.wukongs.store.security.TestKeys;

/**
 * Mutated requests of all routes against a store with tokens: nobody reads or changes what the role
 * of his token does not allow, whatever he sends. {@code -Dwukongs.fuzz.seconds=N} for longer.
 */
@Timeout(3600)
class HttpRolesFuzzTest {

    private static final int CASES = 125 * Integer.getInteger("wukongs.fuzz.seconds", 4);
    private static final int CASES_OF_ADMIN = 100;
    private static final int REPLY_CHARS_MAX = 1 << 16;
    private static final HttpLimits LIMITS = new HttpLimits(40, 16, 1 << 20, 500, 500, 1 << 14);
    private static final ObjectMapper JSON = new ObjectMapper();

    /** In what the store has, and in nothing that is sent to it or that it says of itself. */
    private static final String SECRET = "xyzzy42";

    @TempDir private Path folder;
    private HttpTestStore store;
    private Random random;

    @BeforeEach
    void start() throws IOException {
        random = new Random(Seeds.seed(getClass()));
        Path file = TestKeys.tokensOfRoles(folder.resolve("tokens"));
        store =
                HttpTestStore.secured(
                        StoreConfig.DEFAULT,
                        new StoreSecurity.Settings(null, file, null),
                        LIMITS,
                        HttpClient.newHttpClient());
        admin(
                "POST",
                "/streams",
                "{\"name\": \"urn:s\", \"timingPredicates\": [\"urn:" + SECRET + "\"]}");
        admin(
                "POST",
                "/queries",
                "REGISTER QUERY q1 AS SELECT ?s FROM STREAM <urn:s> [RANGE 1s STEP 1s] { ?s <urn:"
                        + SECRET
                        + "> ?o }");
        admin(
                "POST",
                "/streams/urn%3As?closeUpTo=2000",
                "50\t<urn:" + SECRET + "> <urn:p> \"" + SECRET + "\" .\n");
        admin(
                "POST",
                "/update",
                "INSERT DATA { <urn:a> <urn:p> \""
                        + SECRET
                        + "\" GRAPH <urn:g> { <urn:b> <urn:p> \""
                        + SECRET
                        + "\" } }",
                "Content-Type",
                "application/sparql-update");
    }

    @AfterEach
    void stop() {
        store.close();
    }

    private static String header(Role role) {
        return "Authorization: Bearer " + TestKeys.token(role);
    }

    /**
     * Returns the reply to what an admin asks for; {@code headers} are names and values in turn.
     */
    private String admin(String method, String path, String body, String... headers) {
        String[] all = Arrays.copyOf(headers, headers.length + 2);
        all[headers.length] = "Authorization";
        all[headers.length + 1] = "Bearer " + TestKeys.token(Role.ADMIN);
        HttpResponse<String> response = store.send(method, path, body, all);
        assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
        return response.body();
    }

    @Test
    void withoutATokenNothingIsReadAndNothingChanges() {
        String before = state();
        String read = header(Role.READ);
        String replies =
                attack(
                        CASES,
                        "",
                        "",
                        read.substring(0, read.length() - 1),
                        read + "x",
                        read.replace("Bearer ", "Bearer"),
                        read.replace("Bearer", "Basic"),
                        read.replace("Authorization", "Proxy-Authorization"),
                        "Authorization: Bearer",
                        "Authorization: Bearer " + "x".repeat(5_000),
                        header(Role.ADMIN).replace("admin", "ADMIN"),
                        "Cookie: " + TestKeys.token(Role.ADMIN));
        assertThat(replies).contains(" 401 ").doesNotContain(SECRET);
        assertThat(state()).isEqualTo(before);
    }

    @Test
    void whoMayReadChangesNothing() {
        String before = state();
        assertThat(attack(CASES, header(Role.READ))).contains(" 403 ").contains(SECRET);
        assertThat(state()).isEqualTo(before);
    }

    @Test
    void whoMayWriteRegistersAndDropsNothing() {
        Set<String> queries = names("queries");
        Set<String> streams = names("streams");
        assertThat(attack(CASES, header(Role.WRITE))).contains(" 403 ");
        assertThat(names("queries")).isEqualTo(queries);
        assertThat(names("streams")).containsAll(streams);
    }

    /** Such requests change something if that is allowed. */
    @Test
    void whoMayDoAllChangesSomething() {
        String triples = triples();
        Set<String> queries = names("queries");
        while (triples.equals(triples()) || queries.equals(names("queries"))) {
            attack(CASES_OF_ADMIN, header(Role.ADMIN));
        }
    }

    /** Sends requests with one of some headers each, and returns what was read of the replies. */
    private String attack(int cases, String... tokens) {
        HttpFuzz fuzz = new HttpFuzz(random, List.of(tokens));
        StringBuilder replies = new StringBuilder();
        List<RawHttp> open = new ArrayList<>();
        for (int i = 0; i < cases; i++) {
            RawHttp connection = new RawHttp(store);
            open.add(connection);
            try {
                connection.socket().setSoTimeout(100);
                connection.send(fuzz.next());
                connection.socket().shutdownOutput();
                replies.append(connection.read(REPLY_CHARS_MAX));
            } catch (IOException | UncheckedIOException e) {
                // The store may close whatever it does not like.
            }
            if (open.size() > 10) {
                open.remove(0).close();
            }
        }
        open.forEach(RawHttp::close);
        assertThat(store.get("/health").body()).isEqualTo("ok\n");
        return replies.toString();
    }

    /** What requests may change, as an admin sees it. */
    private String state() {
        JsonNode stream = json("/streams/urn%3As");
        return triples()
                + names("queries")
                + names("streams")
                + json("/queries/q1").path("text")
                + stream.path("timingPredicates")
                + stream.path("tupleCount")
                + stream.path("writerCount")
                + stream.path("stableMs");
    }

    private String triples() {
        String text =
                "SELECT * { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } } ORDER BY ?g ?s ?p ?o";
        return admin("GET", "/sparql?query=" + HttpTestStore.encode(text), null);
    }

    private Set<String> names(String kind) {
        Set<String> names = new TreeSet<>();
        json("/" + kind).path(kind).forEach(one -> names.add(one.path("name").asText()));
        return names;
    }

    private JsonNode json(String path) {
        try {
            return JSON.readTree(admin("GET", path, null));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
