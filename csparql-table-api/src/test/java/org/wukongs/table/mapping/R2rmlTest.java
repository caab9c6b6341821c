package org.wukongs.table.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.flink.table.api.DataTypes;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;
import org.wukongs.flink.sink.BadTupleException;

/** What mappings in Turtle give. */
final class R2rmlTest {

    private static final String TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>";

    private final MappedTable order =
            new MappedTable()
                    .with("id", DataTypes.INT(), 7)
                    .with("customer", "ann & bob")
                    .with("note", null)
                    .with("page", "http://x/p?a=ü")
                    .with("bytes", DataTypes.BYTES(), new byte[] {1, 2, 3});

    private static String map(String subject, String... objects) {
        return "<#m> rr:subjectMap [ "
                + subject
                + " ] ; rr:predicateObjectMap [ rr:predicate ex:p ; rr:objectMap [ "
                + String.join(" ], [ ", objects)
                + " ] ] .";
    }

    private static String object(String objects) {
        return map("rr:template \"http://x/{id}\"", objects);
    }

    private static String triple(String object) {
        return "<http://x/7> <http://ex/p> " + object;
    }

    @Test
    void aWholeMapping() {
        String mapping =
                """
                <#orders> a rr:TriplesMap ; rdfs:label "orders" ;
                  rr:logicalTable [ rr:tableName "orders" ] ;
                  rr:subjectMap [ rr:template "http://x/order/{id}" ; rr:class ex:Order, ex:Thing ] ;
                  rr:predicateObjectMap [
                    rr:predicate ex:buyer, ex:by ;
                    rr:objectMap [ rr:parentTriplesMap <#customers> ] ] ;
                  rr:predicateObjectMap [
                    rr:predicateMap [ rr:constant ex:note ] ; rr:objectMap [ rr:column "note" ] ] ;
                  rr:predicateObjectMap [ rr:predicate ex:kind ; rr:object ex:Web, "w"@en ] .
                <#customers>
                  rr:logicalTable [ rr:tableName "orders" ] ;
                  rr:subjectMap [ rr:template "http://x/customer/{customer}" ] ;
                  rr:predicateObjectMap [
                    rr:predicate ex:name ; rr:objectMap [ rr:column "customer" ; rr:language "de-CH" ] ] .
                """;
        assertThat(
                        order.triples(
                                "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
                                        + mapping))
                .containsExactly(
                        "<http://x/order/7> " + TYPE + " <http://ex/Order>",
                        "<http://x/order/7> " + TYPE + " <http://ex/Thing>",
                        "<http://x/order/7> <http://ex/buyer> <http://x/customer/ann%20%26%20bob>",
                        "<http://x/order/7> <http://ex/by> <http://x/customer/ann%20%26%20bob>",
                        "<http://x/order/7> <http://ex/kind> <http://ex/Web>",
                        "<http://x/order/7> <http://ex/kind> \"w\"@en",
                        "<http://x/customer/ann%20%26%20bob> <http://ex/name> \"ann & bob\"@de-CH");
    }

    @Test
    void theSpellingOfRml() {
        for (String namespace :
                new String[] {"http://semweb.mmlab.be/ns/rml#", "http://w3id.org/rml/"}) {
            String mapping =
                    """
                    @prefix r: <%s> . @prefix ql: <http://semweb.mmlab.be/ns/ql#> .
                    [] r:logicalSource [ r:source "o" ; r:referenceFormulation ql:CSV ] ;
                      r:subjectMap [ r:template "http://x/{id}" ] ;
                      r:predicateObjectMap [
                        r:predicate ex:p ; r:objectMap [ r:reference "customer" ] ] .
                    """
                            .formatted(namespace);
            assertThat(order.triples(mapping)).containsExactly(triple("\"ann & bob\""));
        }
    }

    @Test
    void kindsOfObjects() {
        assertThat(order.triples(object("rr:template \"http://y/{customer}\"")))
                .containsExactly(triple("<http://y/ann%20%26%20bob>"));
        assertThat(
                        order.triples(
                                object(
                                        "rr:template \"{id}: {customer}\" ; rr:termType rr:Literal")))
                .containsExactly(triple("\"7: ann & bob\""));
        assertThat(
                        order.triples(
                                object(
                                        "rr:template \"{id}\\\\{{id}\\\\}\\\\\\\\\" ; rr:language \"en\"")))
                .containsExactly(triple("\"7{7}\\\\\"@en"));
        assertThat(order.triples(object("rr:column \"page\" ; rr:termType rr:IRI")))
                .containsExactly(triple("<http://x/p?a=\\u00FC>"));
        assertThat(order.triples(object("rr:constant \"c\"^^xsd:token")))
                .containsExactly(triple("\"c\"^^<http://www.w3.org/2001/XMLSchema#token>"));
        assertThat(order.triples(object("rr:column \"note\""))).isEmpty();
        assertThat(order.triples(object("rr:template \"http://y/{id}/{note}\""))).isEmpty();
    }

