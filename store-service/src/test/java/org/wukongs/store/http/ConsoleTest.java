package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The console's files as they are served; {@link ConsoleBrowserTest} has them in a browser. */
class ConsoleTest {

    private static final String BROWSER =
            "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";
    private static final Path SOURCES =
            Path.of(
                    System.getProperty("wukongs.root", ".."),
                    "store-service/src/main/resources/org/wukongs/store/http/console");
    private static HttpTestStore store;

    @BeforeAll
    static void start() {
        store = new HttpTestStore();
    }

    @AfterAll
    static void stop() {
        store.close();
    }

    private static HttpResponse<String> page() {
        return store.send("GET", "/", null, "Accept", BROWSER);
    }

    private static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse(null);
    }

    @Test
    void browsersGetThePageAndOthersTheRoutes() {
        HttpResponse<String> page = page();
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(header(page, "Content-Type")).isEqualToIgnoringCase("text/html; charset=utf-8");
        assertThat(header(page, "Vary")).contains("Accept");
        assertThat(page.body()).startsWith("<!doctype html>");
        for (String accept : List.of("*/*", "text/plain", "application/json, */*;q=0.1")) {
            HttpResponse<String> routes = store.send("GET", "/", null, "Accept", accept);
            assertThat(header(routes, "Content-Type")).startsWith("text/plain");
            assertThat(routes.body()).contains("/sparql");
        }
        assertThat(store.get("/").body()).startsWith("Wukong+S store");
    }

    /** Whatever the page and its modules name is there, and nothing else is. */
    @Test
    void allFilesAreServed() throws IOException {
        TreeSet<String> folder = new TreeSet<>();
        try (Stream<Path> files = Files.list(SOURCES)) {
            files.forEach(file -> folder.add(file.getFileName().toString()));
        }
        assertThat(folder).containsExactlyInAnyOrderElementsOf(ConsoleFiles.OWN);
        TreeSet<String> named = new TreeSet<>();
        Matcher paths = Pattern.compile("\"(?:\\./)?console/([^\"]+)\"").matcher(page().body());
        while (paths.find()) {
            named.add(paths.group(1));
        }
        assertThat(named).hasSizeGreaterThan(13).contains("app.js", "style.css", "lib/view.js");
        named.addAll(ConsoleFiles.OWN);
        for (String name : named) {
            HttpResponse<String> file = store.get("/console/" + name);
            assertThat(file.statusCode()).as(name).isEqualTo(200);
            assertThat(file.body()).as(name).isNotEmpty();
            assertThat(header(file, "Content-Type"))
                    .as(name)
                    .startsWith(
                            name.endsWith(".js")
                                    ? "text/javascript"
                                    : name.endsWith(".css")
                                            ? "text/css"
                                            : name.endsWith(".svg")
                                                    ? "image/svg+xml"
                                                    : "text/html");
            Matcher imports =
                    Pattern.compile("(?m)^(?:import|} from) .*?'([^']+)';").matcher(file.body());
            while (imports.find()) {
                String from = imports.group(1);
                boolean isKnown =
                        from.startsWith("./")
                                ? ConsoleFiles.OWN.contains(from.substring(2))
                                : page().body().contains("\"" + from + "\": \"./console/lib/");
                assertThat(isKnown).as(name + " imports " + from).isTrue();
            }
        }
    }

    @Test
    void nothingElseIsServed() {
        for (String path :
                List.of(
                        "/console",
                        "/console/",
                        "/console/lib",
                        "/console/lib/",
                        "/console/nosuch.js",
                        "/console/APP.JS",
                        "/console/../console/app.js/x",
                        "/console/..%2f..%2fConsoleFiles.class",
                        "/console/%2e%2e/%2e%2e/META-INF/MANIFEST.MF",
                        "/console/app.js%00",
                        "/console/app.js%5c",
                        "/console/META-INF/resources/webjars/crelt/1.0.7/index.js",
                        "/console/lib%2fview.js/..",
                        "/index.html",
                        "/META-INF/MANIFEST.MF")) {
            HttpResponse<String> reply = store.get(path);
            assertThat(reply.statusCode()).as(path).isIn(400, 404);
            assertThat(header(reply, "Content-Type")).as(path).isEqualTo(HttpProblem.MEDIA_TYPE);
        }
        for (String method : List.of("POST", "PUT", "DELETE", "PATCH")) {
            assertThat(store.send(method, "/console/app.js", "x").statusCode()).isEqualTo(405);
        }
    }

    /** The only thing inline is the import map, whose hash the policy has. */
    @Test
    void thePolicyAllowsNothingInlineAndNothingElsewhere() throws Exception {
        HttpResponse<String> page = page();
        String policy = header(page, "Content-Security-Policy");
        assertThat(policy)
                .contains("default-src 'none'")
                .contains("frame-ancestors 'none'")
                .contains("connect-src 'self'")
                .contains("base-uri 'none'")
                .contains("form-action 'none'")
                .doesNotContain("unsafe")
                .doesNotContain("*")
                .doesNotContain("http");
        Matcher map =
                Pattern.compile("<script type=\"importmap\">(.*?)</script>", Pattern.DOTALL)
                        .matcher(page.body());
        assertThat(map.find()).isTrue();
        byte[] hash =
                MessageDigest.getInstance("SHA-256")
                        .digest(map.group(1).getBytes(StandardCharsets.UTF_8));
        assertThat(policy).contains("'sha256-" + Base64.getEncoder().encodeToString(hash) + "'");
        assertThat(page.body().replace(map.group(), ""))
                .doesNotContain("style=")
                .doesNotContain("<style")
                .doesNotContain("javascript:")
                .doesNotContainPattern("\\son[a-z]+=")
                .doesNotContainPattern("<script(?![^>]*src=)");
        for (String path : List.of("/", "/console/app.js", "/console/icon.svg")) {
            HttpResponse<String> file = store.send("GET", path, null, "Accept", BROWSER);
            assertThat(header(file, "X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(header(file, "Content-Security-Policy")).isEqualTo(policy);
            assertThat(header(file, "Referrer-Policy")).isEqualTo("no-referrer");
            assertThat(header(file, "Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
            assertThat(header(file, "Set-Cookie")).isNull();
        }
    }

    /** Data are no pages, whatever they look like and whoever opens them in a browser. */
    @Test
    void otherRepliesAreNoPages() {
        for (String path :
                List.of(
                        "/status",
                        "/sparql?query=ASK%7B%7D",
                        "/graphs?default",
                        "/health",
                        "/nosuch")) {
            HttpResponse<String> reply = store.get(path);
            assertThat(header(reply, "X-Content-Type-Options")).as(path).isEqualTo("nosniff");
            assertThat(header(reply, "Content-Security-Policy"))
                    .as(path)
                    .contains("default-src 'none'")
                    .contains("sandbox");
        }
    }

    /** Hostile literals and IRIs become text nodes: no file of ours makes markup of text. */
    @Test
    void noFileMakesMarkupOfText() throws IOException {
        for (String name : ConsoleFiles.OWN) {
            String text = Files.readString(SOURCES.resolve(name));
            assertThat(text)
                    .as(name)
                    .doesNotContainPattern(
                            "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|DOMParser"
                                    + "|createContextualFragment|srcdoc|\\beval\\(|new Function");
            if (!name.equals("dom.js") && !name.equals("icon.svg")) {
                assertThat(text)
                        .as(name)
                        .doesNotContainPattern("https?://(?!www\\.w3\\.org|example\\.org)");
            }
        }
    }

    @Test
    void filesAreCheckedByTheirTagAndSentOnce() throws Exception {
        HttpResponse<String> first = store.get("/console/style.css");
        String tag = header(first, "ETag");
        assertThat(tag).matches("\"[A-Za-z0-9+/=]{44}\"");
        assertThat(header(first, "Cache-Control")).isEqualTo("no-cache");
        assertThat(header(store.get("/console/app.js"), "ETag")).isNotEqualTo(tag);
        HttpResponse<String> again =
                store.send("GET", "/console/style.css", null, "If-None-Match", tag);
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(header(again, "Content-Security-Policy")).isNotNull();
        HttpResponse<String> changed =
                store.send("GET", "/console/style.css", null, "If-None-Match", "\"other\"");
        assertThat(changed.body()).isEqualTo(first.body());

        HttpResponse<byte[]> small =
                store.client.send(
                        store.request(
                                "GET", "/console/lib/view.js", null, "Accept-Encoding", "gzip"),
                        BodyHandlers.ofByteArray());
        assertThat(header(small, "Content-Encoding")).isEqualTo("gzip");
        String text = store.get("/console/lib/view.js").body();
        assertThat(small.body().length).isLessThan(text.length() / 3);
        assertThat(new GZIPInputStream(new ByteArrayInputStream(small.body())).readAllBytes())
                .isEqualTo(text.getBytes(StandardCharsets.UTF_8));
        HttpResponse<String> unchanged =
                store.send(
                        "GET",
                        "/console/lib/view.js",
                        null,
                        "Accept-Encoding",
                        "gzip",
                        "If-None-Match",
                        header(small, "ETag"));
        assertThat(unchanged.statusCode()).isEqualTo(304);
    }

    @Test
    void headIsGetWithoutTheBody() {
        HttpResponse<String> head = store.send("HEAD", "/console/app.js", null);
        HttpResponse<String> get = store.get("/console/app.js");
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        for (String name : List.of("ETag", "Content-Type", "Content-Length")) {
            assertThat(header(head, name)).as(name).isEqualTo(header(get, name)).isNotNull();
        }
    }

    /**
     * Pages of other sites get neither the console nor its files; people may follow links to it.
     */
    @Test
    void otherSitesGetNothing() {
        String[] link = {
            "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", null
        };
        for (String path : List.of("/", "/console/app.js", "/console/index.html", "/status")) {
            assertThat(store.send("GET", path, null, "Sec-Fetch-Site", "cross-site").statusCode())
                    .isEqualTo(403);
            for (String destination : List.of("document", "iframe", "object", "empty")) {
                link[5] = destination;
                boolean isPage = path.equals("/") && destination.equals("document");
                assertThat(store.send("GET", path, null, link).statusCode())
                        .as(path + destination)
                        .isEqualTo(isPage ? 200 : 403);
            }
        }
        link[5] = "document";
        assertThat(store.send("POST", "/", "", link).statusCode()).isEqualTo(403);
    }

    @Test
    void plansAreJson() {
        store.loadNumbers(10);
        String query = HttpTestStore.encode("SELECT * { ?s <urn:p> ?o . FILTER(?o > \"5\") }");
        HttpResponse<String> plan = store.get("/sparql?explain=plan&query=" + query);
        assertThat(plan.statusCode()).isEqualTo(200);
        assertThat(plan.body())
                .contains("\"engine\" : \"")
                .contains("\"estimatedRows\" : 10.0")
                .contains("\"actualRows\" : null");
        assertThat(store.get("/sparql?explain=execute&query=" + query).body())
                .contains("\"actualRows\" : 4")
                .doesNotContain("\"timeUs\" : null");
        assertThat(store.get("/sparql?explain=maybe&query=" + query).statusCode()).isEqualTo(400);
        assertThat(store.get("/sparql?explain=plan&default-graph-uri=urn:g&query=" + query).body())
                .contains("by FROM");
        HttpResponse<String> wrong = store.get("/sparql?explain=plan&query=SELECT");
        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(wrong.body()).contains("malformed-query").contains("\"line\" : 1");
    }

    @Test
    void graphsAreListedWithTheirCounts() {
        store.send(
                "POST",
                "/update",
                "INSERT DATA { GRAPH <urn:counted> { <urn:a> <urn:b> 1, 2, 3 } }",
                "Content-Type",
                "application/sparql-update");
        assertThat(store.get("/graphs").body())
                .contains("\"iri\" : \"urn:wukongs:stored\"")
                .containsPattern(
                        "\"name\" : \"urn:counted\",\\s+\"iri\" : \"urn:counted\",\\s+"
                                + "\"tripleCount\" : 3");
        assertThat(store.get("/graphs?graph=").statusCode()).isEqualTo(400);
    }
}
