package org.wukongs.table.mapping;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.function.IntPredicate;
import org.wukongs.ntriples.CharacterClasses;

/** How a column's value becomes a part of a term; different values become different parts. */
enum ValueEncoding {
    /** As it is. */
    NONE {
        @Override
        void append(StringBuilder out, String value) {
            out.append(value);
        }
    },
    /**
     * R2RML's IRI-safe version (section 7.3): characters other than RFC 3987's {@code iunreserved}
     * are percent-encoded.
     */
    IRI_SAFE {
        @Override
        void append(StringBuilder out, String value) {
            encode(out, value, ValueEncoding::isIriUnreserved, '%');
        }
    },
    /** ASCII letters and digits stay; the bytes of others are an underscore and two digits. */
    LABEL {
        @Override
        void append(StringBuilder out, String value) {
            encode(out, value, ValueEncoding::isAlphanumeric, '_');
        }
    };

    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final int PLANE_CHARS = 0x1_0000;

    abstract void append(StringBuilder out, String value);

    /** Writes each byte of a character that does not stay as {@code before} and two digits. */
    private static void encode(StringBuilder out, String value, IntPredicate stays, char before) {
        for (int i = 0; i < value.length(); i = value.offsetByCodePoints(i, 1)) {
            int c = value.codePointAt(i);
            if (stays.test(c)) {
                out.appendCodePoint(c);
                continue;
            }
            for (byte b : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
                HEX.toHexDigits(out.append(before), b);
            }
        }
    }

    private static boolean isAlphanumeric(int c) {
        return CharacterClasses.isLetter(c) || CharacterClasses.isDigit(c);
    }

    /** RFC 3987, section 2.2. */
    static boolean isIriUnreserved(int c) {
        if (c < 0x80) {
            return isAlphanumeric(c) || "-._~".indexOf(c) >= 0;
        }
        if (c < PLANE_CHARS) {
            return (c >= 0xA0 && c <= 0xD7FF)
                    || (c >= 0xF900 && c <= 0xFDCF)
                    || (c >= 0xFDF0 && c <= 0xFFEF);
        }
        boolean character = c % PLANE_CHARS <= 0xFFFD;
        return character && (c < 0xE_0000 || c >= 0xE_1000) && c < 0xF_0000;
    }
}
