package org.wukongs.store.load;

import java.nio.charset.StandardCharsets;

/** A term in UTF-8 as a part of an array that somebody else owns and will write over. */
final class TermBytes {

    byte[] bytes;
    int from;
    int to;

    void set(byte[] newBytes, int newFrom, int newTo) {
        bytes = newBytes;
        from = newFrom;
        to = newTo;
    }

    int length() {
        return to - from;
    }

    String string() {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    /** Blank nodes begin with an underscore, and nothing else does. */
    boolean isBlankNode() {
        return bytes[from] == '_';
    }
}
