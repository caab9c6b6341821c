package org.wukongs.store.load;

import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.text.Surrogates;

/** Statements of RDF4J as the strings that the dictionary knows. */
final class RioTerms {

    private static final String DIRECTION =
            "a language direction (--ltr, --rtl, RDF 1.2) is not supported";

    /** No step of it can go back, however long the line is. */
    private static final Pattern LITERAL = Pattern.compile("\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\"");

    private static final String LONE_SURROGATE = "half of a surrogate pair is no character";
    static final String STAR = "RDF-star triples are not supported";

    /** Begins the IRI of a graph that a file names by a blank node. */
    private static final String BLANK_GRAPH = "urn:wukongs:blank:";

    private RioTerms() {}

    /**
     * The term as N-Triples. Blank nodes are a file's own, the same label in another file is
     * another node: {@code blankNodePrefix} tells them apart.
     */
    static String term(Value value, String blankNodePrefix) {
        if (value instanceof BNode node) {
            return blankNodePrefix + node.getID();
        }
        return NTriplesUtil.toNTriplesString(value);
    }

    /**
     * The name of the graph that a statement is in; {@code defaultGraph} where it says none. SPARQL
     * names graphs by IRIs only: a blank node becomes one that is its file's own (RDF 1.1, 3.5).
     */
    static String graph(Statement statement, String defaultGraph, String blankNodePrefix) {
        Resource context = statement.getContext();
        if (context == null) {
            return defaultGraph;
        }
        return context instanceof BNode
                ? BLANK_GRAPH + term(context, blankNodePrefix).substring("_:".length())
                : context.stringValue();
    }

    /** What is wrong with a statement that a parser let pass, null where nothing is. */
    static String problem(Statement statement) {
        Resource subject = statement.getSubject();
        Value object = statement.getObject();
        if (subject instanceof Triple || object instanceof Triple) {
            return STAR;
        }
        Resource context = statement.getContext();
        boolean surrogate =
                Surrogates.firstLone(subject.stringValue()) >= 0
                        || Surrogates.firstLone(statement.getPredicate().stringValue()) >= 0
                        || Surrogates.firstLone(object.stringValue()) >= 0
                        || (context != null && Surrogates.firstLone(context.stringValue()) >= 0);
        if (surrogate) {
            return LONE_SURROGATE;
        }
        boolean direction =
                object instanceof Literal literal
                        && literal.getLanguage().filter(tag -> tag.contains("--")).isPresent();
        return direction ? DIRECTION : null;
    }

    /**
     * Whether a line of N-Triples has a triple for a term; it need not be well-formed otherwise.
     */
    static boolean isStar(String line) {
        return LITERAL.matcher(line).replaceAll("").contains("<<");
    }
}
