package org.wukongs.table.type;

import java.time.Instant;
import org.apache.flink.annotation.Internal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.util.Values;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.csparql.NTriples;
import org.wukongs.error.WukongsException;
import org.wukongs.ntriples.TermText;

/** Converts terms between values and N-Triples strings, the form in which the store has them. */
@Internal
public final class RdfTerms {

    static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private RdfTerms() {}

    /** The value of a term that the store has sent. */
    static Value value(String term) {
        try {
            return NTriplesUtil.parseValue(term, VALUES);
        } catch (IllegalArgumentException e) {
            throw TermText.malformed(term);
        }
    }

    /** The term that a user's string means, see {@link TermFormat}; USER error if it is none. */
    public static String term(String text, TermFormat format) {
        if (looksLikeTerm(text)) {
            return NTriples.canonical(text);
        }
        if (format == TermFormat.N_TRIPLES) {
            throw NTriples.notATerm(text);
        }
        return NTriples.isAbsoluteIri(text) ? NTriples.iri(text) : NTriples.literal(text);
    }

    /**
     * The term of a Java value that Flink passes to a function: a string as above, else a literal.
     */
    public static String term(Object value, TermFormat format) {
        if (value instanceof String text) {
            return term(text, format);
        }
        if (value instanceof Instant instant) {
            return NTriplesUtil.toNTriplesString(
                    VALUES.createLiteral(instant.toString(), XSD.DATETIME));
        }
        if (value instanceof Byte
                || value instanceof Short
                || value instanceof Integer
                || value instanceof Long) {
            return NTriplesUtil.toNTriplesString(
                    VALUES.createLiteral(value.toString(), XSD.INTEGER));
        }
        try {
            return NTriplesUtil.toNTriplesString(Values.literal(VALUES, value, true));
        } catch (IllegalArgumentException e) {
            throw WukongsException.user(
                    "no RDF term represents such a value: class=" + value.getClass().getName());
        }
    }

    /** As above, for subjects and predicates, which must not be literals. */
    public static String resource(String text, TermFormat format) {
        String term = term(text, format);
        if (term.startsWith("\"")) {
            throw WukongsException.user(
                    "an IRI, absolute or in brackets, is needed here: value=" + text);
        }
        return term;
    }

    /** The plain string of a term: an IRI without brackets, a literal's label. */
    static String plain(String term) {
        if (term.startsWith("_:")) {
            return term;
        }
        return term.startsWith("<") ? TermText.iri(term) : TermText.label(term);
    }

    /** Whether a string is a term exactly as the store writes it. */
    public static boolean isCanonical(String text) {
        return NTriples.isCanonical(text);
    }

    private static boolean looksLikeTerm(String text) {
        return text.startsWith("_:")
                || (text.startsWith("<") && text.endsWith(">"))
                || (text.length() > 1 && text.startsWith("\"") && text.lastIndexOf('"') > 0);
    }
}
