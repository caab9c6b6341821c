package org.wukongs.store.algebra;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.wukongs.client.QueryPlan;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.FixedCatalog;

/** What a query becomes: the shape decides how much work it is. */
class OperatorPlanTest {

    private static String plan(String text) {
        CsparqlQuery query =
                CsparqlParser.parse(
                        "PREFIX : <http://x/> " + text, FixedCatalog.ofNames(List.of(), List.of()));
        OperatorPlan plan =
                OperatorPlan.compile(
                        query.algebra().getTupleExpr(), query.vars(), false, PatternPlans.UNSHARED);
        StringBuilder lines = new StringBuilder();
        for (QueryPlan.Step step : plan.operators()) {
            lines.append("  ".repeat(step.depth())).append(step.kind()).append(' ');
            lines.append(step.description()).append('\n');
        }
        return lines.toString().replace("<http://x/", "<").replaceAll(" +\n", "\n");
    }

    @Test
    void triplePatternsOfNestedGroupsAreOneExploration() {
        assertThat(plan("SELECT * { ?a :p ?b { ?b :q ?c FILTER(?c != ?b) } { ?c :r ?d } }"))
                .isEqualTo(
                        """
                        project ?a ?b ?c ?d
                          explore ?a <p> ?b . ?b <q> ?c . ?c <r> ?d . filter !=(?c, ?b)
                        """);
    }

    @Test
    void anOptionalIsTakenAfterAllThatIsNot() {
        assertThat(plan("SELECT * { ?a :p ?b OPTIONAL { ?b :q ?c } ?a :r ?d FILTER(?d > 3) }"))
                .isEqualTo(
                        """
                        project ?a ?b ?c ?d
                          optional
                            explore ?a <r> ?d . ?a <p> ?b . filter >(?d, "3"^^<http://www.w3.org/2001/XMLSchema#integer>)
                            explore ?b <q> ?c
                        """);
    }

    /** Here ?c would have another value inside of the OPTIONAL. */
    @Test
    void anOptionalStaysWhereMovingItWouldChangeSolutions() {
        assertThat(plan("SELECT * { { ?a :p ?b OPTIONAL { ?b :q ?c } } ?c :r ?d }"))
                .isEqualTo(
                        """
                        project ?a ?b ?c ?d
                          join
                            optional
                              explore ?a <p> ?b
                              explore ?b <q> ?c
                            explore ?c <r> ?d
                        """);
    }

    @Test
    void aFilterGoesDownToWhatBindsItsVariables() {
        assertThat(
                        plan(
                                "SELECT * { ?a :p ?b { SELECT ?a (COUNT(*) AS ?n)"
                                        + " { ?a :q ?c } GROUP BY ?a } FILTER(isIRI(?a) && ?n > 1) }"))
                .isEqualTo(
                        """
                        project ?a ?b ?n
                          join
                            project ?a ?n
                              filter >(?n, "1"^^<http://www.w3.org/2001/XMLSchema#integer>)
                                group by ?a ?n = count(*)
                                  explore ?a <q> ?c . filter isIRI(?a)
                            explore ?a <p> ?b . filter isIRI(?a)
                        """);
    }

    @Test
    void onlyTheFirstRowsAreSortedForALimit() {
        assertThat(plan("SELECT ?a { ?a :p ?b } ORDER BY DESC(?b) OFFSET 2 LIMIT 3"))
                .isEqualTo(
                        """
                        slice offset 2 limit 3
                          project ?a
                            order by desc ?b top 5
                              explore ?a <p> ?b
                        """);
    }

    @Test
    void whatRdf4jDoesAndPathsAreNamed() {
        assertThat(plan("SELECT * { ?a :p* ?b BIND(STRLEN(STR(?b)) AS ?n) }"))
                .contains("path between ?a and ?b, 0 or more times")
                .contains("bind ?n = rdf4j:FunctionCall (")
                .contains("[b]");
    }
}
