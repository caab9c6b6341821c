package org.wukongs.csparql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.wukongs.csparql.LsbenchQueries.Spelling;

class LsbenchQueriesTest {

    static List<String> names() {
        return LsbenchQueries.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void threeSpellingsOfOneQuery(String name) {
        CsparqlQuery csparql = Grammar.parse(LsbenchQueries.text(name, Spelling.CSPARQL));
        CsparqlQuery paper = Grammar.parse(LsbenchQueries.text(name, Spelling.PAPER));
        CsparqlQuery rspQl = Grammar.parse(LsbenchQueries.text(name, Spelling.RSP_QL));
        assertThat(csparql.name()).isEqualTo(name);
        assertThat(csparql.stepMs()).isEqualTo(100);
        assertThat(csparql.windows())
                .extracting(QueryWindow::stream)
                .isEqualTo(LsbenchQueries.streams(name));
        assertThat(csparql.windows())
                .allMatch(w -> w.rangeMs() == 1_000 && w.stepMs() == 100 && !w.named());
        assertThat(paper.windows()).isEqualTo(csparql.windows());
        assertThat(paper.algebra().getTupleExpr()).isEqualTo(csparql.algebra().getTupleExpr());
        assertThat(paper.graphAliases()).isEqualTo(csparql.graphAliases());
        assertThat(rspQl.windows())
                .extracting(QueryWindow::stream)
                .isEqualTo(LsbenchQueries.streams(name));
        assertThat(rspQl.windows())
                .allMatch(w -> w.iri().startsWith("http://deri.org/w_") && w.rangeMs() == 1_000);
        assertThat(rspQl.stepMs()).isEqualTo(100);
        assertThat(rspQl.vars()).isEqualTo(csparql.vars()).isNotEmpty();
    }
}
