package org.wukongs.csparql;

import org.apache.flink.annotation.Internal;
import org.apache.flink.annotation.PublicEvolving;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.error.WukongsException;
import org.wukongs.ntriples.TermScanner;
import org.wukongs.ntriples.TermText;

/** Makes and checks terms as N-Triples strings, the form in which they go to and from a store. */
@PublicEvolving
public final class NTriples {

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private NTriples() {}

    /** The term of an absolute IRI, escaped as a store writes it; USER error for other strings. */
    public static String iri(String iri) {
        if (!isAbsoluteIri(iri)) {
            throw WukongsException.user("not an absolute IRI: value=" + iri);
        }
        String term = '<' + iri + '>';
        return TermScanner.isPlain(term)
                ? term
                : NTriplesUtil.toNTriplesString(VALUES.createIRI(iri));
    }

    /** The plain literal with this label, which may have any characters. */
    public static String literal(String label) {
        String term = '"' + label + '"';
        return TermScanner.isPlain(term)
                ? term
                : NTriplesUtil.toNTriplesString(VALUES.createLiteral(label));
    }

    /**
     * A term as a store writes it and as SPARQL text may contain it; USER error for a string that
     * is not a term.
     */
    public static String canonical(String term) {
        if (TermScanner.isPlain(term)) {
            return term;
        }
        if (!TermScanner.isTerm(term)) {
            throw notATerm(term);
        }
        try {
            var value = NTriplesUtil.parseValue(term, VALUES);
            if (value instanceof IRI && !isAbsoluteIri(value.stringValue())) {
                throw notATerm(term);
            }
            return NTriplesUtil.toNTriplesString(value);
        } catch (IllegalArgumentException e) {
            throw notATerm(term);
        }
    }

    /** Whether a string is a term exactly as a store writes it. */
    public static boolean isCanonical(String term) {
        try {
            return TermScanner.isPlain(term) || canonical(term).equals(term);
        } catch (WukongsException e) {
            return false;
        }
    }

    /** The label of a literal, with its escapes resolved. */
    public static String label(String literal) {
        return TermText.label(literal);
    }

    public static boolean isAbsoluteIri(String text) {
        return TermScanner.isAbsoluteIri(text);
    }

    /** The USER error for a string that should have been a term. */
    @Internal
    public static WukongsException notATerm(String text) {
        return WukongsException.user(
                "not an N-Triples term, write <IRI> or \"literal\": value=" + text);
    }
}
