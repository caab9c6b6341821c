package org.wukongs.table;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.naive.NaiveContinuous;
import org.wukongs.naive.NaiveStream;
import org.wukongs.naive.NaiveTriple;
import org.wukongs.naive.Seeds;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/** Streams and queries for the function CSPARQL, and what the naive evaluator says of them. */
final class CsparqlData {

    static final int TUPLES = 2_000;

    static final String POSTS = "http://x/posts";
    static final String LIKES = "http://x/likes";

    static final String PAIRS =
            "REGISTER QUERY pairs AS PREFIX : <http://x/> SELECT ?a ?b ?c FROM STREAM :posts"
                    + " [RANGE 600ms STEP 200ms] FROM STORED WHERE { GRAPH :posts { ?a :p ?b }"
                    + " GRAPH STORED { ?b :q ?c } }";
    static final String TWO_STREAMS =
            "REGISTER QUERY liked AS PREFIX : <http://x/> SELECT ?a ?b ?c FROM STREAM :posts"
                    + " [RANGE 600ms STEP 200ms] FROM STREAM :likes [RANGE 400ms STEP 200ms]"
                    + " WHERE { GRAPH :posts { ?a :p ?b } GRAPH :likes { ?b :r ?c } }";
    static final String BLOCKS =
            "REGISTER QUERY blocks AS PREFIX : <http://x/> SELECT ?a ?b ?c FROM STREAM :posts"
                    + " [TRIPLES 23] WHERE { GRAPH :posts { ?a :p ?b . ?b :r ?c } }";

    private static final List<String> STORED =
            List.of(
                    "<http://x/v1> <http://x/q> <http://x/w1>",
                    "<http://x/v2> <http://x/q> \"two\"");

    private CsparqlData() {}

    /** A session with the module and the stored graph. */
    static SqlSession session(String... moduleOptions) {
        return session(new SqlSession(), moduleOptions);
    }

    /** As above, in a new session. */
    static SqlSession session(SqlSession sql, String... moduleOptions) {
        String options = String.join("", moduleOptions);
        sql.execute("LOAD MODULE wukongs WITH ('store' = 'localhost:7878'" + options + ")");
        STORED.forEach(triple -> sql.load(StreamDefinition.STORED, triple));
        return sql;
    }

    /** {@code arguments} are what stands behind {@code TABLE} and before the query. */
    static String call(String arguments, String query) {
        return "SELECT result_time, a, b, c FROM CSPARQL(input => TABLE "
                + arguments
                + ", query => '"
                + query
                + "', on_time => DESCRIPTOR(ts))";
    }

    /**
     * Out of order by less than the second that the watermark waits, with gaps; no two at a time.
     */
    static List<Tuple> stream(Class<?> test) {
        Random random = Seeds.random(test);
        List<Tuple> tuples = new ArrayList<>();
        Set<Long> times = new HashSet<>();
        long now = 1_000L + random.nextInt(1_000);
        while (tuples.size() < TUPLES) {
            now += random.nextInt(8) + (random.nextInt(400) == 0 ? 3_000 : 0);
            long time = now - random.nextInt(900);
            if (times.add(time)) {
                tuples.add(
                        new Tuple(
                                time,
                                "<http://x/v" + random.nextInt(6) + ">",
                                random.nextBoolean() ? "<http://x/p>" : "<http://x/r>",
                                "<http://x/v" + random.nextInt(6) + ">"));
            }
        }
        return tuples;
    }

    /** "ms s p o" each. */
    static List<String> lines(List<Tuple> tuples) {
        List<String> lines = new ArrayList<>();
        for (Tuple t : tuples) {
            lines.add(
                    t.eventTimeMs()
                            + " "
                            + String.join(" ", t.subject(), t.predicate(), t.object()));
        }
        return lines;
    }

    /** The rows of a query over one stream, {@link #POSTS}, as text, sorted. */
    static List<String> expected(String query, List<Tuple> posts) {
        return expected(query, Map.of(POSTS, posts));
    }

    static List<String> expected(String query, Map<String, List<Tuple>> streams) {
        List<NaiveStream> naiveStreams = new ArrayList<>();
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (Map.Entry<String, List<Tuple>> stream : streams.entrySet()) {
            naiveStreams.add(
                    new NaiveStream(StreamDefinition.of(stream.getKey()), stream.getValue()));
            for (Tuple tuple : stream.getValue()) {
                first = Math.min(first, tuple.eventTimeMs());
                last = Math.max(last, tuple.eventTimeMs());
            }
        }
        NaiveContinuous naive =
                new NaiveContinuous(naiveStreams, Map.of(StreamDefinition.STORED, stored()));
        CsparqlQuery parsed = naive.parsed(query);
        boolean blocks = parsed.windows().get(0).byCount();
        long step = parsed.stepMs();
        List<String> rows = new ArrayList<>();
        for (long t = first / step * step + step; t <= last / step * step + step; t += step) {
            List<List<List<String>>> executions =
                    blocks ? naive.blockRows(query, t) : List.of(naive.rows(query, t));
            for (List<List<String>> execution : executions) {
                rows.addAll(rows(execution, t));
            }
        }
        Collections.sort(rows);
        return rows;
    }

    private static List<NaiveTriple> stored() {
        return STORED.stream()
                .map(triple -> triple.split(" "))
                .map(terms -> new NaiveTriple(terms[0], terms[1], terms[2]))
                .toList();
    }

    private static List<String> rows(List<List<String>> execution, long t) {
        List<String> rows = new ArrayList<>();
        for (List<String> found : execution) {
            List<String> plain = new ArrayList<>(List.of(Instant.ofEpochMilli(t).toString()));
            found.forEach(term -> plain.add(term.substring(1, term.length() - 1)));
            rows.add("+I" + plain);
        }
        return rows;
    }
}
