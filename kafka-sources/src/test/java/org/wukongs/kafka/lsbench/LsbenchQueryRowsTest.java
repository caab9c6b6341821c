package org.wukongs.kafka.lsbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.wukongs.stream.Tuple;

/**
 * With the default configuration, L1 to L6 have rows in each of five windows of a second. Rows by
 * nested loops.
 */
class LsbenchQueryRowsTest {

    private static final long START_MS = 1_700_000_000_000L;
    private static final String ME =
            "<http://www.ins.cwi.nl/sib/user/u" + LsbenchQueries.DEFAULT_USER + ">";

    private record Edge(String subject, String object) {}

    private final LsbenchGenerator generator = new LsbenchGenerator(LsbenchConfig.defaults());
    private final Map<String, Set<String>> knows = new HashMap<>();
    private final Map<String, Set<String>> subscribers = new HashMap<>();

    @Test
    void everyQueryHasRowsInEverySecond() {
        generator.writeStored(this::remember);
        for (int second = 0; second < 5; second++) {
            Map<String, Integer> rows = rows(START_MS + second * 1000L);
            assertThat(rows)
                    .as("second %s", second)
                    .allSatisfy((q, n) -> assertThat(n).as(q).isPositive());
        }
    }

    @Test
    void textsNameTheirStreamsAndConstants() {
        Map<String, String> texts = LsbenchQueries.all(984);
        assertThat(texts.keySet()).containsExactly("L1", "L2", "L3", "L4", "L5", "L6");
        assertThat(texts.get("L1")).contains("sibu:u984 ?p ?o").startsWith("REGISTER QUERY L1 AS");
        assertThat(texts.get("L5"))
                .contains("FROM STREAM <http://deri.org/photostream> [RANGE 1s STEP 100ms]")
                .contains("GRAPH <http://deri.org/likedphotostream> { ?friend2 sib:like ?photo }");
    }

    private Map<String, Integer> rows(long fromMs) {
        Set<Edge> creator = window(LsbenchStreams.PO, fromMs, "creator_of");
        Map<String, Integer> rows = new HashMap<>();
        rows.put("L1 posts", count(creator, edge -> edge.subject().equals(ME)));
        rows.put(
                "L1 positions",
                count(
                        window(LsbenchStreams.GPS, fromMs, "trackedAt"),
                        edge -> edge.subject().equals(ME)));
        rows.put("L2", count(creator, edge -> edge.subject().equals(ME)));
        rows.put("L3", count(creator, edge -> knows.get(ME).contains(edge.subject())));
        rows.put("L4", l4(creator, window(LsbenchStreams.PO, fromMs, "hashtag")));
        rows.put("L5", l5(fromMs));
        rows.put("L6", l6(fromMs));
        return rows;
    }

    private static int l4(Set<Edge> creator, Set<Edge> hashtag) {
        int rows = 0;
        for (Edge one : creator) {
            for (Edge other : creator) {
                if (one.subject().equals(other.subject()) && !one.equals(other)) {
                    for (Edge tag : hashtag) {
                        boolean ofOne = tag.subject().equals(one.object());
                        rows +=
                                ofOne && hashtag.contains(new Edge(other.object(), tag.object()))
                                        ? 1
                                        : 0;
                    }
                }
            }
        }
        return rows;
    }

    private int l5(long fromMs) {
        Set<Edge> likes = window(LsbenchStreams.PH_LIKE, fromMs, "like");
        int rows = 0;
        for (Edge tagged : window(LsbenchStreams.PH, fromMs, "usertag")) {
            for (String friend : knows.get(tagged.object())) {
                rows += likes.contains(new Edge(friend, tagged.subject())) ? 1 : 0;
            }
        }
        return rows;
    }

    private int l6(long fromMs) {
        Set<Edge> likes = window(LsbenchStreams.PO_LIKE, fromMs, "like");
        int rows = 0;
        for (Edge contained : window(LsbenchStreams.PO, fromMs, "container_of")) {
            for (String user : subscribers.getOrDefault(contained.subject(), Set.of())) {
                for (String friend : knows.get(user)) {
                    rows += likes.contains(new Edge(friend, contained.object())) ? 1 : 0;
                }
            }
        }
        return rows;
    }

    private Set<Edge> window(LsbenchStreams stream, long fromMs, String predicate) {
        Set<Edge> edges = new HashSet<>();
        for (Tuple tuple : tuplesBefore(stream, fromMs + 1000)) {
            if (tuple.eventTimeMs() >= fromMs
                    && tuple.predicate().matches(".*[/#]" + predicate + ">")) {
                edges.add(new Edge(tuple.subject(), tuple.object()));
            }
        }
        return edges;
    }

    private List<Tuple> tuplesBefore(LsbenchStreams stream, long endMs) {
        List<Tuple> tuples = new ArrayList<>();
        Iterator<Tuple> all = generator.tuples(stream, START_MS);
        for (Tuple tuple = all.next(); tuple.eventTimeMs() < endMs; tuple = all.next()) {
            tuples.add(tuple);
        }
        return tuples;
    }

    private void remember(String statement) {
        String[] terms = statement.split(" ", 3);
        String object = terms[2].substring(0, terms[2].length() - 2);
        if (terms[1].endsWith("/knows>")) {
            knows.computeIfAbsent(terms[0], u -> new HashSet<>()).add(object);
        } else if (terms[1].endsWith("#subscriber_of>")) {
            subscribers.computeIfAbsent(object, f -> new HashSet<>()).add(terms[0]);
        }
    }

    private static int count(Set<Edge> edges, java.util.function.Predicate<Edge> wanted) {
        return (int) edges.stream().filter(wanted).count();
    }
}
