package org.wukongs.text;

/**
 * Finds surrogates that are half of a pair: these are not characters and have no bytes in UTF-8.
 */
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
