package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.naive.Failures.assertFails;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.MemberRows;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreClient;
import org.wukongs.client.TemplateClient;
import org.wukongs.client.TemplateDescription;
import org.wukongs.client.TemplateMembersPage;
import org.wukongs.client.TemplateQuery;
import org.wukongs.client.TemplateWindow;
import org.wukongs.client.WindowsWanted;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.naive.NaiveContinuous;
import org.wukongs.naive.NaiveEvaluator;
import org.wukongs.naive.NaiveStream;
import org.wukongs.naive.Seeds;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.BatchDispatcher;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;

/** Readers of whole templates over real sockets, as a source is one. */
@Timeout(60)
class TemplateServerTest {

    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final int VERTEX_COUNT = 10;
    private static final long BATCH_MS = 100;
    private static final StreamDefinition STREAM =
            new StreamDefinition("S", BATCH_MS, StreamDefinition.STORED, Set.of());

    private final Random random = Seeds.random(getClass());
    private final List<Tuple> tuples = new ArrayList<>();
    private final NaiveContinuous naive =
            new NaiveContinuous(List.of(new NaiveStream(STREAM, tuples)), Map.of());
    private final BatchDispatcher dispatcher = new BatchDispatcher(VertexOwners.ONE);
    private final Map<String, String> texts = new HashMap<>(); // by query

    private final Map<Long, List<String>> queries = new HashMap<>(); // by member, as listed
    private int queryCount;
    private long listedUpTo;
    private long queriesEnded;

    private StoreServer server;
    private StoreClient client;
    private TemplateClient templates;
    private StoreClient.StreamWriter writer;

    private void open(ExecutionLimits limits) {
        StoreConfig config =
                StoreConfig.builder()
                        .termCountMax(1 << 20)
                        .ringTupleCountMax(1 << 20)
                        .limits(limits)
                        .build();
        server = StoreServer.start(config, "127.0.0.1", 0);
        client = StoreClient.connect(List.of(server.address()), DEADLINE);
        templates = client.templates();
        client.registerStream(STREAM);
        writer = client.openWriter(new WriterId("S", 0, 1, "test", 0));
    }

    private void open() {
        open(new ExecutionLimits(100_000, 60_000));
    }

    @AfterEach
    void close() {
        assertThat(server.ask(StoreNode::check).violations()).isEmpty();
        writer.close();
        client.close();
        server.close();
    }

    private String vertex() {
        return "<http://x/v" + random.nextInt(VERTEX_COUNT) + ">";
    }

    private void register(String emission) {
        register(emission, vertex());
    }

    private void register(String emission, String constant) {
        String name = "q" + queryCount++;
        String text =
                "REGISTER "
                        + emission
                        + " "
                        + name
                        + " AS SELECT ?a FROM STREAM S [RANGE 300ms STEP 100ms] WHERE { "
                        + constant
                        + " <http://x/p> ?a }";
        client.registerQuery(text);
        texts.put(name, text);
    }

    private void batch(long number, int tupleCount) {
        List<Tuple> brought = new ArrayList<>();
        for (int i = 0; i < tupleCount; i++) {
            long timeMs = number * BATCH_MS + random.nextInt((int) BATCH_MS);
            brought.add(new Tuple(timeMs, vertex(), "<http://x/p>", vertex()));
        }
        tuples.addAll(brought);
        EncodedBatch encoded =
                new TupleEncoder(client.strings()).encode(new TupleBatch(number, false, brought));
        dispatcher.dispatch(encoded).forEach(writer::send);
        writer.closeUpTo(number);
        writer.flush();
    }

    /** As a reader does: pages from the last one on, or all of them where queries have ended. */
    private void list(String template, FetchedWindows fetched) {
        if (fetched != null && fetched.queriesEnded() > queriesEnded) {
            queries.clear();
            listedUpTo = 0;
        } else if (fetched != null && fetched.queriesAdded() <= listedUpTo) {
            return;
        }
        TemplateMembersPage page;
        do {
            page = templates.members(template, listedUpTo, 7);
            for (TemplateQuery query : page.queries()) {
                assertThat(texts.get(query.query())).contains(query.constants().get(0));
                queries.computeIfAbsent(query.member(), id -> new ArrayList<>()).add(query.query());
            }
            listedUpTo = page.nextAfter();
            queriesEnded = page.queriesEnded();
        } while (!page.last());
    }

    private FetchedWindows fetch(
            String template, long fromWindowEndMs, int windowsMax, Duration wait) {
        WindowsWanted wanted = WindowsWanted.ofTemplate(template, fromWindowEndMs, windowsMax);
        return client.fetchWindows(ReaderId.NAMELESS, List.of(wanted), windowsMax, wait).get(0);
    }

    private String onlyTemplate() {
        List<TemplateDescription> found = templates.list("", 10);
        assertThat(found).hasSize(1);
        assertThat(templates.list(found.get(0).name(), 10)).isEmpty();
        assertThat(found.get(0).vars()).containsExactly("a");
        assertThat(found.get(0).queryCount()).isEqualTo(texts.size());
        return found.get(0).name();
    }

