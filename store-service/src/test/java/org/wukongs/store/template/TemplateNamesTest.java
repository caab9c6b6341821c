package org.wukongs.store.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.FixedCatalog;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.plan.QueryCompiler;

/** Checkpoints and Flink's state have names of templates: a query's template keeps its name. */
class TemplateNamesTest {

    private static final String PREFIX =
            "REGISTER QUERY q COMPUTED EVERY 1s AS PREFIX : <http://x/> ";

    private static final String FROM =
            " FROM STREAM <http://x/s> [RANGE 10s STEP 1s] FROM <http://x/g> FROM NAMED <http://x/g> ";

    private final TemplateRegistry registry = new TemplateRegistry(new TermDictionary(1000));

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "SELECT ?a ~ { ?a :p ?b } ~ 7fa32ad5bcdb1ca5",
                "SELECT ?b ?a ~ { ?a :p ?b . ?b :q :c . ?a a :Person } ~ 9688e62bcdb8dccd",
                "SELECT ?b ?a ~ { ?a :p ?b . ?b :q :d . ?a a :Person } ~ 9688e62bcdb8dccd",
                "SELECT DISTINCT ?c ?no ~ { ?c :p :a . ?a :p ?c FILTER(?a != ?c) } ~ 56afb9026233ee5c",
                "SELECT ?c ~ { { ?c :p :a FILTER(?c > 1 && ?c < 9) } ?a :p ?c } LIMIT 3 ~ 9f8f4b37b78beeb6",
                "SELECT * ~ { :a ?p ?b GRAPH <http://x/g> { ?b :p ?c . ?c :q 'x'@en } ?c :r ?d } ~ 55d8fb81d9ba76b7",
                "SELECT ?d ~ { ?a :r [ :p ?d ] FILTER(timestamp(?a) > 10 || STR(?d) = 'y') } ~ 16f9a0da54685875",
                "SELECT ?d ~ { ?a :r ?d FILTER(1 < 2) } ~ 0b4a7802639417d7",
                "SELECT ?a ~ { } OFFSET 1 ~ e60d4d32664c4488",
                "ASK ~ { ?x :p ?x FILTER(isIRI(?x)) } ~ 90a3adf3a676df57",
            })
    void aTemplateKeepsItsName(String head, String body, String name) {
        CsparqlQuery query =
                CsparqlParser.parse(
                        PREFIX + head + FROM + body,
                        FixedCatalog.ofNames(List.of("http://x/s"), List.of("http://x/g")));
        TemplateSubscription subscription =
                registry.register(query.name(), query, QueryCompiler.compile(query));
        assertThat(subscription.template().name()).isEqualTo(name);
    }
}
