package org.wukongs.store.algebra;

import java.util.HexFormat;
import org.wukongs.text.Sha256;

/** Digests of texts that are too long to keep or show. */
public final class TextDigest {

    private static final int CHARS_MAX = 1 << 12;

    private TextDigest() {}

    /**
     * Returns the digest of a long text, the text itself if it is short: enough for texts that are
     * only kept and compared.
     */
    static String shortened(String text) {
        return text.length() > CHARS_MAX ? of(text) : text;
    }

    /** Returns the SHA-256 of the text in UTF-8, as 64 hexadecimal digits. */
    public static String of(String text) {
        return HexFormat.of().formatHex(Sha256.of(text));
    }
}