    private void everyQuerysRows(String emission) {
        open();
        for (int i = 0; i < 25; i++) {
            register(emission);
        }
        String template = onlyTemplate();
        client.attachReader(ReaderId.ofTemplate("", template), ReaderStart.earliest());
        list(template, null);
        batch(0, 20);
        long nextMs = Long.MIN_VALUE;
        int rowCount = 0;
        for (long number = 1; number < 30; number++) {
            batch(number, random.nextInt(20));
            if (random.nextInt(4) == 0) {
                register(emission);
            }
            if (random.nextInt(8) == 0) {
                String gone = texts.keySet().iterator().next();
                client.unregisterQuery(gone);
                texts.remove(gone);
            }
            FetchedWindows fetched = fetch(template, nextMs, 3, DEADLINE);
            list(template, fetched);
            for (TemplateWindow window : fetched.windows()) {
                rowCount += check(window);
            }
            nextMs = fetched.nextWindowEndMs();
            client.releaseWindows(ReaderId.ofTemplate("", template), nextMs);
        }
        assertThat(nextMs).isEqualTo(30 * BATCH_MS + BATCH_MS);
        assertThat(rowCount).isGreaterThan(50);
    }

    private int check(TemplateWindow window) {
        Map<String, List<List<String>>> rows = new HashMap<>();
        for (MemberRows member : window.members()) {
            for (String query : queries.getOrDefault(member.member(), List.of())) {
                rows.put(query, NaiveEvaluator.sortedRows(member.rows()));
            }
        }
        int count = 0;
        for (List<String> names : queries.values()) {
            for (String name : names) {
                List<List<String>> found = rows.getOrDefault(name, List.of());
                List<List<String>> expected =
                        naive.emitted(texts.get(name), window.windowEndMs(), BATCH_MS);
                assertThat(found).isEqualTo(sorted(expected));
                count += found.size();
            }
        }
        return count;
    }

    private static List<List<String>> sorted(List<List<String>> rows) {
        return NaiveEvaluator.sortedRows(
                rows.stream().map(row -> row.toArray(new String[0])).toList());
    }

    @Test
    void wholeResults() {
        everyQuerysRows("QUERY");
    }

    @Test
    void whatIsNew() {
        everyQuerysRows("ISTREAM");
    }

    @Test
    void whatIsGone() {
        everyQuerysRows("DSTREAM");
    }

    @Test
    void whoReachesALimitIsToldAndNobodyElse() {
        open(new ExecutionLimits(12, 60_000));
        for (int i = 0; i < 40; i++) {
            register("QUERY", "<http://x/v" + i % VERTEX_COUNT + ">");
        }
        String template = onlyTemplate();
        client.attachReader(ReaderId.ofTemplate("", template), ReaderStart.earliest());
        list(template, null);
        List<Tuple> many = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            many.add(new Tuple(i, "<http://x/v3>", "<http://x/p>", "<http://x/o" + i + ">"));
        }
        many.add(new Tuple(50, "<http://x/v1>", "<http://x/p>", "<http://x/o>"));
        EncodedBatch encoded =
                new TupleEncoder(client.strings()).encode(new TupleBatch(0, false, many));
        dispatcher.dispatch(encoded).forEach(writer::send);
        writer.closeUpTo(0);
        writer.flush();
        FetchedWindows fetched = fetch(template, Long.MIN_VALUE, 1, DEADLINE);
        TemplateWindow window = fetched.windows().get(0);
        assertThat(window.failures()).hasSize(1);
        assertThat(window.failures().get(0).message()).contains("12");
        assertThat(window.failures().get(0).members()).hasSize(1);
        assertThat(queries.get(window.failures().get(0).members()[0]))
                .allMatch(query -> texts.get(query).contains("<http://x/v3>"))
                .hasSize(4);
        assertThat(window.members()).hasSize(1);
        assertThat(queries.get(window.members().get(0).member()))
                .allMatch(query -> texts.get(query).contains("<http://x/v1>"))
                .hasSize(4);
    }

    @Test
    void aReaderIsToldWhatIsWrong() {
        open();
        assertThat(templates.list("", 10)).isEmpty();
        assertFails(
                Category.USER,
                "no such template",
                () -> client.attachReader(ReaderId.ofTemplate("", "none"), ReaderStart.earliest()));
        assertFails(Category.USER, "no such template", () -> templates.members("none", 0, 10));
        register("QUERY");
        String template = onlyTemplate();
        assertFails(
                Category.USER,
                "the template has no such reader",
                () -> fetch(template, 100, 1, DEADLINE));
        client.attachReader(ReaderId.ofTemplate("", template), ReaderStart.earliest());
        FetchedWindows early = fetch(template, Long.MIN_VALUE, 1, Duration.ZERO);
        assertThat(early.windows()).isEmpty();
        assertThat(early.nextWindowEndMs()).isEqualTo(Long.MIN_VALUE);
        client.unregisterQuery("q0");
        texts.remove("q0");
        assertFails(Category.USER, "no such template", () -> fetch(template, 100, 1, DEADLINE));
        register("QUERY");
        assertThat(onlyTemplate()).as("by what its queries are").isEqualTo(template);
    }
}
