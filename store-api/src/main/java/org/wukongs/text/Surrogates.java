package org.wukongs.text;

/** Surrogates that are half of a pair: no character, and UTF-8 has no bytes for one. */
public final class Surrogates {

    private Surrogates() {}

    /** The index of the first half pair in {@code text}, -1 if there is none. */
    public static int firstLone(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (!Character.isSupplementaryCodePoint(text.codePointAt(i))) {
                    return i;
                }
                i++;
            }
        }
        return -1;
    }
}