    @Test
    void blankNodesAreTheSameForTheSameValueOnly() {
        assertThat(
                        order.triples(
                                map(
                                        "rr:column \"id\" ; rr:termType rr:BlankNode",
                                        "rr:template \"{customer}_2\" ; rr:termType rr:BlankNode")))
                .containsExactly("_:r7 <http://ex/p> _:rann_20_26_20bob_5F2");
        assertThat(
                        new MappedTable()
                                .with("id", "ü")
                                .with("c", "")
                                .triples(
                                        map(
                                                "rr:column \"id\" ; rr:termType rr:BlankNode",
                                                "rr:column \"c\" ; rr:termType rr:BlankNode")))
                .containsExactly("_:r_C3_BC <http://ex/p> _:r");
    }

    @Test
    void datatypesInPlaceOfTheNaturalOnes() {
        String xsd = "^^<http://www.w3.org/2001/XMLSchema#";
        assertThat(order.triples(object("rr:column \"id\" ; rr:datatype xsd:short")))
                .containsExactly(triple("\"7\"" + xsd + "short>"));
        assertThat(order.triples(object("rr:column \"id\" ; rr:datatype xsd:string")))
                .containsExactly(triple("\"7\""));
        assertThat(order.triples(object("rr:column \"id\" ; rr:datatype ex:number")))
                .containsExactly(triple("\"7\"^^<http://ex/number>"));
        assertThat(order.triples(object("rr:column \"bytes\" ; rr:datatype xsd:base64Binary")))
                .containsExactly(triple("\"AQID\"" + xsd + "base64Binary>"));
        assertThat(order.triples(object("rr:template \"{id}.{id}\" ; rr:datatype xsd:decimal")))
                .containsExactly(triple("\"7.7\"" + xsd + "decimal>"));
        assertThatThrownBy(
                        () -> order.triples(object("rr:column \"customer\" ; rr:datatype xsd:int")))
                .isInstanceOf(BadTupleException.class)
                .hasMessageContaining("not a valid xsd:int: field=customer value=ann & bob");
    }

    @Test
    void valuesThatGiveNoTerm() {
        String iri = object("rr:column \"customer\" ; rr:termType rr:IRI");
        assertThatThrownBy(() -> order.triples(iri))
                .isInstanceOf(BadTupleException.class)
                .hasMessageContaining("not an absolute IRI: field=customer value=ann & bob");
        for (String mapping :
                new String[] {
                    map("rr:template \"http://x/{c}\"", "rr:constant 1"),
                    map("rr:constant ex:s", "rr:column \"c\"")
                }) {
            assertThatThrownBy(() -> new MappedTable().with("c", "a\uD800").triples(mapping))
                    .isInstanceOf(BadTupleException.class)
                    .hasMessageContaining("surrogate");
        }
    }

    @Test
    void theRowsKindDecides() {
        RowMapping mapping = order.mapping(object("rr:constant 1"));
        String triple = triple("\"1\"^^<http://www.w3.org/2001/XMLSchema#integer>");
        assertThat(order.triples(mapping, RowKind.INSERT)).containsExactly(triple);
        assertThat(order.triples(mapping, RowKind.UPDATE_AFTER)).containsExactly(triple);
        assertThat(order.triples(mapping, RowKind.UPDATE_BEFORE)).containsExactly("-" + triple);
        assertThat(order.triples(mapping, RowKind.DELETE)).containsExactly("-" + triple);
    }

    @Test
    void namesOfColumnsAreExactOrQuotedAsInSql() {
        MappedTable table = new MappedTable().with("Id", "1").with("a\"b", "2").with("\"q\"", "3");
        assertThat(
                        table.triples(
                                map(
                                        "rr:template \"http://x/{\\\"Id\\\"}\"",
                                        "rr:column \"\\\"a\\\"\\\"b\\\"\"",
                                        "rr:column \"a\\\"b\"",
                                        "rr:column \"\\\"q\\\"\"")))
                .containsExactly(
                        "<http://x/1> <http://ex/p> \"2\"",
                        "<http://x/1> <http://ex/p> \"2\"",
                        "<http://x/1> <http://ex/p> \"3\"");
    }
}
