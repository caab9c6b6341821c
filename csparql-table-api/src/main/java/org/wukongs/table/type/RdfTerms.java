package org.wukongs.table.type;

import java.time.Instant;
import java.util.regex.Pattern;
import org.apache.flink.annotation.Internal;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.util.Values;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.error.WukongsException;

/** N-Triples strings, which is how terms travel to and from the store. */
@Internal
public final class RdfTerms {

    static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    /** IRIREF of SPARQL 1.1 with a scheme in front (RFC 3986, 3.1). */
    private static final Pattern ABSOLUTE_IRI =
            Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:[^\\x00-\\x20<>\"{}|^`\\\\]*");

    private RdfTerms() {}

    /** The value of a term that the store has sent. */
    static Value value(String term) {
        try {
            return NTriplesUtil.parseValue(term, VALUES);
        } catch (IllegalArgumentException e) {
            throw WukongsException.fatal("not an N-Triples term: term=" + term);
        }
    }

    public static boolean isAbsoluteIri(String text) {
        return ABSOLUTE_IRI.matcher(text).matches();
    }

    /** The term that a string of a user means, see {@link TermFormat}; USER error for none. */
    public static String term(String text, TermFormat format) {
        if (looksLikeTerm(text)) {
            return canonical(text);
        }
        if (format == TermFormat.N_TRIPLES) {
            throw notATerm(text);
        }
        return isAbsoluteIri(text) ? "<" + text + ">" : literal(text);
    }

    /**
     * The term of a Java value as Flink hands it to functions: a string as above, else a literal.
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
                    "no RDF term stands for such a value: class=" + value.getClass().getName());
        }
    }

    /** As above, for subjects and predicates, which are no literals. */
    public static String resource(String text, TermFormat format) {
        String term = term(text, format);
        if (term.startsWith("\"")) {
            throw WukongsException.user(
                    "an IRI is needed here, absolute or in brackets: value=" + text);
        }
        return term;
    }

    /** The plain string of a term: an IRI without brackets, a literal's label. */
    static String plain(String term) {
        boolean escaped = term.indexOf('\\') >= 0;
        if (!escaped && term.startsWith("<")) {
            return term.substring(1, term.length() - 1);
        }
        if (term.startsWith("_:")) {
            return term;
        }
        return escaped ? value(term).stringValue() : term.substring(1, term.lastIndexOf('"'));
    }

    /** The plain literal with this label. */
    public static String literal(String label) {
        return NTriplesUtil.toNTriplesString(VALUES.createLiteral(label));
    }

    /** Whether a string is a term just as the store would write it. */
    public static boolean isCanonical(String text) {
        try {
            return looksLikeTerm(text) && canonical(text).equals(text);
        } catch (WukongsException e) {
            return false;
        }
    }

    private static boolean looksLikeTerm(String text) {
        return text.startsWith("_:")
                || (text.startsWith("<") && text.endsWith(">"))
                || (text.length() > 1 && text.startsWith("\"") && text.lastIndexOf('"') > 0);
    }

    private static String canonical(String text) {
        try {
            Value value = NTriplesUtil.parseValue(text, VALUES);
            if (value instanceof IRI && !isAbsoluteIri(value.stringValue())) {
                throw notATerm(text);
            }
            return NTriplesUtil.toNTriplesString(value);
        } catch (IllegalArgumentException e) {
            throw notATerm(text);
        }
    }

    private static WukongsException notATerm(String text) {
        return WukongsException.user(
                "not an N-Triples term, write <IRI> or \"literal\": value=" + text);
    }
}
