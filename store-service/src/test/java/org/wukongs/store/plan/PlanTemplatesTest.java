package org.wukongs.store.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.FixedCatalog;
import org.wukongs.naive.NaiveTriple;
import org.wukongs.store.algebra.PatternPlans;
import org.wukongs.store.explore.PlannedPattern;

class PlanTemplatesTest {

    private static final List<String> GRAPHS = List.of("http://g/1", "http://g/2");

    private static final List<String> TERMS = List.of("<x:a>", "<x:b>", "<x:c>", "<x:d>");

    private final FixedCatalog catalog = FixedCatalog.ofNames(List.of(), GRAPHS);
    private final PlanTemplates templates = new PlanTemplates(100);
    private final RandomData data = new RandomData(Map.of(GRAPHS.get(0), triples()));

    /**
     * Returns triples that give every pattern below a solution, so that all of them are planned.
     */
    private static List<NaiveTriple> triples() {
        List<NaiveTriple> triples = new ArrayList<>();
        for (String subject : TERMS) {
            for (String object : TERMS) {
                triples.add(new NaiveTriple(subject, "<x:p>", object));
                triples.add(new NaiveTriple(subject, "<x:q>", object));
            }
        }
        return triples;
    }

    @Test
    void patternsThatDifferInSubjectsAndObjectsShareAPlan() {
        assertShared("{ <x:a> <x:p> ?y }", "{ <x:b> <x:p> ?y }");
        assertShared("{ ?x <x:p> <x:a> . ?x <x:q> ?y }", "{ ?x <x:p> <x:c> . ?x <x:q> ?y }");
        assertShared("{ ?person <x:p> ?y }", "{ ?p <x:p> ?friend }");
        assertShared(
                "{ ?x <x:p> <x:a> OPTIONAL { ?x <x:q> ?y } }",
                "{ ?x <x:p> <x:b> OPTIONAL { ?x <x:q> ?y } }");
        assertShared(
                "{ { ?x <x:p> <x:a> } UNION { ?x <x:q> <x:b> } }",
                "{ { ?x <x:p> <x:c> } UNION { ?x <x:q> <x:d> } }");
        assertShared(
                "{ ?x <x:p> ?y FILTER NOT EXISTS { ?x <x:q> <x:a> } }",
                "{ ?x <x:p> ?y FILTER NOT EXISTS { ?x <x:q> <x:b> } }");
    }

    @Test
    void patternsThatDifferInAnythingElseHavePlansOfTheirOwn() {
        assertDifferent("{ ?x <x:p> ?y }", "{ ?x <x:q> ?y }");
        assertDifferent("{ ?x a <x:A> }", "{ ?x a <x:B> }");
        assertDifferent("{ ?x <x:p> ?y }", "{ ?x ?p ?y }");
        assertDifferent("{ ?x <x:p> ?x }", "{ ?x <x:p> ?y }");
        assertDifferent("{ GRAPH <http://g/1> { ?x <x:p> ?y } }", "{ ?x <x:p> ?y }");
        assertDifferent(
                "{ GRAPH <http://g/1> { ?x <x:p> ?y } }", "{ GRAPH <http://g/2> { ?x <x:p> ?y } }");
        assertDifferent("{ ?x <x:p> ?y FILTER(?y > 5) }", "{ ?x <x:p> ?y FILTER(?y > 6) }");
        assertDifferent("{ ?x <x:p> ?y FILTER(?y > 5) }", "{ ?x <x:p> ?y }");
    }

    /** Only a pattern's text could be taken for indexes of another one. */
    @Test
    void aTextIsNotTakenForIndexes() {
        assertDifferent("{ ?x a ?y }", "{ ?x a '?y 0 ?0 $1 ?1 ;' }");
        assertDifferent(
                "{ ?x <x:p> ?y FILTER(?y != ';') }",
                "{ ?x <x:p> ?y . ?y <x:p> ?x FILTER(?y != '') }");
    }

    @Test
    void theOldestPlansAreForgotten() {
        PlanTemplates few = new PlanTemplates(2);
        List<PlannedPattern> first = plans("{ ?x <x:p> ?y }", few);
        plans("{ ?x <x:q> ?y }", few);
        assertThat(plans("{ ?x <x:p> ?y }", few)).isEqualTo(first);
        plans("{ ?x <x:r> ?y }", few); // in place of q
        assertThat(plans("{ ?x <x:p> ?y }", few)).isEqualTo(first);
        plans("{ ?x <x:q> ?y }", few);
        plans("{ ?x <x:r> ?y }", few);
        assertThat(plans("{ ?x <x:p> ?y }", few)).isNotEqualTo(first);
    }

    private void assertShared(String one, String other) {
        assertThat(plans(other, templates)).isEqualTo(plans(one, templates)).isNotEmpty();
    }

    private void assertDifferent(String one, String other) {
        assertThat(plans(other, templates)).doesNotContainAnyElementsOf(plans(one, templates));
    }

    /** Returns the plans that the execution of a query asks for, in order. */
    private List<PlannedPattern> plans(String where, PlanTemplates from) {
        return Stream.of("", " ORDER BY (1)") // exploration, operators
                .flatMap(order -> asked("SELECT * WHERE " + where + order, from).stream())
                .toList();
    }

    private List<PlannedPattern> asked(String text, PlanTemplates from) {
        List<PlannedPattern> asked = new ArrayList<>();
        PatternPlans plans =
                (pattern, template) -> {
                    PlannedPattern planned = from.planned(pattern, template);
                    asked.add(planned);
                    return planned;
                };
        CsparqlQuery query = CsparqlParser.parse(text, catalog);
        QueryCompiler.compile(query, plans).execute(data.context(query));
        return asked;
    }
}
