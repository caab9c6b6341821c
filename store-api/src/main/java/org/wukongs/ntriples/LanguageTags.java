package org.wukongs.ntriples;

/**
 * Language tags in N-Triples text. They are compared without regard to case (RDF 1.1 Concepts,
 * section 3.3); a tag is ASCII letters, digits and hyphens (RFC 5646, section 2.1).
 */
public final class LanguageTags {

    private static final int TO_LOWER = 'a' - 'A';

    private LanguageTags() {}

    /**
     * Where the language tag of the term {@code utf8[from..to-1]} begins, after its {@code @};
     * {@code to} if it has none.
     */
    public static int start(byte[] utf8, int from, int to) {
        if (from == to || utf8[from] != '"' || utf8[to - 1] == '"' || utf8[to - 1] == '>') {
            return to;
        }
        int at = to;
        while (at > from && utf8[at - 1] != '@') {
            at--;
        }
        return at == from ? to : at;
    }

    public static boolean hasUpperCase(byte[] utf8, int from, int to) {
        for (int i = from; i < to; i++) {
            if (lowerCase(utf8[i]) != utf8[i]) {
                return true;
            }
        }
        return false;
    }

    public static byte lowerCase(byte b) {
        return b >= 'A' && b <= 'Z' ? (byte) (b + TO_LOWER) : b;
    }

    /** A copy of the term {@code utf8[from..to-1]} in lower case from {@code tag} on. */
    public static byte[] lowerCase(byte[] utf8, int from, int tag, int to) {
        byte[] lower = new byte[to - from];
        System.arraycopy(utf8, from, lower, 0, lower.length);
        for (int i = tag - from; i < lower.length; i++) {
            lower[i] = lowerCase(lower[i]);
        }
        return lower;
    }
}
