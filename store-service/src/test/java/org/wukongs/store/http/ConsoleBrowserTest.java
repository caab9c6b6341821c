package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.security.StoreSecurity;
import org.wukongs.store.security.TestKeys;
import org.wukongs.store.server.ConnectionLimits;
import org.wukongs.store.server.LogSettings;
import org.wukongs.store.server.StoreServer;
import org.wukongs.store.server.TestCluster;

/** The console in a browser: what a person clicks and sees. Screenshots are in target/console. */
@Timeout(300)
class ConsoleBrowserTest {

    /**
     * A request goes out with a token that is replaced before its refusal comes; true if the page
     * asks for a token then.
     */
    private static final String LATE_REFUSAL =
            """
            (async () => {
              const api = await import(new URL('console/api.js', document.baseURI));
              const good = api.token();
              const now = window.fetch;
              let release;
              const later = new Promise(resolve => { release = resolve; });
              window.fetch = (...request) => later.then(() => now(...request));
              api.useToken('replaced');
              const refused = api.getJson('status').then(() => 0, error => error.status);
              api.useToken(good);
              window.fetch = now;
              release();
              if (await refused !== 401) {
                throw new Error('it was not refused');
              }
              return document.getElementById('token-dialog').open;
            })()""";

    private static final Path SCREENSHOTS =
            Path.of(System.getProperty("wukongs.screenshots", "target/console"));
    private static final String HOSTILE = "<img src=x onerror=\"document.title='hit'\">";
    private static final String PEOPLE =
            "PREFIX : <http://example.org/> PREFIX foaf: <http://xmlns.com/foaf/0.1/> INSERT DATA {"
                    + " :ada a foaf:Person ; foaf:knows :ben, :cleo ; foaf:name \"Ada\" ."
                    + " :ben a foaf:Person ; foaf:knows :cleo ; foaf:name \"Ben\"@en ."
                    + " :cleo a foaf:Person ; foaf:knows :ada ; :age 36 ; foaf:name "
                    + "\"\"\""
                    + HOSTILE
                    + "\"\"\" }";

    @TempDir private static Path folder;
    private static Chromium chromium;
    private HttpTestStore store;

    @BeforeAll
    static void startBrowser() throws IOException, InterruptedException {
        Path program = Chromium.program();
        if (program == null) {
            System.out.println("The console is not tested in a browser: there is no Chromium.");
        }
        assumeTrue(program != null, "no Chromium");
        chromium = Chromium.start(program, Files.createDirectories(folder.resolve("browser")));
    }

    @AfterAll
    static void stopBrowser() {
        if (chromium != null) {
            chromium.close();
        }
    }

    @BeforeEach
    void startStore() {
        store = new HttpTestStore();
        chromium.size(1200, 800, false);
        chromium.complaints();
    }

    @AfterEach
    void stopStore() {
        chromium.open("about:blank");
        store.close();
    }

    private void open(String view) {
        chromium.open(store.http.url() + "#/" + view);
        chromium.await("document.querySelector('#main h1')");
    }

    private void insertPeople() {
        assertThat(
                        store.send(
                                        "POST",
                                        "/update",
                                        PEOPLE,
                                        "Content-Type",
                                        "application/sparql-update")
                                .statusCode())
                .isEqualTo(200);
    }

    private static void write(String text) {
        chromium.await(
                "document.querySelector('.editor')?.shadowRoot.querySelector('.cm-content')");
        chromium.evaluate(
                "document.querySelector('.editor').shadowRoot.querySelector('.cm-content').focus()");
        chromium.type(text);
    }

    private static void screenshot(String name) throws IOException {
        Files.createDirectories(SCREENSHOTS);
        Files.write(SCREENSHOTS.resolve(name + ".png"), chromium.screenshot());
    }

