package org.wukongs.table.source;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.annotation.Internal;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.NTriples;
import org.wukongs.csparql.ParameterizedQuery;
import org.wukongs.table.type.RdfTerms;
import org.wukongs.table.type.TermFormat;

/**
 * Builds the SPARQL text that reads triples of one stored graph, with conditions on the columns s,
 * p, o.
 *
 * @param graph registered name
 * @param columns the columns wanted, in order
 * @param conditions by column, the STRINGs that it may have
 * @param limit how many rows at most, negative for all
 * @param counted whether equal rows are joined to one, with their number after the columns
 */
@Internal
record GraphQuery(
        String graph,
        List<String> columns,
        Map<String, List<String>> conditions,
        long limit,
        boolean counted,
        TermFormat format)
        implements Serializable {

    static final List<String> COLUMNS = List.of("s", "p", "o");

    static final String OBJECT = "o";

    private static final String LABEL = "label";
    private static final String XSD_ANY_URI = "<http://www.w3.org/2001/XMLSchema#anyURI>";

    /** The variable for the number of equal rows. */
    static final String COUNT = "n";

    static GraphQuery all(String graph, List<String> columns, TermFormat format) {
        return new GraphQuery(graph, columns, Map.of(), -1, false, format);
    }

    GraphQuery with(List<String> otherColumns) {
        return new GraphQuery(graph, otherColumns, conditions, limit, counted, format);
    }

    GraphQuery withLimit(long otherLimit) {
        return new GraphQuery(graph, columns, conditions, otherLimit, counted, format);
    }

    GraphQuery withCount() {
        return new GraphQuery(graph, columns, conditions, limit, true, format);
    }

    /** The same query with more conditions; a column has one at most. */
    GraphQuery where(Map<String, List<String>> more) {
        Map<String, List<String>> all = new TreeMap<>(conditions);
        all.putAll(more);
        return new GraphQuery(graph, columns, all, limit, counted, format);
    }

    /** The same query without conditions on these columns. */
    GraphQuery whateverIn(List<String> otherColumns) {
        Map<String, List<String>> left = new TreeMap<>(conditions);
        left.keySet().removeAll(otherColumns);
        return new GraphQuery(graph, columns, left, limit, counted, format);
    }

    boolean fixesColumns() {
        return fixedCount() > 0;
    }

    private long fixedCount() {
        return conditions.values().stream().filter(values -> values.size() == 1).count();
    }

    /**
     * Whether many rows may be equal. A graph has no triple twice, so rows differ if all columns
     * are selected or fixed.
     */
    boolean repeatsRows() {
        return columns.size() < 2 && columns.size() + fixedCount() < COLUMNS.size();
    }

    /** Names of the columns of result rows, in order. */
    List<String> names() {
        List<String> names = new ArrayList<>(columns);
        if (counted) {
            names.add(COUNT);
        } else if (columns.isEmpty()) {
            names.add(COLUMNS.get(0));
        }
        return names;
    }

    /**
     * Whether SPARQL can express that a column's STRING is {@code value}: blank nodes have no name,
     * and subjects and predicates are IRIs.
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

    /** The text with a condition after the triple pattern. */
    private String text(String condition) {
        StringBuilder text = new StringBuilder("SELECT");
        for (String name : names()) {
            text.append(name.equals(COUNT) ? " (COUNT(*) AS ?n)" : " ?" + name);
        }
        text.append(" FROM <").append(CsparqlQuery.graphIri(graph)).append("> WHERE {");
        StringBuilder filters = new StringBuilder(condition);
        for (Map.Entry<String, List<String>> wanted : conditions.entrySet()) {
            append(wanted.getKey(), wanted.getValue(), text, filters);
        }
        text.append(" ?s ?p ?o").append(filters).append(" }");
        if (counted && !columns.isEmpty()) {
            text.append(" GROUP BY ?").append(String.join(" ?", columns));
        }
        return limit < 0 ? text.toString() : text.append(" LIMIT ").append(limit).toString();
    }

    private void append(
            String column, List<String> values, StringBuilder text, StringBuilder filters) {
        List<String> terms = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        boolean endless = false;
        for (String value : values) {
            List<String> its = terms(column, value);
            endless |= its.isEmpty();
            terms.addAll(its);
            labels.add(NTriples.literal(value));
        }
        if (endless) {
            filters.append(" FILTER(STR(?").append(column).append(") IN (");
            filters.append(String.join(", ", labels)).append("))");
        } else {
            text.append(" VALUES ?").append(column);
            text.append(" { ").append(String.join(" ", terms)).append(" }");
        }
    }

    /** The query with parameters for columns whose terms are known. */
    ParameterizedQuery byTerms(List<String> keys) {
        return ParameterizedQuery.of(text(), keys);
    }

    /** As above, but the object is given by its label and matches all terms that look like it. */
    ParameterizedQuery byLabel(List<String> keys) {
        List<String> names = keys.stream().map(key -> key.equals(OBJECT) ? LABEL : key).toList();
        return ParameterizedQuery.of(text(" FILTER(STR(?o) = ?" + LABEL + ")"), names);
    }

    /** Terms that look like the STRING in a column; none if their number is unlimited. */
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
