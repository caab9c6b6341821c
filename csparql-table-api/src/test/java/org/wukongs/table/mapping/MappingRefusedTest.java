package org.wukongs.table.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.flink.table.api.DataTypes;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.wukongs.error.WukongsException;

/** Mappings that are wrong, or more than the subset: a USER error with a place for each. */
final class MappingRefusedTest {

    private static final String SUBJECT = "rr:subjectMap [ rr:template \"http://x/{id}\" ]";

    private static final MappedTable TABLE =
            new MappedTable()
                    .with("id", DataTypes.INT(), 7)
                    .with("name", "ann")
                    .with("price", DataTypes.DOUBLE(), 1.5)
                    .with("day", DataTypes.DATE(), 0)
                    .with("bytes", DataTypes.BYTES(), new byte[0])
                    .with("list", DataTypes.ARRAY(DataTypes.INT()), null);

    private static void assertUserError(ThrowingCallable action, String... messages) {
        var failure =
                assertThatThrownBy(action)
                        .isInstanceOfSatisfying(
                                WukongsException.class,
                                e ->
                                        assertThat(e.category())
                                                .isEqualTo(WukongsException.Category.USER))
                        .hasMessageNotContaining("\n");
        for (String message : messages) {
            failure.hasMessageContaining(message);
        }
    }

    private static Arguments map(String body, String... messages) {
        return Arguments.of("<#m>\n" + body + " .", messages);
    }

    private static Arguments subject(String body, String... messages) {
        return map("rr:subjectMap [ " + body + " ;\n rr:class ex:C ]", messages);
    }

    private static Arguments object(String body, String... messages) {
        return map(
                SUBJECT
                        + " ;\n rr:predicateObjectMap [ rr:predicate ex:p ; rr:objectMap [\n "
                        + body
                        + " ] ]",
                messages);
    }

    static Stream<Arguments> beyondTheSubset() {
        return Stream.of(
                map(
                        "rr:logicalTable [ rr:sqlQuery \"SELECT 1\" ] ;\n " + SUBJECT,
                        "rr:sqlQuery is not supported (the logical table is what INSERT writes",
                        "line=6"),
                subject("rr:template \"http://x/{id}\" ; rr:graph ex:g", "rr:graph is not"),
                subject("rr:template \"http://x/{id}\" ; rr:graphMap []", "rr:graphMap is not"),
                map(
                        SUBJECT + " ; rr:predicateObjectMap [ rr:graph ex:g ]",
                        "rr:graph is not supported (all triples of a stream"),
                object(
                        "rr:parentTriplesMap <#m> ;\n rr:joinCondition [ rr:child \"id\" ]",
                        "rr:joinCondition is not supported (a mapping sees one row",
                        "line=9"),
                object("rr:column \"id\" ; rr:inverseExpression \"x\"", "rr:inverseExpression"),
                object("rr:column \"id\" ; rml:languageMap []", "rml:languageMap is not"),
                object(
                        "rr:column \"id\" ; <http://semweb.mmlab.be/ns/fnml#functionValue> []",
                        "<http://semweb.mmlab.be/ns/fnml#functionValue> is not supported"),
                map(
                        "rml:logicalSource [ rml:source \"s\" ; rml:iterator \"$\" ] ; " + SUBJECT,
                        "rml:iterator is not supported (a mapping sees one row"),
                map(
                        "rml:logicalSource [ rml:source \"s\" ; rml:referenceFormulation"
                                + " <http://semweb.mmlab.be/ns/ql#JSONPath> ] ; "
                                + SUBJECT,
                        "references must be names of columns"),
                map(
                        SUBJECT
                                + " ; rr:predicateObjectMap [ rr:object 1 ; rr:predicateMap ["
                                + " rr:column \"name\" ] ]",
                        "rr:column is not supported; supported here: rr:constant"));
    }

    static Stream<Arguments> wrongStructure() {
        return Stream.of(
                Arguments.of("ex:a ex:b ex:c .", new String[] {"there is no triples map"}),
                map("a rr:TriplesMap", "one of rr:subject, rr:subjectMap is missing", "node=<#m>"),
                map(SUBJECT, "no row would give a triple"),
                map(SUBJECT + " ; rr:subject ex:s", "one of rr:subject, rr:subjectMap only"),
                map("rr:subject \"s\"", "a subject must not be a literal"),
                map("rr:subject []", "a constant must be an IRI or a literal"),
                map("rr:subject <s>", "the IRI <s> is relative", "line=6"),
                map("rr:subjectMap \"s\"", "must be a node"),
                subject("rr:termType rr:IRI", "rr:constant, rr:template is missing"),
                subject("rr:template \"http://x/{id}\" ; rr:column \"id\"", "only", "line=6"),
                subject("rr:template \"http://x/{id}\", \"http://x/{name}\"", "only"),
                subject("rr:template 7", "must be a string"),
                subject("rr:column \"name\" ; rr:termType rr:Literal", "must not be a literal"),
                subject("rr:column \"name\" ; rr:termType ex:IRI", "must be rr:IRI,"),
                subject("rr:constant ex:s ; rr:termType rr:IRI", "there must be no rr:termType"),
                map("rr:subjectMap [ rr:template \"http://x/{id}\" ; rr:class <C> ]", "<C>"),
                map("rr:subjectMap [ rr:template \"http://x/{id}\" ; rr:class \"C\" ]", "an IRI"),
                map(SUBJECT + " ; rr:predicateObjectMap [ rr:object 1 ]", "rr:predicateMap is"),
                map(SUBJECT + " ; rr:predicateObjectMap [ rr:predicate ex:p ]", "rr:objectMap is"),
                map(
                        SUBJECT + " ; rr:predicateObjectMap [ rr:predicate \"p\" ; rr:object 1 ]",
                        "must be an IRI"),
                object("rr:column \"id\" ; rr:datatype xsd:int ; rr:language \"en\"", "not both"),
                object("rr:template \"a{id}\" ; rr:termType rr:IRI ; rr:language \"en\"", "only a"),
                object("rr:column \"name\" ; rr:language \"e n\"", "not a language tag"),
                object(
                        "rr:column \"id\" ; rr:datatype"
                                + " <http://www.w3.org/1999/02/22-rdf-syntax-ns#langString>",
                        "rr:language gives rdf:langString"),
                object("rr:parentTriplesMap <#other>", "there is no triples map <#other>"),
                map(
                        "rr:logicalTable [ rr:tableName \"a\" ] ; rr:subjectMap [ rr:constant ex:s ;"
                                + " rr:class ex:C ] .\n<#n> rr:subject ex:s ; rr:logicalTable ["
                                + " rr:tableName \"b\" ]",
                        "a mapping has one logical table, and another is named a",
                        "line=7"),
                map("rr:subject ex:s .\n<#n> rr:objectMap []", "no triples map leads", "line=7"));
    }

