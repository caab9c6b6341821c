package org.wukongs.table.source;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.annotation.Internal;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.table.type.RdfTerms;
import org.wukongs.table.type.TermFormat;

/**
 * The SPARQL text that reads triples of one stored graph, with conditions on columns: s, p, o.
 *
 * @param graph registered name
 * @param columns those wanted, in order
 * @param conditions by column, what its STRING must be
 * @param limit at most so many rows, negative for all
 */
@Internal
record GraphQuery(
        String graph,
        List<String> columns,
        Map<String, String> conditions,
        long limit,
        TermFormat format)
        implements Serializable {

    static final List<String> COLUMNS = List.of("s", "p", "o");

    private static final String OBJECT = "o";
    private static final String XSD_ANY_URI = "<http://www.w3.org/2001/XMLSchema#anyURI>";

    GraphQuery with(List<String> otherColumns) {
        return new GraphQuery(graph, otherColumns, conditions, limit, format);
    }

    GraphQuery withLimit(long otherLimit) {
        return new GraphQuery(graph, columns, conditions, otherLimit, format);
    }

    /** With more conditions; a column has one at most. */
    GraphQuery where(Map<String, String> more) {
        Map<String, String> all = new TreeMap<>(conditions);
        all.putAll(more);
        return new GraphQuery(graph, columns, all, limit, format);
    }

    /**
     * Whether SPARQL can say that a column's STRING is {@code value}: blank nodes have no name, and
     * what is no IRI is no subject or predicate.
     */
    static boolean canAsk(String column, String value, TermFormat format) {
        if (value.startsWith("_:")) {
            return false;
        }
        if (format == TermFormat.N_TRIPLES) {
            return RdfTerms.isCanonical(value);
        }
        return column.equals(OBJECT) || RdfTerms.isAbsoluteIri(value);
    }

    String text() {
        StringBuilder text = new StringBuilder("SELECT");
        List<String> selected = columns.isEmpty() ? List.of("s") : columns;
        selected.forEach(column -> text.append(" ?").append(column));
        text.append(" FROM <").append(iri(graph)).append("> WHERE {");
        List<String> filters = new ArrayList<>();
        conditions.forEach((column, value) -> text.append(values(column, value, filters)));
        text.append(" ?s ?p ?o");
        filters.forEach(text::append);
        text.append(" }");
        return limit < 0 ? text.toString() : text.append(" LIMIT ").append(limit).toString();
    }

    /** How SPARQL text names a registered graph. */
    private static String iri(String graph) {
        if (graph.equals(StreamDefinition.STORED)) {
            return CsparqlQuery.STORED_IRI;
        }
        return graph.indexOf(':') >= 0 ? graph : CsparqlQuery.BARE_WORD_PREFIX + graph;
    }

    private String values(String column, String value, List<String> filters) {
        if (format == TermFormat.N_TRIPLES) {
            return values(column, value);
        }
        boolean iri = RdfTerms.isAbsoluteIri(value);
        if (iri && !column.equals(OBJECT)) {
            return values(column, "<" + value + ">");
        }
        String literal = RdfTerms.literal(value);
        if (iri) {
            return values(
                    column, "<" + value + "> " + literal + " " + literal + "^^" + XSD_ANY_URI);
        }
        filters.add(" FILTER(STR(?" + column + ") = " + literal + ")");
        return "";
    }

    private static String values(String column, String terms) {
        return " VALUES ?" + column + " { " + terms + " }";
    }
}
