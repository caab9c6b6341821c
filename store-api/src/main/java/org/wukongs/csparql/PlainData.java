package org.wukongs.csparql;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.wukongs.ntriples.CharacterClasses;
import org.wukongs.ntriples.PlainLine;
import org.wukongs.ntriples.TermBytes;
import org.wukongs.text.Surrogates;

/**
 * Reader of update requests that have nothing but INSERT DATA and DELETE DATA with {@linkplain
 * PlainLine plain} triples, as programs write them: full terms, each triple on one line and ended
 * by a dot, perhaps within GRAPH, and perhaps after a BASE. It makes no tokens and no strings. Any
 * other text may be right or wrong; the {@link UpdateParser} decides, and reads what this class
 * reads in the same way.
 */
public final class PlainData {

    /** Receives what is read, in the order of the text. */
    public interface Visitor {

        /** The triples that follow are to be added or, with {@code deletes}, to be removed. */
        void operation(boolean deletes);

        /** The terms are valid during the call; {@code graph} is null for the default graph. */
        void triple(TermBytes subject, TermBytes predicate, TermBytes object, String graph);
    }

    private final PlainLine line = new PlainLine(false);
    private final Visitor visitor;
    private final byte[] bytes; // ends with a line end, which is not of the text
    private final int end;
    private final boolean hasDotSegments; // perhaps: a base would remove them
    private int at;

    private PlainData(String text, Visitor visitor) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        this.visitor = visitor;
        this.hasDotSegments = text.contains("/.");
        this.end = utf8.length;
        this.bytes = Arrays.copyOf(utf8, end + 1);
        bytes[end] = '\n';
        line.begin();
    }

    /**
     * Reads a text. Returns false if it is not plain; what the visitor has received then is to be
     * forgotten.
     */
    public static boolean read(String text, Visitor visitor) {
        return text.length() <= CsparqlParser.TEXT_CHARS_MAX
                && Surrogates.firstLone(text) < 0
                && new PlainData(text, visitor).operations();
    }

    private boolean operations() {
        skipBlanks();
        while (acceptWord("base")) {
            if (hasDotSegments || !iri()) {
                return false;
            }
        }
        do {
            if (!operation()) {
                return false;
            }
        } while (accept(';') && at < end);
        return at == end;
    }

    private boolean operation() {
        boolean deletes = acceptWord("delete");
        if (!deletes && !acceptWord("insert")) {
            return false;
        }
        boolean isApart = CharacterClasses.isBlank(bytes[at]);
        skipBlanks();
        if (!isApart || !acceptWord("data")) {
            return false;
        }
        skipBlanks();
        visitor.operation(deletes);
        return accept('{') && quads();
    }

    private boolean quads() {
        while (triples(null)) {
            if (accept('}')) {
                return true;
            }
            if (!graph()) {
                return false;
            }
            accept('.');
        }
        return false;
    }

    private boolean graph() {
        if (!acceptWord("graph")) {
            return false;
        }
        if (!iri()) {
            return false;
        }
        String iri = line.graph.string();
        return accept('{') && triples(iri.substring(1, iri.length() - 1)) && accept('}');
    }

    /** Reads an IRI with the blanks around it, as the line's graph. */
    private boolean iri() {
        skipBlanks();
        int next = line.scanGraph(bytes, at);
        if (next < 0) {
            return false;
        }
        at = next;
        skipBlanks();
        return true;
    }

    /** Reads triples up to something else. */
    private boolean triples(String graph) {
        boolean ended = true;
        while (ended && bytes[at] == '<') {
            int next = line.scanTriple(bytes, at);
            if (next < 0 || line.object.isBlankNode()) {
                return false;
            }
            visitor.triple(line.subject, line.predicate, line.object, graph);
            at = next;
            skipBlanks();
            ended = accept('.');
        }
        return true;
    }

    // Characters

    /** Accepts a word in lower case. */
    private boolean acceptWord(String word) {
        boolean found = CharacterClasses.startsWithIgnoringCase(bytes, at, word);
        at += found ? word.length() : 0;
        return found;
    }

    /** Accepts a character with the blanks behind it. */
    private boolean accept(char c) {
        if (bytes[at] != c) {
            return false;
        }
        at++;
        skipBlanks();
        return true;
    }

    private void skipBlanks() {
        while (at < end && CharacterClasses.isBlank(bytes[at])) {
            at++;
        }
    }
}