    static Stream<Arguments> wrongForTheColumns() {
        return Stream.of(
                object("rr:column \"nam\"", "no column 'nam', only [id, name,", "line=8"),
                object("rr:column \"NAME\"", "no column 'NAME'"),
                object("rr:column \"list\"", "column 'list' has type ARRAY<INT>, which cannot"),
                object("rr:column \"id\" ; rr:termType rr:IRI", "never is an absolute IRI"),
                object("rr:column \"price\" ; rr:datatype xsd:decimal", "CAST it", "'price'"),
                object("rr:column \"day\" ; rr:datatype xsd:dateTime", "type DATE,"),
                object("rr:column \"bytes\" ; rr:datatype xsd:integer", "valid xsd:integer"),
                subject("rr:template \"{name}\"", "must begin with a scheme"),
                subject("rr:template \"customer/{id}\"", "must begin with a scheme"),
                subject("rr:template \"http://x y/{id}\"", "no character that IRIs lack"),
                subject("rr:template \"http://x/{id}{name}\"", "text between them"),
                subject("rr:template \"http://x/id\"", "must name a column in braces"),
                subject("rr:template \"http://x/{id\"", "is not closed"),
                subject("rr:template \"http://x/{i{d}\"", "do not match"),
                subject("rr:template \"http://x/id}\"", "do not match"),
                subject("rr:template \"http://x/{}{id}\"", "without a column"),
                subject("rr:template \"http://x/\\\\n{id}\"", "a backslash in a template"));
    }

    @ParameterizedTest
    @MethodSource({"beyondTheSubset", "wrongStructure", "wrongForTheColumns"})
    void theErrorSaysWhatAndWhere(String mapping, String[] messages) {
        assertUserError(() -> TABLE.triples(mapping), messages);
        assertUserError(() -> TABLE.triples(mapping), "mapping: ", "option=mapping.text");
    }

    @Test
    void textsThatAreNotTurtle() {
        assertUserError(() -> TABLE.triples("<#m> rr:subject"), "not Turtle", "line=5");
        assertUserError(() -> TABLE.triples("<#m> q:subject 1 ."), "not Turtle", "line=5");
        assertUserError(() -> TABLE.triples("<#m> rr:subject (1 2) ."), "no collections");
        assertUserError(() -> TABLE.triples("<< ex:a ex:b ex:c >> ex:d 1 ."), "triples as terms");
        assertUserError(
                () -> TABLE.triples("<#m> rr:subject " + "[ ex:p ".repeat(100_000)), "nested");
    }

    @Test
    void sizesAreBounded(@TempDir Path directory) throws Exception {
        String comment = "#".repeat(MappingLimits.TEXT_BYTES_MAX);
        assertUserError(
                () -> TABLE.triples(comment), "a mapping is too long: bytesMax=1048576 option=");
        Path file = directory.resolve("long.ttl");
        Files.writeString(file, comment + "\n");
        assertUserError(() -> MappingFile.read(file.toString()), "too long", "file=" + file);
        StringBuilder predicates = new StringBuilder("ex:a0");
        for (int i = 1; i <= 64; i++) {
            predicates.append(", ex:a").append(i);
        }
        assertUserError(
                () ->
                        TABLE.triples(
                                "<#m> "
                                        + SUBJECT
                                        + " ; rr:predicateObjectMap [ rr:predicate "
                                        + predicates
                                        + " ; rr:object "
                                        + predicates
                                        + " ] ."),
                "a row gives more than 4096 triples, namely 4225");
    }

    @Test
    void filesThatCannotBeRead(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("m.ttl");
        assertUserError(() -> MappingFile.read(file.toString()), "cannot read the mapping: file=");
        assertUserError(() -> MappingFile.read(""), "cannot read the mapping: file=");
        assertUserError(() -> MappingFile.read("nofs://x/y"), "cannot read the mapping: file=nofs");
        Files.write(file, new byte[] {'<', (byte) 0xFF});
        assertUserError(() -> MappingFile.read(file.toString()), "not Turtle", "UTF-8");
    }
}