    /** Checks the page by axe-core, and that nothing is wider than it. */
    private static void checkAccess(String what) throws IOException {
        String path = "META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";
        try (InputStream in = ConsoleBrowserTest.class.getClassLoader().getResourceAsStream(path)) {
            chromium.evaluate(new String(in.readAllBytes(), StandardCharsets.UTF_8) + "; 0");
        }
        JsonNode violations =
                chromium.evaluate(
                        "axe.run().then(r => r.violations.map(v => ({id: v.id, impact: v.impact,"
                                + " nodes: v.nodes.map(n => n.html.slice(0, 200) + n.failureSummary)})))");
        List<String> serious = new ArrayList<>();
        violations.forEach(violation -> serious.add(violation.toString()));
        assertThat(serious).as(what).isEmpty();
        assertThat(chromium.evaluate("document.documentElement.scrollWidth - innerWidth").asInt())
                .as(what)
                .isLessThanOrEqualTo(0);
    }

    /** As people see it, in all four ways, with checks of each. */
    private static void look(String name) throws IOException {
        for (boolean dark : new boolean[] {false, true}) {
            for (int width : new int[] {1200, 360}) {
                chromium.size(width, width == 360 ? 720 : 800, dark);
                String what = name + (width == 360 ? "-phone" : "") + (dark ? "-dark" : "");
                chromium.evaluate(
                        "new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))"
                                + ".then(() => 0)");
                screenshot(what);
                checkAccess(what);
            }
        }
        chromium.size(1200, 800, false);
    }

    @Test
    void aQueryShowsItsTable() throws IOException {
        insertPeople();
        open("query");
        write(
                "PREFIX foaf: <http://xmlns.com/foaf/0.1/>\n"
                        + "SELECT ?who ?name WHERE { ?who foaf:name ?name } ORDER BY ?who");
        chromium.click("#run");
        chromium.awaitText("[role=status]", "3 rows");
        chromium.awaitText("td", "cleo");
        chromium.awaitText("td", HOSTILE); // as text
        assertThat(chromium.evaluate("document.querySelectorAll('main img').length").asInt())
                .isZero();
        look("query");
        assertThat(chromium.evaluate("document.title").asText()).isEqualTo("Query – Wukong+S");
        assertThat(chromium.complaints()).isEmpty();
    }

    @Test
    void aWrongQueryShowsWhereAndAnotherRuns() {
        open("query");
        write("SELECT ?s\nWHERE { ?s ?p }");
        chromium.key("Enter", "Enter", 13, 2);
        chromium.awaitText(".failure", "The query is malformed");
        chromium.awaitText(".failure", "line 2");
        chromium.await(
                "document.querySelector('.editor').shadowRoot.querySelector('.cm-lintRange-error')");
        write("ASK { FILTER(1 = 2) }");
        chromium.key("Enter", "Enter", 13, 2);
        chromium.awaitText(".answer", "false");
        write("INSERT DATA { <urn:a> <urn:b> <urn:c> }");
        chromium.key("Enter", "Enter", 13, 2);
        chromium.awaitText("[role=status]", "1 triple added");
        assertThat(chromium.complaints()).isEmpty();
    }

    @Test
    void constructIsAPictureAndPlansAreTrees() throws IOException {
        insertPeople();
        open("query");
        write("CONSTRUCT { ?a <urn:knows> ?b } WHERE { ?a <http://xmlns.com/foaf/0.1/knows> ?b }");
        chromium.click("#run");
        chromium.awaitText("[role=status]", "4 triples");
        chromium.await("document.querySelectorAll('.node').length === 3");
        chromium.await("document.querySelectorAll('.link').length === 4");
        look("construct");
        write(
                "PREFIX foaf: <http://xmlns.com/foaf/0.1/>\nSELECT ?a (COUNT(?b) AS ?n)\n"
                        + "WHERE { ?a foaf:knows ?b . ?a foaf:name ?name } GROUP BY ?a");
        chromium.click("#explain");
        chromium.awaitText(".plan", "actual –");
        chromium.click("#profile");
        chromium.await("document.querySelector('.plan ul .step meter')");
        look("plan");
        assertThat(chromium.complaints()).isEmpty();
    }

