package org.wukongs.csparql;

import java.util.Arrays;
import org.wukongs.text.Surrogates;

/**
 * A query text as written, and the same text with code point escapes (SPARQL 1.1, section 19.2)
 * replaced. All other classes count offsets in the decoded text; errors have their place in the
 * text as written.
 */
final class SourceText {

    /** Kept as it is; decoded, it would make the SPARQL parser decode what follows once more. */
    static final String ESCAPED_BACKSLASH = "\\u005C";

    private static final int NO_ESCAPE = -1;

    private static final String NO_CHARACTER =
            "half of a surrogate pair is not a character, expected the character or its own"
                    + " escape, such as \\U0001F600";

    private final String text;
    private final String decoded;

    /** For each offset in decoded, and for its end, the offset in text; null if all are equal. */
    private final int[] offsets;

    private SourceText(String text, String decoded, int[] offsets) {
        this.text = text;
        this.decoded = decoded;
        this.offsets = offsets;
        rejectLoneSurrogates();
    }

    static SourceText of(String text) {
        boolean hasEscape = text.contains("\\u") || text.contains("\\U");
        return hasEscape ? decode(text) : new SourceText(text, text, null);
    }

    private static SourceText decode(String text) {
        StringBuilder decoded = new StringBuilder(text.length());
        int[] offsets = new int[text.length() + 1];
        int at = 0;
        while (at < text.length()) {
            int codePoint = text.charAt(at) == '\\' ? escapedCodePoint(text, at) : NO_ESCAPE;
            if (codePoint < 0) {
                int end = Math.min(at + (text.charAt(at) == '\\' ? 2 : 1), text.length());
                for (; at < end; at++) {
                    offsets[decoded.length()] = at;
                    decoded.append(text.charAt(at));
                }
                continue;
            }
            if (isSurrogate(codePoint)) {
                throw errorInText(text, at, NO_CHARACTER);
            }
            int start = decoded.length();
            if (codePoint == '\\') {
                decoded.append(ESCAPED_BACKSLASH);
            } else {
                decoded.appendCodePoint(codePoint);
            }
            Arrays.fill(offsets, start, decoded.length(), at);
            at += text.charAt(at + 1) == 'u' ? 6 : 10;
        }
        offsets[decoded.length()] = text.length();
        return new SourceText(
                text, decoded.toString(), Arrays.copyOf(offsets, decoded.length() + 1));
    }

    String text() {
        return text;
    }

    String decoded() {
        return decoded;
    }

    CsparqlSyntaxException error(int offset, String what) {
        return errorInText(text, offsets == null ? offset : offsets[offset], what);
    }

    CsparqlSyntaxException error(Token token, String what) {
        return error(token.start(), what);
    }

    CsparqlSyntaxException unexpected(Token token, String expected) {
        return error(token, "unexpected " + token.shown() + ", expected " + expected);
    }

    private static CsparqlSyntaxException errorInText(String text, int offset, String what) {
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < offset; i++) {
            char c = text.charAt(i);
            boolean first = c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
            if ((c == '\n' || c == '\r') && !first) {
                line++;
                lineStart = i + 1;
            }
        }
        return new CsparqlSyntaxException(what, line, text.codePointCount(lineStart, offset) + 1);
    }

    /** The code point of the escape at {@code at}, {@link #NO_ESCAPE} if there is none. */
    private static int escapedCodePoint(String text, int at) {
        boolean isShort = text.startsWith("\\u", at);
        int end = at + (isShort ? 6 : 10);
        if ((!isShort && !text.startsWith("\\U", at)) || end > text.length()) {
            return NO_ESCAPE;
        }
        long codePoint = 0;
        for (int i = at + 2; i < end; i++) {
            char c = text.charAt(i);
            if (!NameCharacters.isHex(c)) {
                return NO_ESCAPE;
            }
            codePoint = codePoint * 16 + Character.digit(c, 16);
        }
        return codePoint > Character.MAX_CODE_POINT ? NO_ESCAPE : (int) codePoint;
    }

    /** Two escapes do not make a pair either: each stands for a code point of its own. */
    private static boolean isSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    private void rejectLoneSurrogates() {
        int lone = Surrogates.firstLone(decoded);
        if (lone >= 0) {
            throw error(lone, NO_CHARACTER);
        }
    }
}
