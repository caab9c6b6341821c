package org.wukongs.csparql;

import org.wukongs.ntriples.CharacterClasses;

/** The character classes of SPARQL 1.1's names (grammar rules 164 to 173), by code point. */
final class NameCharacters {

    private static final String LOCAL_ESCAPES = "_~.-!$&'()*+,;=/?#@%";

    /** First and last of each range of PN_CHARS_BASE beyond ASCII. */
    private static final int[] BASE_RANGES = {
        0xC0, 0xD6, 0xD8, 0xF6, 0xF8, 0x2FF, 0x370, 0x37D, 0x37F, 0x1FFF, 0x200C, 0x200D, 0x2070,
        0x218F, 0x2C00, 0x2FEF, 0x3001, 0xD7FF, 0xF900, 0xFDCF, 0xFDF0, 0xFFFD, 0x10000, 0xEFFFF
    };

    private NameCharacters() {}

    static boolean isLetter(int c) {
        if (c < 0x80) {
            return CharacterClasses.isLetter(c);
        }
        for (int i = 0; i < BASE_RANGES.length; i += 2) {
            if (c >= BASE_RANGES[i] && c <= BASE_RANGES[i + 1]) {
                return true;
            }
        }
        return false;
    }

    static boolean isDigit(int c) {
        return CharacterClasses.isDigit(c);
    }

    /** Whether it may start a variable's name or a local name. */
    static boolean isNameStart(int c) {
        return isLetter(c) || c == '_';
    }

    static boolean isVariablePart(int c) {
        return isNameStart(c)
                || isDigit(c)
                || c == 0xB7
                || (c >= 0x300 && c <= 0x36F)
                || c == 0x203F
                || c == 0x2040;
    }

    static boolean isNamePart(int c) {
        return isVariablePart(c) || c == '-';
    }

    static boolean isHex(int c) {
        return CharacterClasses.isHex(c);
    }

    /** Whether it may follow a backslash in a local name. */
    static boolean isLocalEscape(int c) {
        return LOCAL_ESCAPES.indexOf(c) >= 0;
    }

    static boolean isIriPart(int c) {
        return CharacterClasses.isInIri(c);
    }
}
