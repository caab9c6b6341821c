package org.wukongs.table.source;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.annotation.Internal;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.NTriples;
import org.wukongs.csparql.ParameterizedQuery;
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

    static final String OBJECT = "o";

    private static final String LABEL = "label";
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
        return column.equals(OBJECT) || NTriples.isAbsoluteIri(value);
    }

    String text() {
        return text("");
    }

    /** A condition for what is behind the triple pattern. */
    private String text(String condition) {
        StringBuilder text = new StringBuilder("SELECT");
        List<String> selected = columns.isEmpty() ? List.of("s") : columns;
        selected.forEach(column -> text.append(" ?").append(column));
        text.append(" FROM <").append(iri(graph)).append("> WHERE {");
        StringBuilder filters = new StringBuilder(condition);
        for (Map.Entry<String, String> wanted : conditions.entrySet()) {
            List<String> terms = terms(wanted.getKey(), wanted.getValue());
            if (terms.isEmpty()) {
                filters.append(hasLabel(wanted.getKey(), NTriples.literal(wanted.getValue())));
            } else {
                text.append(" VALUES ?").append(wanted.getKey());
                text.append(" { ").append(String.join(" ", terms)).append(" }");
            }
        }
        text.append(" ?s ?p ?o").append(filters).append(" }");
        return limit < 0 ? text.toString() : text.append(" LIMIT ").append(limit).toString();
    }

    /** With parameters for columns, whose terms are given. */
    ParameterizedQuery byTerms(List<String> keys) {
        return ParameterizedQuery.of(text(), keys);
    }

    /** As above, but the column for objects has a literal, and finds all that look so. */
    ParameterizedQuery byLabel(List<String> keys) {
        List<String> names = keys.stream().map(key -> key.equals(OBJECT) ? LABEL : key).toList();
        return ParameterizedQuery.of(text(hasLabel(OBJECT, "?" + LABEL)), names);
    }

    private static String hasLabel(String column, String label) {
        return " FILTER(STR(?" + column + ") = " + label + ")";
    }

    /** How SPARQL text names a registered graph. */
    private static String iri(String graph) {
        if (graph.equals(StreamDefinition.STORED)) {
            return CsparqlQuery.STORED_IRI;
        }
        return graph.indexOf(':') >= 0 ? graph : CsparqlQuery.BARE_WORD_PREFIX + graph;
    }

    /** Terms that look like the STRING in a column; none where there is no end of them. */
    List<String> terms(String column, String value) {
        if (format == TermFormat.N_TRIPLES) {
            return List.of(value);
        }
        if (!NTriples.isAbsoluteIri(value)) {
            return List.of();
        }
        String iri = NTriples.iri(value);
        String literal = NTriples.literal(value);
        return column.equals(OBJECT)
                ? List.of(iri, literal, literal + "^^" + XSD_ANY_URI)
                : List.of(iri);
    }
}
