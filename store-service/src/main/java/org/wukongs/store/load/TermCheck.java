package org.wukongs.store.load;

import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.wukongs.csparql.NTriples;
import org.wukongs.error.WukongsException;
import org.wukongs.ntriples.PlainLine;
import org.wukongs.wire.WireReader;

/**
 * Checks that terms from clients are N-Triples in normal form, that is, as a load would have put
 * them into the dictionary. Nearly all are plain and are read in place; RDF4J judges the others.
 * Not thread-safe.
 *
 * <p>As for {@link PlainLine}, some byte at or after the term's end must not be part of a term: a
 * control character, or a byte that starts no character.
 */
public final class TermCheck {

    /** Characters of a term in an error message. */
    private static final int SHOWN_CHARS_MAX = 100;

    private static final String SUBJECT_AND_PREDICATE = "<x:x> <x:x> ";
    private static final String LABEL_PREFIX = "_:";

    private final PlainLine plain = new PlainLine(false);
    private RioLine rio; // made on first use

    /** Throws a USER error unless {@code utf8[from..to-1]} is a term in normal form. */
    public void checkTerm(byte[] utf8, int from, int to) {
        if (!plain.isTerm(utf8, from, to)) {
            judge(WireReader.decode(utf8, from, to));
        }
    }

    /** Throws a USER error unless {@code utf8[from..to-1]} is an IRI in normal form. */
    public void checkPredicate(byte[] utf8, int from, int to) {
        checkTerm(utf8, from, to);
        if (utf8[from] != '<') {
            throw WukongsException.user(
                    "a predicate must be an IRI: term=" + shown(WireReader.decode(utf8, from, to)));
        }
    }

    private void judge(String text) {
        String normal = normal(text);
        if (normal == null) {
            throw WukongsException.user("not an N-Triples term: term=" + shown(text));
        }
        if (!normal.equals(text)) {
            throw WukongsException.user(
                    "the term is not in normal form: term="
                            + shown(text)
                            + " normal="
                            + shown(normal));
        }
    }

    /** Returns the term's normal form, null if {@code text} is not a term. */
    private String normal(String text) {
        if (text.isBlank() || hasLineEnd(text)) {
            return null;
        }
        try {
            rio = rio == null ? new RioLine(false) : rio;
            Statement parsed = rio.parseLine(SUBJECT_AND_PREDICATE + text + " .");
            return parsed == null ? null : RioTerms.term(parsed.getObject(), LABEL_PREFIX);
        } catch (RDFParseException e) {
            return normalResource(text);
        }
    }

    /**
     * N-Triples allows more than RDF4J's line parser: IRIs that are not URIs of their scheme, and
     * labels with letters beyond ASCII.
     */
    private static String normalResource(String text) {
        try {
            boolean iri = text.startsWith("<") && !PlainLine.isRdfStar(text);
            return iri || text.startsWith(LABEL_PREFIX) ? NTriples.canonical(text) : null;
        } catch (WukongsException e) {
            return null;
        }
    }

    private static boolean hasLineEnd(String text) {
        return text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
    }

    private static String shown(String term) {
        String line = term.replaceAll("\\p{Cntrl}", "\u00b7");
        return line.length() <= SHOWN_CHARS_MAX
                ? line
                : line.substring(0, SHOWN_CHARS_MAX) + "\u2026";
    }
}
