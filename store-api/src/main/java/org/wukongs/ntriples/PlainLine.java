package org.wukongs.ntriples;

import static org.wukongs.ntriples.CharacterClasses.ALPHANUMERIC;
import static org.wukongs.ntriples.CharacterClasses.ESCAPED;
import static org.wukongs.ntriples.CharacterClasses.HEX;
import static org.wukongs.ntriples.CharacterClasses.HOST;
import static org.wukongs.ntriples.CharacterClasses.IRI;
import static org.wukongs.ntriples.CharacterClasses.LABEL;
import static org.wukongs.ntriples.CharacterClasses.LABEL_OR_DOT;
import static org.wukongs.ntriples.CharacterClasses.LETTER;
import static org.wukongs.ntriples.CharacterClasses.SCHEME;
import static org.wukongs.ntriples.CharacterClasses.STRING;
import static org.wukongs.ntriples.CharacterClasses.is;
import static org.wukongs.ntriples.CharacterClasses.isLineEnd;
import static org.wukongs.ntriples.CharacterClasses.nextCharacter;
import static org.wukongs.ntriples.CharacterClasses.nextLine;
import static org.wukongs.ntriples.CharacterClasses.startsWith;
import static org.wukongs.ntriples.CharacterClasses.startsWithIgnoringCase;

import java.util.Arrays;

/**
 * Scanner of plain lines of N-Triples and N-Quads: those whose terms are written as RDF4J's parser
 * and writer would write them. Nearly all lines of most files are plain. A line that is not plain
 * may be right or wrong; RDF4J decides.
 *
 * <p>Plain are absolute ASCII IRIs without escapes; labels of ASCII letters, digits and {@code
 * _-.}; literals in UTF-8 with no escapes but {@code \n \r \t \" \\}.
 *
 * <p>The array must have a line end at the end of the line or later: no scan goes past one. Between
 * calls of {@link #begin}, nothing may write to the arrays of lines.
 */
public final class PlainLine {

    private static final int NOT_PLAIN = -1;
    private static final byte[] NOTHING = {};
    private static final int PORT_DIGITS_MAX = 5;
    private static final String XSD_STRING = "<http://www.w3.org/2001/XMLSchema#string>";
    private static final String RDF = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#";
    private static final String JAR = "<jar:";
    // RDF4J reads such IRIs as encoded triples.
    private static final String RDF_STAR = "<urn:rdf4j:";

    public final TermBytes subject = new TermBytes();
    public final TermBytes predicate = new TermBytes();
    public final TermBytes object = new TermBytes();

    /** The graph's IRI in brackets; empty if there is none. */
    public final TermBytes graph = new TermBytes();

    private final boolean quads;
    private byte[] bytes;
    private int termTo;

    /** With {@code quads}, a statement may name its graph. */
    public PlainLine(boolean quads) {
        this.quads = quads;
    }

    /** Forgets the line before: its array will be, or has been, overwritten. */
    public void begin() {
        subject.set(NOTHING, 0, 0);
    }

    /**
     * Scans the line that begins at {@code from} and sets the terms. Returns where the next line
     * begins; negative if the line is not plain.
     */
    public int scan(byte[] array, int from) {
        int at = scanTriple(array, from);
        return at < 0 ? NOT_PLAIN : graphAndEnd(blanks(at));
    }

    /**
     * Scans the triple that begins at {@code from} and sets its terms. Returns the offset after its
     * object; negative if a term is not plain or is on another line.
     */
    public int scanTriple(byte[] array, int from) {
        bytes = array;
        int at = blanks(from);
        int start = at;
        at = sameSubject(at);
        if (at < 0) {
            at = resource(start);
        }
        if (at < 0) {
            return NOT_PLAIN;
        }
        subject.set(array, start, at);
        start = blanks(at);
        at = iri(start);
        if (at < 0) {
            return NOT_PLAIN;
        }
        predicate.set(array, start, at);
        return object(blanks(at));
    }

    /**
     * Scans the object that begins at {@code from} and sets it. Returns the offset after it;
     * negative if it is not plain.
     */
    public int scanObject(byte[] array, int from) {
        bytes = array;
        return object(from);
    }

    private int object(int from) {
        int at = bytes[from] == '"' ? literal(from) : resource(from);
        if (at < 0) {
            return NOT_PLAIN;
        }
        object.set(bytes, from, termTo);
        if (bytes[at - 1] != '"' && bytes[at - 1] != '>' && !isEnded(at)) {
            return NOT_PLAIN; // More of the language tag or label might follow.
        }
        return at;
    }

    /**
     * Scans the IRI in brackets that begins at {@code from} and sets {@link #graph}. Returns the
     * offset after it; negative if there is no plain IRI.
     */
    public int scanGraph(byte[] array, int from) {
        bytes = array;
        int at = iri(from);
        graph.set(array, from, Math.max(from, at));
        return at;
    }

    /**
     * Whether {@code array[from..to-1]} is a plain term. It must be followed by a byte that no term
     * contains.
     */
    public boolean isTerm(byte[] array, int from, int to) {
        if (from == to) {
            return false;
        }
        bytes = array;
        int at = array[from] == '"' ? literal(from) : resource(from);
        return at == to && termTo == to;
    }

    /** Whether RDF4J would read a text that begins as an IRI as an encoded triple. */
    public static boolean isRdfStar(String text) {
        return text.startsWith("<<") || text.regionMatches(true, 0, RDF_STAR, 0, RDF_STAR.length());
    }

