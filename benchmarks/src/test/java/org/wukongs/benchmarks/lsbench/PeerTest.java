package org.wukongs.benchmarks.lsbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.QueryLanguage;
import org.eclipse.rdf4j.query.parser.QueryParserUtil;
import org.junit.jupiter.api.Test;
import org.wukongs.kafka.lsbench.LsbenchQueries;
import org.wukongs.naive.Seeds;

final class PeerTest {

    private static final long RANGE_MS = 50;
    private static final long STEP_MS = 10;

    @Test
    void everyTextBecomesSparqlOverNamedGraphs() {
        for (String text : LsbenchQueries.all().values()) {
            String sparql = Rdf4jWindows.sparql(text);
            QueryParserUtil.parseTupleQuery(QueryLanguage.SPARQL, sparql, null);
            assertThat(sparql).doesNotContain("REGISTER", "STREAM", "STORED", "RANGE");
        }
        assertThat(Rdf4jWindows.sparql(LsbenchQueries.l2("L2", 4)))
                .contains(
                        "FROM <http://deri.org/poststream> FROM NAMED <http://deri.org/poststream>")
                .contains("FROM NAMED <urn:stored>")
                .contains("GRAPH <urn:stored> { ?user sioc:account_of sibp:p4 }");
    }

    /** What was added and not removed is the set of the window's triples, at every step. */
    @Test
    void whatComesAndGoesIsTheWindow() {
        long seed = Seeds.seed(getClass());
        SplittableRandom random = new SplittableRandom(seed);
        ValueFactory values = SimpleValueFactory.getInstance();
        Rdf4jWindows.Window window = new Rdf4jWindows.Window();
        List<Long> times = new ArrayList<>();
        List<Statement> triples = new ArrayList<>();
        Set<Statement> kept = new HashSet<>();
        for (long endMs = STEP_MS; endMs < 3_000; endMs += STEP_MS) {
            for (int i = random.nextInt(6); i > 0; i--) {
                Statement triple =
                        values.createStatement(
                                values.createIRI("http://x/" + random.nextInt(8)),
                                values.createIRI("http://x/p"),
                                values.createLiteral(random.nextInt(2)));
                long timeMs = endMs - 1 - random.nextInt((int) STEP_MS);
                times.add(timeMs);
                triples.add(triple);
                window.arrive(timeMs, triple);
            }
            window.expire(endMs - RANGE_MS);
            window.added().forEach(triple -> assertThat(kept.add(triple)).isTrue());
            window.removed().forEach(triple -> assertThat(kept.remove(triple)).isTrue());
            window.settled();
            assertThat(kept).isEqualTo(expected(times, triples, endMs - RANGE_MS));
        }
    }

    private static Set<Statement> expected(List<Long> times, List<Statement> triples, long fromMs) {
        Set<Statement> expected = new HashSet<>();
        for (int i = 0; i < times.size(); i++) {
            if (times.get(i) >= fromMs) {
                expected.add(triples.get(i));
            }
        }
        return expected;
    }
}
