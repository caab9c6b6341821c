package org.wukongs.flink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.AsyncDataStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.wukongs.client.StoreClient;
import org.wukongs.client.TemplateDescription;
import org.wukongs.client.WindowResult;
import org.wukongs.csparql.NTriples;
import org.wukongs.flink.lookup.OneShotLookup;
import org.wukongs.flink.source.ContinuousQuerySource;
import org.wukongs.flink.testing.QueryStore;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;

/**
 * Runs what {@code docs/datastream.md} shows about reading and looking up. The page's snippets
 * stand here word for word, but for the store's address.
 */
@Timeout(60)
final class DataStreamPageTest {

    @RegisterExtension
    static final MiniClusterExtension CLUSTER =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberSlotsPerTaskManager(2)
                            .build());

    private static final Path ROOT = Path.of(System.getProperty("wukongs.root", ".."));
    private static final Path HERE =
            Path.of("src/test/java/org/wukongs/flink/DataStreamPageTest.java");
    private static final Pattern SNIPPET =
            Pattern.compile(
                    "<!-- run by DataStreamPageTest -->\n```java\n(.*?)\n```", Pattern.DOTALL);
    private static final StreamDefinition POSTS = StreamDefinition.of("posts");

    private StreamExecutionEnvironment env;
    private QueryStore store;

    @BeforeEach
    void start() {
        env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(2);
        store = new QueryStore();
        store.open(POSTS);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void theSnippetsStandHere() throws IOException {
        String here = withoutSpace(Files.readString(HERE, UTF_8));
        String page = Files.readString(ROOT.resolve("docs/datastream.md"), UTF_8);
        List<String> snippets =
                SNIPPET.matcher(page).results().map(found -> found.group(1)).toList();
        assertThat(snippets).hasSizeGreaterThanOrEqualTo(4);
        for (String snippet : snippets) {
            String run = snippet.replace("\"localhost:7878\"", "store.address()");
            assertThat(here).contains(withoutSpace(run));
        }
    }

    @Test
    void rowsOfAQuery() throws Exception {
        ContinuousQuerySource source =
                ContinuousQuerySource.builder()
                        .setStoreAddresses(store.address())
                        .setStreams(StreamDefinition.of("posts"))
                        .setQueries(
                                """
                                PREFIX : <http://example.org/>
                                REGISTER QUERY posts_by_author AS
                                SELECT ?author ?post
                                FROM posts [RANGE 1s STEP 1s]
                                WHERE { ?author :wrote ?post }
                                """)
                        .setEndWindowEndMs(2_000)
                        .build();
        DataStream<WindowResult> windows =
                env.fromSource(source, WatermarkStrategy.noWatermarks(), "posts by author");
        DataStream<String> posts =
                windows.flatMap(
                        (window, out) -> {
                            for (String[] row : window.rows()) {
                                out.collect(window.windowEndMs() + " " + row[0] + " " + row[1]);
                            }
                        },
                        Types.STRING);
        assertThat(collect(posts))
                .containsExactlyInAnyOrder(
                        "1000 <http://example.org/ada> <http://example.org/p1>",
                        "1000 <http://example.org/bob> <http://example.org/p2>",
                        "2000 <http://example.org/ada> <http://example.org/p3>");
    }

    @Test
    void queriesThatDifferInConstants() throws Exception {
        registerPostsOf("ada");
        registerPostsOf("bob");
        ContinuousQuerySource source =
                ContinuousQuerySource.builder()
                        .setStoreAddresses(store.address())
                        .setQueryNames("posts_of_ada")
                        .setWholeTemplates(true)
                        .setBoundedByStreams(true)
                        .build();
        assertThat(summary(source))
                .containsExactlyInAnyOrder(
                        "posts_of_ada 1000 1", "posts_of_bob 1000 1", "posts_of_ada 2000 1");
    }

    @Test
    void templatesByName() throws Exception {
        registerPostsOf("ada");
        registerPostsOf("bob");
        StoreClient client = store.client();
        List<String> names = new ArrayList<>();
        for (TemplateDescription template : client.templates().list("", 100)) {
            names.add(template.name());
        }
        ContinuousQuerySource source =
                ContinuousQuerySource.builder()
                        .setStoreAddresses(store.address())
                        .setTemplates(names.toArray(new String[0]))
                        .setBoundedByStreams(true)
                        .build();
        assertThat(summary(source)).hasSize(3);
    }

    @Test
    void lookups() throws Exception {
        var encoder = new TupleEncoder(store.client().strings());
        store.client()
                .load(
                        "STORED",
                        encoder.encode(new TupleBatch(0, false, List.of(wrote(0, "ada", "p1")))));
        DataStream<String> authors =
                env.fromData("http://example.org/ada", "http://example.org/eve");
        OneShotLookup<String, String> postsOf =
                OneShotLookup.<String, String>builder()
                        .setStoreAddresses(store.address())
                        .setQuery(
                                """
                                PREFIX : <http://example.org/>
                                SELECT ?post WHERE { ?author :wrote ?post }
                                """)
                        .setParameter("author", NTriples::iri)
                        .setOutput(
                                (author, rows, out) -> {
                                    for (String[] row : rows) {
                                        out.collect(author + " wrote " + row[0]);
                                    }
                                },
                                Types.STRING)
                        .setCache(10_000, Duration.ofSeconds(10))
                        .build();
        DataStream<String> posts =
                AsyncDataStream.unorderedWait(authors, postsOf, 2, TimeUnit.MINUTES, 1_000);
        assertThat(posts.executeAndCollect(10))
                .containsExactly("http://example.org/ada wrote <http://example.org/p1>");
    }

    private void registerPostsOf(String author) {
        store.client()
                .registerQuery(
                        "PREFIX : <http://example.org/> REGISTER QUERY posts_of_"
                                + author
                                + " AS SELECT ?post FROM posts [RANGE 1s STEP 1s] WHERE { :"
                                + author
                                + " :wrote ?post }");
    }

    private List<String> summary(ContinuousQuerySource source) throws Exception {
        return collect(
                env.fromSource(source, WatermarkStrategy.noWatermarks(), "posts")
                        .map(r -> r.query() + " " + r.windowEndMs() + " " + r.rows().size()));
    }

    @SuppressWarnings("try") // Closing may be interrupted, which ends the test as well.
    private List<String> collect(DataStream<String> stream) throws Exception {
        List<String> found = new ArrayList<>();
        try (CloseableIterator<String> all = stream.executeAndCollect()) {
            writePosts();
            all.forEachRemaining(found::add);
        }
        return found;
    }

    /** When the job has registered its query: before, tuples would be kept for nobody. */
    private void writePosts() {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (store.client().status().queries().isEmpty()) {
            assertThat(System.nanoTime()).as("the job registers its query").isLessThan(deadlineNs);
            Thread.onSpinWait();
        }
        List<Tuple> tuples =
                List.of(
                        wrote(100, "ada", "p1"),
                        wrote(200, "bob", "p2"),
                        wrote(1_500, "ada", "p3"));
        store.write(POSTS.name(), tuples, Long.MAX_VALUE);
    }

    private static Tuple wrote(long timeMs, String author, String post) {
        String base = "<http://example.org/";
        return new Tuple(timeMs, base + author + ">", base + "wrote>", base + post + ">");
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s", "");
    }
}