    @Test
    void completionOffersWhatTheDataHave() {
        insertPeople();
        open("query");
        write("PREFIX foaf: <http://xmlns.com/foaf/0.1/>\nSELECT ?x { ?x foaf:kno");
        chromium.key(" ", "Space", 32, 2);
        String options =
                "[...document.querySelector('.editor').shadowRoot"
                        + ".querySelectorAll('.cm-completionLabel')].map(e => e.textContent)";
        chromium.await(options + ".includes('foaf:knows')");
        assertThat(chromium.complaints()).isEmpty();
    }

    @Test
    void aContinuousQueryIsRegisteredAndWatched() throws IOException {
        open("streams");
        chromium.awaitText("main", "No stream is registered yet");
        chromium.click("form button");
        chromium.awaitText("td", "posts");
        chromium.evaluate("location.hash = '#/continuous'");
        write("REGISTER QUERY q AS SELECT ?s FROM STREAM nosuch [RANGE 1s STEP 1s] { ?s ?p ?o }");
        chromium.click("#register");
        chromium.awaitText(".failure", "nosuch");
        String text =
                """
                REGISTER QUERY latest AS
                SELECT ?who ?what
                FROM STREAM posts [RANGE 1s STEP 1s]
                WHERE { ?who <http://example.org/wrote> ?what }
                """;
        write(text);
        chromium.click("#check");
        chromium.awaitText(".good", "It is not registered");
        assertThat(store.get("/queries").body()).doesNotContain("latest");
        chromium.click("#register");
        chromium.awaitText("td a", "latest");
        look("continuous");
        chromium.evaluate(
                "document.querySelector('td a').focus(); window.focused = document.activeElement; 0");
        chromium.evaluate("performance.clearResourceTimings()");
        chromium.await(
                "performance.getEntriesByType('resource')"
                        + ".filter(e => e.name.endsWith('/queries')).length > 2");
        assertThat(chromium.evaluate("document.activeElement === window.focused").asBoolean())
                .isTrue();
        chromium.click("td a");
        chromium.click("#watch");
        chromium.awaitText(".summary", "waiting for what comes next");
        String posts =
                "1050\t<http://example.org/ada> <http://example.org/wrote> <http://example.org/p1> .\n"
                        + "1700\t<http://example.org/ben> <http://example.org/wrote> \""
                        + HOSTILE.replace("\"", "\\\"")
                        + "\" .\n";
        assertThat(store.send("POST", "/streams/posts?closeUpTo=3000", posts).statusCode())
                .isEqualTo(200);
        chromium.awaitText("td", "p1");
        chromium.awaitText("td", HOSTILE);
        chromium.awaitText(".histogram", "executions");
        look("watch");
        chromium.evaluate("location.hash = '#/streams/posts'");
        chromium.awaitText(".facts", "forever");
        chromium.click("#add");
        chromium.awaitText("[role=status]", "1 tuple taken");
        chromium.click("#watch");
        chromium.awaitText(".summary", "waiting for what comes next");
        String more =
                "3050\t<http://example.org/ada> <http://example.org/wrote> \""
                        + HOSTILE.replace("\"", "\\\"")
                        + "\" .\n3060\t- <http://example.org/ada> <http://example.org/wrote>"
                        + " <http://example.org/p2> .\n";
        assertThat(store.send("POST", "/streams/posts?closeUpTo=4000", more).statusCode())
                .isEqualTo(200);
        chromium.awaitText("td", HOSTILE);
        chromium.awaitText("td", "removal");
        chromium.awaitText(".summary", "2 tuples");
        look("stream");
        chromium.evaluate("location.hash = '#/streams'");
        chromium.awaitText("td", "posts");
        look("streams");
        assertThat(chromium.complaints()).isEmpty();
    }

    @Test
    void graphsAndTheNodeAreShown() throws IOException {
        insertPeople();
        store.send(
                "POST",
                "/update",
                "INSERT DATA { GRAPH <urn:g> { <urn:a> <urn:b> 1, 2 } }",
                "Content-Type",
                "application/sparql-update");
        open("graphs");
        chromium.awaitText("td", "urn:g");
        look("graphs");
        chromium.click("[aria-label='Query urn:g']");
        chromium.click("#run");
        chromium.awaitText("[role=status]", "2 rows");
        chromium.evaluate("location.hash = '#/cluster'");
        chromium.awaitText(".facts", "one, not a cluster");
        look("cluster");
        assertThat(chromium.complaints()).isEmpty();
    }

