package org.wukongs.csparql;

import java.util.Locale;

/**
 * A lexical unit of a query text.
 *
 * @param text as in the decoded text ({@link SourceText#decoded()})
 * @param start offset in the decoded text
 * @param index position in the list of tokens
 */
record Token(Kind kind, String text, int start, int index) {

    private static final int SHOWN_CHARS_MAX = 60;

    enum Kind {
        /** {@code <…>}. */
        IRI,
        /** {@code prefix:local}, {@code prefix:}. */
        PREFIXED_NAME,
        /** {@code _:label}. */
        BLANK_NODE,
        /** {@code ?x}, {@code $x}. */
        VARIABLE,
        STRING,
        /** Without sign. */
        NUMBER,
        /** A keyword, function name, bare word, unit or duration. */
        WORD,
        /** {@code @en}. */
        LANGUAGE,
        PUNCTUATION,
        /** The end of the text, right after the last token. */
        END
    }

    int end() {
        return start + text.length();
    }

    boolean isWord(String keyword) {
        return kind == Kind.WORD && text.equalsIgnoreCase(keyword);
    }

    boolean is(String punctuation) {
        return kind == Kind.PUNCTUATION && text.equals(punctuation);
    }

    /** The word in upper case; empty for other kinds. */
    String keyword() {
        return kind == Kind.WORD ? text.toUpperCase(Locale.ROOT) : "";
    }

    /** The text for error messages: on one line, cut if it is long. */
    String shown() {
        if (kind == Kind.END) {
            return "end of text";
        }
        String line = text.replace('\n', ' ').replace('\r', ' ');
        return "'"
                + (line.length() <= SHOWN_CHARS_MAX
                        ? line
                        : line.substring(0, SHOWN_CHARS_MAX) + "…")
                + "'";
    }
}
