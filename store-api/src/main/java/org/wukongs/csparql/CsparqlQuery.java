package org.wukongs.csparql;

import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.query.parser.ParsedQuery;
import org.wukongs.stream.StreamDefinition;

/**
 * A parsed C-SPARQL text: registration and dataset as fields, the SPARQL part as RDF4J's algebra.
 *
 * @param name registered name, null for a one-shot query
 * @param emission RSTREAM unless the registration says otherwise; null for a one-shot query
 * @param stream true for {@code REGISTER STREAM … AS CONSTRUCT}
 * @param stepMs the query executes at every multiple of it: COMPUTED EVERY, else the smallest step
 *     among the windows of time, or the smallest batch interval of the streams if all windows are
 *     by count; 0 for a one-shot query
 * @param windows in the order of the text; empty for a one-shot query
 * @param graphs stored graphs listed by FROM and FROM NAMED, in the order of the text
 * @param graphAliases IRI in {@code sparql} → registered name, for every stored graph that a GRAPH
 *     pattern names by a constant, listed by FROM or not
 * @param form kind of its result
 * @param vars projected variables in order; subject, predicate, object for a graph; none for ASK
 * @param sparql the SPARQL 1.1 text that was given to the SPARQL parser: the text without
 *     registration and dataset clauses, bare words replaced by IRIs, and SERVICE for a GRAPH that
 *     must be evaluated as a whole, graph by graph
 * @param algebra the parsed SPARQL text; a Service node in it is such a GRAPH; treat as immutable
 *     and clone its tuple expression before optimising
 * @param text the text as written
 */
public record CsparqlQuery(
        String name,
        Emission emission,
        boolean stream,
        long stepMs,
        List<QueryWindow> windows,
        List<QueryGraph> graphs,
        Map<String, String> graphAliases,
        ResultForm form,
        List<String> vars,
        String sparql,
        ParsedQuery algebra,
        String text) {

    /** IRI under which the stored default graph may be named in SPARQL text. */
    public static final String STORED_IRI = "urn:wukongs:stored";

    /** Prefix of the IRI that stands for a bare word in SPARQL text. */
    public static final String BARE_WORD_PREFIX = "urn:wukongs:name:";

    /** Which part of an execution's result is emitted (docs/queries.md, "What comes out"). */
    public enum Emission {
        RSTREAM,
        ISTREAM,
        DSTREAM
    }

    /** The IRI by which SPARQL text names a registered graph. */
    public static String graphIri(String graph) {
        if (graph.equals(StreamDefinition.STORED)) {
            return STORED_IRI;
        }
        return graph.indexOf(':') >= 0 ? graph : BARE_WORD_PREFIX + graph;
    }

    /**
     * Whether the query's only window is by count: it then executes once for each block ({@link
     * QueryWindow}), perhaps several times with the same window end.
     */
    public boolean byBlock() {
        return windows.size() == 1 && windows.get(0).byCount();
    }

    /**
     * The same query with null as its SPARQL text and algebra, which take most of the memory of a
     * million compiled queries.
     */
    public CsparqlQuery withoutAlgebra() {
        return withNameAndText(name, text);
    }

    /** As above, with another text, which differs in its name and in terms of its algebra only. */
    public CsparqlQuery withNameAndText(String otherName, String otherText) {
        return new CsparqlQuery(
                otherName,
                emission,
                stream,
                stepMs,
                windows,
                graphs,
                graphAliases,
                form,
                vars,
                null,
                null,
                otherText);
    }

    public boolean continuous() {
        return name != null;
    }
}