    /** Another node answers with a redirect, which the page does not follow: it links that node. */
    @Test
    void whatAnotherNodeHasIsLinked() throws Exception {
        store.close();
        store = new HttpTestStore(TestCluster.of(1, 2));
        assertThat(store.send("POST", "/streams", "{\"name\": \"posts\"}").statusCode())
                .isEqualTo(201); // at the first node
        String second = store.uri("/").toString(); // each request goes to the next node
        chromium.open(second + "#/streams/posts");
        chromium.awaitText(".failure", "Another node of the cluster has this");
        chromium.await("document.querySelector('.failure a[href$=\"#/streams/posts\"]')");
        chromium.evaluate("location.hash = '#/continuous'");
        write("REGISTER QUERY q AS SELECT ?s FROM STREAM posts [RANGE 1s STEP 1s] { ?s ?p ?o }");
        chromium.click("#register");
        chromium.awaitText("[role=status] .failure", "Another node");
        chromium.evaluate("location.hash = '#/cluster'");
        chromium.awaitText("td", "this one");
        chromium.awaitText("td .good", "answers");
        look("nodes");
        chromium.click("td a[href^='http']"); // of the first node
        chromium.await("!location.href.startsWith(" + Chromium.quoted(second) + ")");
        chromium.awaitText("td", "1 (this one)");
        assertThat(chromium.complaints()).isEmpty();
    }

    /** The pictures of docs/console.md; copy them there when the console looks different. */
    @Test
    void picturesOfTheGuide() throws IOException {
        StringBuilder people = new StringBuilder();
        List<String> names = List.of("ada", "ben", "cleo", "dan", "eve", "finn");
        for (int i = 0; i < names.size(); i++) {
            String me = names.get(i);
            people.append(
                    ":%s a foaf:Person ; foaf:name \"%s\" ; foaf:age %d .\n"
                            .formatted(
                                    me,
                                    me.substring(0, 1).toUpperCase(Locale.ROOT) + me.substring(1),
                                    31 + 7 * i % 20));
            people.append(
                    ":%s foaf:knows :%s, :%s .\n"
                            .formatted(me, names.get((i + 1) % 6), names.get((i * 2 + 3) % 6)));
        }
        String prefixes =
                "PREFIX : <http://example.org/>\nPREFIX foaf: <http://xmlns.com/foaf/0.1/>\n";
        store.send(
                "POST",
                "/update",
                prefixes + "INSERT DATA {" + people + "}",
                "Content-Type",
                "application/sparql-update");
        open("query");
        chromium.size(1000, 640, false);
        write(
                prefixes
                        + "SELECT ?person ?name (COUNT(?friend) AS ?friends)\n"
                        + "WHERE { ?person foaf:name ?name ; foaf:knows ?friend }\n"
                        + "GROUP BY ?person ?name ORDER BY ?name");
        chromium.click("#run");
        chromium.awaitText("[role=status]", "6 rows");
        screenshot("console-query");
        chromium.click("#profile");
        chromium.await("document.querySelector('.plan ul .step meter')");
        chromium.evaluate("document.querySelector('.plan').scrollIntoView({block: 'end'})");
        screenshot("console-plan");

        store.send("POST", "/streams", "{\"name\": \"posts\"}");
        String query =
                prefixes
                        + "REGISTER QUERY friend_posts AS SELECT ?friend ?post\n"
                        + "FROM posts [RANGE 2s STEP 1s]\nFROM STORED\n"
                        + "WHERE { GRAPH STORED { :ada foaf:knows ?friend } GRAPH posts { ?friend :wrote ?post } }";
        assertThat(store.send("POST", "/queries", query).statusCode()).isEqualTo(201);
        chromium.evaluate("location.hash = '#/continuous/friend_posts'");
        chromium.click("#watch");
        chromium.awaitText(".summary", "waiting for what comes next");
        for (int second = 1; second < 20; second++) {
            StringBuilder posts = new StringBuilder();
            for (int i = 0; i < 4; i++) {
                posts.append(
                        "%d\t<http://example.org/%s> <http://example.org/wrote> <http://example.org/post%d> .\n"
                                .formatted(
                                        second * 1000 + 200 * i,
                                        names.get((second + i * i) % 6),
                                        second * 4 + i));
            }
            store.send("POST", "/streams/posts?closeUpTo=" + (second + 1) * 1000, posts.toString());
        }
        chromium.awaitText(".summary", "ended at 20,000 ms");
        chromium.awaitText(".histogram", "executions");
        chromium.evaluate("scrollTo(0, 0)");
        screenshot("console-watch");

        chromium.evaluate("location.hash = '#/streams/posts'");
        chromium.click("#watch");
        chromium.awaitText(".summary", "waiting for what comes next");
        store.send(
                "POST",
                "/streams/posts?closeUpTo=21000",
                """
                20100\t<http://example.org/ben> <http://example.org/wrote> <http://example.org/post80> .
                20300\t<http://example.org/eve> <http://example.org/wrote> <http://example.org/post81> .
                20700\t- <http://example.org/ben> <http://example.org/wrote> <http://example.org/post80> .
                """);
        chromium.awaitText(".summary", "3 tuples");
        chromium.evaluate("document.querySelector('.summary').scrollIntoView({block: 'center'})");
        screenshot("console-stream");

        chromium.size(360, 640, true);
        chromium.evaluate("location.hash = '#/query'");
        write(prefixes + "CONSTRUCT WHERE { ?a foaf:knows ?b }");
        chromium.click("#run");
        chromium.await("document.querySelectorAll('.node').length === 6");
        chromium.evaluate("document.querySelector('#run').scrollIntoView({block: 'start'})");
        screenshot("console-phone");
        chromium.size(1200, 800, false);
        assertThat(chromium.complaints()).isEmpty();
    }

