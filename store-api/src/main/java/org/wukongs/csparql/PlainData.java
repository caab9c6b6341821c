package org.wukongs.csparql;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.wukongs.ntriples.CharacterClasses;
import org.wukongs.ntriples.PlainLine;
import org.wukongs.ntriples.TermBytes;
import org.wukongs.text.Surrogates;

/**
 * Reader of update requests that have nothing but INSERT DATA and DELETE DATA with {@linkplain
 * PlainLine plain} triples, as programs write them: full terms or {@linkplain PlainNames plain
 * prefixed names}, each triple ended by a dot, perhaps within GRAPH, and perhaps after a BASE and
 * PREFIXes. It makes no tokens and no strings. Any other text may be right or wrong; the {@link
 * UpdateParser} decides, and reads what this class reads in the same way.
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
    private final PlainNames names = new PlainNames();
    private final TermBytes subject = new TermBytes();
    private final TermBytes predicate = new TermBytes();
    private final TermBytes object = new TermBytes();
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
        while (acceptWord("prefix")) {
            if (!prefix()) {
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

    private boolean prefix() {
        boolean isApart = CharacterClasses.isBlank(bytes[at]);
        skipBlanks();
        int from = at;
        at = PlainNames.prefixEnd(bytes, from);
        int to = at;
        return isApart
                && bytes[at++] == ':'
                && !hasDotSegments
                && iri()
                && names.declare(bytes, from, to, line.graph);
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
        while (ended && (bytes[at] == '<' || PlainNames.isAt(bytes, at))) {
            int next = bytes[at] == '<' ? line.scanTriple(bytes, at) : -1;
            if (next >= 0 && line.object.isBlankNode()) {
                return false;
            }
            if (next >= 0) {
                visitor.triple(line.subject, line.predicate, line.object, graph);
            } else {
                next = tripleWithNames(graph);
            }
            if (next < 0) {
                return false;
            }
            at = next;
            skipBlanks();
            ended = accept('.');
        }
        return true;
    }

    /** Returns the offset after the triple, negative if it is not plain. */
    private int tripleWithNames(String graph) {
        int next = iriOrName(subject, at);
        next = next < 0 ? next : iriOrName(predicate, blanksEnd(next));
        if (next < 0) {
            return next;
        }
        next = blanksEnd(next);
        if (bytes[next] == '"') {
            next = line.scanObject(bytes, next);
            object.set(line.object.bytes, line.object.from, line.object.to);
        } else {
            next = iriOrName(object, next);
        }
        if (next >= 0) {
            visitor.triple(subject, predicate, object, graph);
        }
        return next;
    }

    private int iriOrName(TermBytes term, int from) {
        if (bytes[from] != '<') {
            return names.scan(bytes, from, term);
        }
        int next = line.scanGraph(bytes, from);
        term.set(bytes, line.graph.from, line.graph.to);
        return next;
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
        at = blanksEnd(at);
    }

    private int blanksEnd(int from) {
        int to = from;
        while (to < end && CharacterClasses.isBlank(bytes[to])) {
            to++;
        }
        return to;
    }
}
