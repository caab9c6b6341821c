package org.wukongs.kafka.lsbench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;
import org.wukongs.kafka.rdf.BadRdfException;
import org.wukongs.kafka.rdf.GraphNames;
import org.wukongs.kafka.rdf.RdfFormat;
import org.wukongs.kafka.rdf.RdfTermParser;
import org.wukongs.stream.Tuple;

/**
 * Predicates as in the benchmark's data, and every statement valid N-Triples in canonical spelling.
 */
class LsbenchSchemaTest {

    private static final String SIB = "http://www.ins.cwi.nl/sib/vocabulary/";
    private static final String SIOC = "http://rdfs.org/sioc/ns#";
    private static final String FOAF = "http://xmlns.com/foaf/0.1/";
    private static final String DC = "http://purl.org/dc/elements/1.1/";
    private static final String DBPPROP = "http://dbpedia.org/property/";
    private static final String TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
    private static final String TITLE = "http://purl.org/dc/terms/title";

    private final LsbenchGenerator generator = new LsbenchGenerator(LsbenchConfig.defaults());
    private final RdfTermParser parser = new RdfTermParser(RdfFormat.NTRIPLES, GraphNames.REJECT);

    @Test
    void storedGraph() throws BadRdfException {
        Set<String> expected = new TreeSet<>(Set.of(TYPE, DC + "date", DC + "created"));
        addAll(expected, FOAF, "knows firstName lastName based_near gender birthday organization");
        addAll(expected, SIOC, "account_of moderator_of subscriber_of has_member creator_of name");
        addAll(expected, SIOC, "email ip_address");
        addAll(expected, SIB, "memb requested approved initiator member_of_membership tag added");
        addAll(expected, SIB, "group_of_membership interest browser workFrom workAt class_year");
        addAll(expected, SIB, "status");
        addAll(expected, DBPPROP, "latd longd");
        Set<String> found = new TreeSet<>();
        Iterator<String> stored = generator.stored();
        while (stored.hasNext()) {
            String line = stored.next();
            parser.parse(
                    line.getBytes(UTF_8),
                    () -> "stored",
                    (s, p, o, g) -> {
                        assertThat(s + " " + p + " " + o + " .").isEqualTo(line);
                        found.add(p.substring(1, p.length() - 1));
                    });
        }
        assertThat(found).isEqualTo(expected);
    }

    @Test
    void posts() throws BadRdfException {
        Set<String> expected = new TreeSet<>(Set.of(TYPE, TITLE, DC + "created"));
        addAll(expected, SIOC, "creator_of container_of content ip_address reply_of");
        addAll(expected, SIB, "hashtag browser agent");
        assertThat(predicates(LsbenchStreams.PO)).isEqualTo(expected);
    }

    @Test
    void photos() throws BadRdfException {
        Set<String> expected = new TreeSet<>(Set.of(TYPE, TITLE, DC + "created"));
        addAll(expected, SIOC, "creator_of container_of ip_address");
        addAll(expected, SIB, "usertag browser agent");
        addAll(expected, DBPPROP, "latd longd");
        expected.add("http://dbpedia.org/ontology/location");
        assertThat(predicates(LsbenchStreams.PH)).isEqualTo(expected);
    }

    @Test
    void likes() throws BadRdfException {
        assertThat(predicates(LsbenchStreams.PO_LIKE)).containsExactly(SIB + "like");
        assertThat(predicates(LsbenchStreams.PH_LIKE)).containsExactly(SIB + "like");
    }

    @Test
    void positionsAreTiming() throws BadRdfException {
        assertThat(predicates(LsbenchStreams.GPS))
                .isEqualTo(new TreeSet<>(LsbenchStreams.GPS.definition(100).timingPredicates()));
        assertThat(LsbenchStreams.PH.definition(50).timingPredicates()).isEmpty();
        assertThat(LsbenchStreams.PH.definition(50).name())
                .isEqualTo("http://deri.org/photostream");
    }

    @Test
    void configurationOutOfRangeIsTheUsersError() {
        LsbenchConfig config = LsbenchConfig.defaults();
        assertThatThrownBy(() -> config.withUsers(9))
                .isInstanceOf(WukongsException.class)
                .hasMessage(
                        "LSBench option is out of range: option=users value=9 min=10 max=1000000");
        assertThatThrownBy(() -> config.withRate(LsbenchStreams.GPS, 0))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("option=gpsRate value=0");
        assertThatThrownBy(() -> config.scaledRates(Double.NaN))
                .isInstanceOf(WukongsException.class);
        assertThat(config.scaledRates(10))
                .isEqualTo(new LsbenchConfig(1000, 1, 10_000, 86_000, 10_000, 7500, 20_000));
    }

    private Set<String> predicates(LsbenchStreams stream) throws BadRdfException {
        Set<String> found = new TreeSet<>();
        Iterator<Tuple> tuples = generator.tuples(stream, 1_700_000_000_000L);
        for (int i = 0; i < 20_000; i++) {
            Tuple tuple = tuples.next();
            String line = tuple.subject() + " " + tuple.predicate() + " " + tuple.object() + " .";
            int count =
                    parser.parse(
                            line.getBytes(UTF_8),
                            () -> "s",
                            (s, p, o, g) ->
                                    assertThat(tuple.toLine())
                                            .endsWith(s + " " + p + " " + o + " ."));
            assertThat(count).isEqualTo(1);
            found.add(tuple.predicate().substring(1, tuple.predicate().length() - 1));
        }
        return found;
    }

    private static void addAll(Set<String> iris, String prefix, String names) {
        Arrays.stream(names.split(" ")).map(prefix::concat).forEach(iris::add);
    }
}