    @Test
    void withoutATokenThePageSaysHowToGiveOne() throws IOException {
        store.close();
        Path file =
                TestKeys.tokens(
                        folder.resolve("tokens"),
                        "read reader token-of-a-reader",
                        "admin boss token-of-an-admin");
        StoreServer secured =
                StoreServer.start(
                        StoreConfig.DEFAULT,
                        ConnectionLimits.DEFAULT,
                        null,
                        LogSettings.DEFAULT,
                        "127.0.0.1",
                        0,
                        null,
                        new StoreSecurity.Settings(null, file, null));
        store = new HttpTestStore(secured, HttpConfig.of("127.0.0.1", 0));
        open("streams");
        chromium.awaitText("dialog[open]", "This store wants a token");
        chromium.awaitText("#state", "token wanted");
        look("token");
        useToken("no such token at all");
        chromium.awaitText("dialog[open]", "does not know the token");
        useToken("token-of-a-reader");
        chromium.awaitText("#state", "snapshot");
        assertThat(chromium.evaluate(LATE_REFUSAL).asBoolean()).isFalse();
        chromium.click("form button");
        chromium.awaitText(".failure", "role=read needed=write");
        chromium.click("#token-button");
        useToken("token-of-an-admin");
        chromium.awaitText("main", "No stream is registered yet");
        chromium.click("main form button");
        chromium.awaitText("td", "posts");
        assertThat(chromium.evaluate("location.href").asText()).doesNotContain("token-of");
        assertThat(chromium.evaluate("JSON.stringify(localStorage)").asText())
                .doesNotContain("token-of");
        assertThat(chromium.complaints()).isEmpty();
    }

    private static void useToken(String token) {
        chromium.await("document.activeElement.id === 'token'");
        chromium.type(token);
        chromium.evaluate("window.before = document.querySelector('#main').firstChild; 0");
        chromium.key("Enter", "Enter", 13, 0);
        chromium.await("document.querySelector('#main').firstChild !== window.before");
    }
}
