package org.wukongs.csparql;

import java.util.Arrays;
import java.util.List;
import org.wukongs.csparql.Token.Kind;

/**
 * The text that the SPARQL parser gets, with the source offset of each character. Comments, tabs
 * and blanked tokens become spaces; line ends stay.
 */
final class SparqlText {

    /** Longer gaps, such as those left by the other operations of an update, are one space. */
    private static final int BLANK_CHARS_MAX = 1 << 12;

    private final StringBuilder out;
    private int[] offsets;

    private SparqlText(int length) {
        out = new StringBuilder(length);
        offsets = new int[length];
    }

    /** Builds the text; {@code tokens} may be in another order than in the source. */
    static SparqlText of(SourceText source, List<Token> tokens, Edits edits) {
        String text = source.decoded();
        SparqlText sparql = new SparqlText(text.length() + 64);
        int end = 0;
        for (Token token : tokens) {
            if (token.start() >= end && token.start() - end <= BLANK_CHARS_MAX) {
                sparql.appendBlank(text, end, token.start());
            } else {
                sparql.append(" ", token.start());
            }
            end = token.end();
            sparql.append(edits.insertion(token), token.start());
            sparql.append(token, edits.replacement(token), text);
        }
        sparql.appendBlank(text, end, Math.min(text.length(), end + BLANK_CHARS_MAX));
        return sparql;
    }

    String text() {
        return out.toString();
    }

    /**
     * Offset in the decoded text of the character at a line and column of this text, both from 1.
     */
    int sourceOffset(int line, int column) {
        int at = 0;
        for (int l = 1; l < line && at < out.length(); at++) {
            boolean first =
                    out.charAt(at) == '\r' && at + 1 < out.length() && out.charAt(at + 1) == '\n';
            if ((out.charAt(at) == '\n' || out.charAt(at) == '\r') && !first) {
                l++;
            }
        }
        int offset = Math.min(at + Math.max(column, 1) - 1, out.length() - 1);
        return offset < 0 ? 0 : offsets[offset];
    }

    private void append(Token token, String replacement, String text) {
        if (replacement == null) {
            for (int i = token.start(); i < token.end(); i++) {
                boolean tab = text.charAt(i) == '\t' && token.kind() == Kind.STRING;
                append(tab ? "\\t" : text.substring(i, i + 1), i);
            }
            if (token.is("<")) {
                // The SPARQL parser would read two adjacent ones as one token of RDF-star.
                append(" ", token.start());
            }
        } else if (replacement.isEmpty()) {
            appendBlank(text, token.start(), token.end());
        } else {
            append(replacement, token.start());
        }
    }

    private void appendBlank(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            append(c == '\n' || c == '\r' ? String.valueOf(c) : " ", i);
        }
    }

    private void append(String piece, int offset) {
        int length = out.length() + piece.length();
        if (length > offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * length);
        }
        Arrays.fill(offsets, out.length(), length, offset);
        out.append(piece);
    }
}
