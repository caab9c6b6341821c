package org.wukongs.benchmarks.lubm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.wukongs.benchmarks.engine.NamedQuery;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.FixedCatalog;

final class LubmQueriesTest {

    private static final LubmData DATA =
            new LubmData(
                    Path.of("none"), List.of("http://x/d0", "http://x/d1"), List.of("http://x/u0"));

    @Test
    void sevenQueriesWithTargetsAndExpectedRows() {
        assertThat(LubmQueries.all())
                .extracting(NamedQuery::name)
                .containsExactly("Q1", "Q2", "Q3", "Q4", "Q5", "Q6", "Q7");
        assertThat(LubmQueries.TARGETS_US).hasSize(7);
        assertThat(GraphOptions.SCALES).allMatch(scale -> scale.rows().length == 7);
    }

    @Test
    void theMixParsesAndTheSeedDecides() {
        List<NamedQuery> mix = LubmQueries.lightMix(DATA, 7, 100);
        mix.forEach(query -> CsparqlParser.parse(query.text(), FixedCatalog.EMPTY));
        assertThat(mix).hasSize(100).isEqualTo(LubmQueries.lightMix(DATA, 7, 100));
        assertThat(mix).isNotEqualTo(LubmQueries.lightMix(DATA, 8, 100));
        assertThat(mix)
                .anyMatch(query -> query.text().contains("worksFor <http://x/d"))
                .anyMatch(query -> query.text().contains("subOrganizationOf <http://x/d"))
                .anyMatch(query -> query.text().contains("subOrganizationOf <http://x/u0>"));
    }
}
