package org.wukongs.ntriples;

/** Classes of characters in N-Triples, and steps of a scan over UTF-8. */
public final class CharacterClasses {

    static final int LETTER = 1;
    static final int ALPHANUMERIC = 1 << 1;
    static final int HEX = 1 << 2;

    /** May be in an IRI's scheme. */
    static final int SCHEME = 1 << 3;

    /** May be in a host that is a name. */
    static final int HOST = 1 << 4;

    /** May be in an IRI after its authority, except {@code #} and {@code %}. */
    static final int IRI = 1 << 5;

    /** May be in a blank node's label, except the dot. */
    static final int LABEL = 1 << 6;

    static final int LABEL_OR_DOT = 1 << 7;

    /** ASCII that a literal contains unescaped. */
    static final int STRING = 1 << 8;

    /** After a backslash, an escape as the writer would write it. */
    static final int ESCAPED = 1 << 9;

    /** May be in no IRI, neither as itself nor escaped. */
    static final int NOT_IN_IRI = 1 << 10;

    static final int DIGIT = 1 << 11;

    private static final short[] CLASSES = new short[256];

    static {
        for (int c = 0; c < 128; c++) {
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            boolean alphanumeric = letter || (c >= '0' && c <= '9');
            mark(c, LETTER, letter);
            mark(c, ALPHANUMERIC, alphanumeric);
            mark(c, HEX, Character.digit(c, 16) >= 0);
            mark(c, SCHEME, alphanumeric || "+-.".indexOf(c) >= 0);
            mark(c, HOST, alphanumeric || "-._~".indexOf(c) >= 0);
            mark(c, IRI, alphanumeric || "-._~!$&'()*+,;=:@/?".indexOf(c) >= 0);
            mark(c, LABEL, alphanumeric || "_-".indexOf(c) >= 0);
            mark(c, LABEL_OR_DOT, alphanumeric || "_-.".indexOf(c) >= 0);
            mark(c, STRING, c >= ' ' && c < 0x7F && c != '"' && c != '\\');
            mark(c, ESCAPED, "nrt\"\\".indexOf(c) >= 0);
            mark(c, NOT_IN_IRI, c <= ' ' || "<>\"{}|^`\\".indexOf(c) >= 0);
            mark(c, DIGIT, c >= '0' && c <= '9');
        }
    }

    private CharacterClasses() {}

    private static void mark(int c, int kind, boolean isOfKind) {
        CLASSES[c] |= (short) (isOfKind ? kind : 0);
    }

    static boolean is(byte b, int kind) {
        return (CLASSES[b & 0xFF] & kind) != 0;
    }

    static boolean isChar(int c, int kind) {
        return (c & ~0x7F) == 0 && (CLASSES[c] & kind) != 0;
    }

    /** Whether it is an ASCII letter. */
    public static boolean isLetter(int c) {
        return isChar(c, LETTER);
    }

    /** Whether it is an ASCII digit. */
    public static boolean isDigit(int c) {
        return isChar(c, DIGIT);
    }

    public static boolean isHex(int c) {
        return isChar(c, HEX);
    }

    /** Whether an IRI may contain a character as itself. */
    public static boolean isInIri(int c) {
        return !isChar(c, NOT_IN_IRI);
    }

    public static boolean isLineEnd(byte b) {
        return b == '\n' || b == '\r';
    }

    /** Whether it is a space, a tab or a line end. */
    public static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || isLineEnd(b);
    }

    /** Where the line of {@code from} ends: at its line feed or carriage return. */
    public static int lineEnd(byte[] bytes, int from) {
        int at = from;
        while (!isLineEnd(bytes[at])) {
            at++;
        }
        return at;
    }

    /** Offset after the line end at {@code at}, which may have two bytes. */
    public static int nextLine(byte[] bytes, int at) {
        boolean two = bytes[at] == '\r' && at + 1 < bytes.length && bytes[at + 1] == '\n';
        return at + (two ? 2 : 1);
    }

    /** {@code ascii} must not contain a line end: the comparison stops at the array's. */
    static boolean startsWith(byte[] bytes, int from, String ascii) {
        for (int i = 0; i < ascii.length(); i++) {
            if (bytes[from + i] != ascii.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether {@code ascii}, which must not contain a line end, is at {@code from}, in any case.
     * The comparison stops at the array's line end.
     */
    public static boolean startsWithIgnoringCase(byte[] bytes, int from, String ascii) {
        for (int i = 0; i < ascii.length(); i++) {
            byte b = bytes[from + i];
            int lower = b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b;
            if (lower != Character.toLowerCase(ascii.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Offset after the character of two to four bytes at {@code at}; negative if it is not
     * well-formed UTF-8 (Unicode, table 3-7).
     */
    static int nextCharacter(byte[] bytes, int at) {
        int lead = bytes[at] & 0xFF;
        if (lead < 0xC2 || lead > 0xF4) {
            return -1;
        }
        int count = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        for (int i = 1; i < count; i++) {
            if ((bytes[at + i] & 0xC0) != 0x80) {
                return -1;
            }
        }
        int second = bytes[at + 1] & 0xFF;
        boolean wellFormed =
                switch (lead) {
                    case 0xE0 -> second >= 0xA0;
                    case 0xED -> second <= 0x9F;
                    case 0xF0 -> second >= 0x90;
                    case 0xF4 -> second <= 0x8F;
                    default -> true;
                };
        return wellFormed ? at + count : -1;
    }
}
