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

/** Converts RDF4J's statements to the dictionary's strings. */
final class RioTerms {

    private static final String DIRECTION =
            "a language direction (--ltr, --rtl, RDF 1.2) is not supported";

    /** Possessive, so that matching never backtracks, however long the line is. */
    private static final Pattern LITERAL = Pattern.compile("\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\"");

    private static final String LONE_SURROGATE = "half of a surrogate pair is not a character";
    static final String STAR = "RDF-star triples are not supported";

    /** Prefix of the IRI of a graph that a file names by a blank node. */
    private static final String BLANK_GRAPH = "urn:wukongs:blank:";

    private RioTerms() {}

    /**
     * Returns the term as N-Triples. Blank nodes belong to their file, so {@code blankNodePrefix}
     * distinguishes equal labels of different files.
     */
    static String term(Value value, String blankNodePrefix) {
        if (value instanceof BNode node) {
            return blankNodePrefix + node.getID();
        }
        return NTriplesUtil.toNTriplesString(value);
    }

    /**
     * Returns the name of the statement's graph, {@code defaultGraph} if it names none. SPARQL
     * names graphs only by IRIs: a blank node becomes an IRI that belongs to its file (RDF 1.1,
     * 3.5).
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

    /** Returns what is wrong with a statement that a parser accepted, or null. */
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
     * Returns true if a line of N-Triples has a triple as a term; the line may be malformed
     * otherwise.
     */
    static boolean isStar(String line) {
        return LITERAL.matcher(line).replaceAll("").contains("<<");
    }
}
