package org.wukongs.store.load;

import org.wukongs.ntriples.CharacterClasses;

/**
 * Finds the error column in a bad line of N-Triples or N-Quads; RDF4J's parser reports only the
 * line.
 */
final class TripleLine {

    private final String line;
    private int at;
    private boolean failed;

    private TripleLine(String line) {
        this.line = line;
    }

    /**
     * Returns the column, from 1, of the first character that is not allowed; one after the end if
     * something is missing.
     */
    static int errorColumn(String line) {
        TripleLine scan = new TripleLine(line);
        scan.statement();
        return Math.min(scan.at, line.length()) + 1;
    }

    private void statement() {
        if (!resource() || !iri() || !object()) {
            return;
        }
        resource();
        blanks();
        if (!failed && peek() == '.') {
            at++;
            blanks();
        }
    }

    private boolean object() {
        return resource() || (!failed && literal());
    }

    private boolean resource() {
        return iri() || (!failed && blankNode());
    }

    private boolean iri() {
        blanks();
        if (peek() != '<') {
            return false;
        }
        at++;
        while (peek() == '\\' || CharacterClasses.isInIri(peek())) {
            at++;
        }
        return take('>');
    }

    private boolean blankNode() {
        if (!line.startsWith("_:", at)) {
            return false;
        }
        at += 2;
        while (Character.isLetterOrDigit(peek()) || "_-.\u00B7".indexOf(peek()) >= 0) {
            at++;
        }
        // The dot that ends the statement may directly follow a label.
        at -= line.charAt(at - 1) == '.' ? 1 : 0;
        return true;
    }

    private boolean literal() {
        if (peek() != '"') {
            return false;
        }
        at++;
        while (at < line.length() && peek() != '"') {
            at += peek() == '\\' ? 2 : 1;
        }
        if (!take('"')) {
            return false;
        }
        if (line.startsWith("^^", at)) {
            at += 2;
            return iri();
        }
        if (peek() == '@') {
            at++;
            while (Character.isLetterOrDigit(peek()) || peek() == '-') {
                at++;
            }
        }
        return true;
    }

    private boolean take(char expected) {
        failed = peek() != expected;
        at += failed ? 0 : 1;
        return !failed;
    }

    private void blanks() {
        while (peek() == ' ' || peek() == '\t') {
            at++;
        }
    }

    /** Returns the current character, 0 at the end. */
    private char peek() {
        return at < line.length() ? line.charAt(at) : 0;
    }
}