    private int graphAndEnd(int from) {
        graph.set(bytes, from, from);
        int at = from;
        if (quads && bytes[at] == '<') {
            at = iri(at);
            if (at < 0) {
                return NOT_PLAIN;
            }
            graph.to = at;
            at = blanks(at);
        }
        if (bytes[at] != '.') {
            return NOT_PLAIN;
        }
        at = blanks(at + 1);
        return isLineEnd(bytes[at]) ? nextLine(bytes, at) : NOT_PLAIN;
    }

    /**
     * Offset after the subject if it equals that of the line before, an IRI in the same array. This
     * compares many bytes at a time and serves most lines of a file that is sorted by subject.
     */
    private int sameSubject(int from) {
        int to = from + subject.length();
        boolean same =
                subject.bytes == bytes
                        && to <= bytes.length
                        && bytes[from] == '<'
                        && Arrays.equals(bytes, subject.from, subject.to, bytes, from, to);
        return same && to > from ? to : NOT_PLAIN;
    }

    private int blanks(int from) {
        int at = from;
        while (bytes[at] == ' ' || bytes[at] == '\t') {
            at++;
        }
        return at;
    }

    private int resource(int from) {
        int at = bytes[from] == '<' ? iri(from) : blankNode(from);
        termTo = at;
        return at;
    }

    private int blankNode(int from) {
        if (bytes[from] != '_' || bytes[from + 1] != ':') {
            return NOT_PLAIN;
        }
        int at = from + 2;
        if (!is(bytes[at], ALPHANUMERIC) && bytes[at] != '_') {
            return NOT_PLAIN;
        }
        while (is(bytes[at], LABEL) || (bytes[at] == '.' && is(bytes[at + 1], LABEL_OR_DOT))) {
            at++;
        }
        // More of the label might follow.
        boolean ended = bytes[at] == '.' ? bytes[at + 1] >= 0 : bytes[at] >= 0;
        return ended && bytes[at - 1] != '.' ? at : NOT_PLAIN;
    }

    private int iri(int from) {
        if (bytes[from] != '<' || !is(bytes[from + 1], LETTER)) {
            return NOT_PLAIN;
        }
        int at = from + 2;
        while (is(bytes[at], SCHEME)) {
            at++;
        }
        if (bytes[at] != ':' || isSpecial(from, at + 1)) {
            return NOT_PLAIN;
        }
        at++;
        if (bytes[at] == '/' && bytes[at + 1] == '/') {
            at = authority(at + 2);
        }
        return at < 0 ? NOT_PLAIN : pathToEnd(at);
    }

    /** {@code from} is where the IRI begins, {@code to} is after its scheme's colon. */
    private boolean isSpecial(int from, int to) {
        return to - from == JAR.length()
                && (startsWithIgnoringCase(bytes, from, JAR)
                        || startsWithIgnoringCase(bytes, from, RDF_STAR));
    }

    /** A host that is a name, and perhaps a port, followed by a path or the IRI's end. */
    private int authority(int from) {
        int at = from;
        if (bytes[at] >= '0' && bytes[at] <= '9') {
            return NOT_PLAIN;
        }
        while (is(bytes[at], HOST)) {
            at++;
        }
        if (bytes[at] == ':') {
            int digits = ++at;
            while (bytes[at] >= '0' && bytes[at] <= '9') {
                at++;
            }
            if (at - digits > PORT_DIGITS_MAX) {
                return NOT_PLAIN;
            }
        }
        byte next = bytes[at];
        return next == '/' || next == '>' || next == '#' || next == '?' ? at : NOT_PLAIN;
    }

    private int pathToEnd(int from) {
        int at = from;
        boolean inFragment = false;
        while (true) {
            while (is(bytes[at], IRI)) {
                at++;
            }
            if (bytes[at] == '>') {
                return at + 1;
            }
            if (bytes[at] == '#' && !inFragment) {
                inFragment = true;
                at++;
            } else if (bytes[at] == '%' && is(bytes[at + 1], HEX) && is(bytes[at + 2], HEX)) {
                at += 3;
            } else {
                return NOT_PLAIN;
            }
        }
    }

    private int literal(int from) {
        int at = from + 1;
        while (bytes[at] != '"') {
            if (is(bytes[at], STRING)) {
                at++;
            } else if (bytes[at] == '\\' && is(bytes[at + 1], ESCAPED)) {
                at += 2;
            } else {
                at = bytes[at] < 0 ? nextCharacter(bytes, at) : NOT_PLAIN;
                if (at < 0) {
                    return NOT_PLAIN;
                }
            }
        }
        at++;
        termTo = at;
        if (bytes[at] == '@') {
            at = language(at + 1);
            termTo = at;
        } else if (bytes[at] == '^') {
            at = datatype(at);
        }
        return at;
    }

    private int language(int from) {
        int at = from;
        while (is(bytes[at], LETTER)) {
            at++;
        }
        while (at > from && bytes[at] == '-' && is(bytes[at + 1], ALPHANUMERIC)) {
            at += 2;
            while (is(bytes[at], ALPHANUMERIC)) {
                at++;
            }
        }
        return at > from ? at : NOT_PLAIN;
    }

    private boolean isEnded(int at) {
        return bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '.';
    }

    /** The datatype of a string is not written, so the term ends before it. */
    private int datatype(int from) {
        if (bytes[from + 1] != '^') {
            return NOT_PLAIN;
        }
        int start = from + 2;
        int at = iri(start);
        if (at < 0 || startsWithIgnoringCase(bytes, start, RDF)) {
            return NOT_PLAIN;
        }
        boolean isString =
                at - start == XSD_STRING.length() && startsWith(bytes, start, XSD_STRING);
        termTo = isString ? from : at;
        return at;
    }
}
