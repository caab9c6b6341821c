package org.wukongs.ntriples;

import java.nio.charset.StandardCharsets;

/** A term in UTF-8 as a part of an array that somebody else owns and will write over. */
public final class TermBytes {

    public byte[] bytes;
    public int from;
    public int to;

    public void set(byte[] newBytes, int newFrom, int newTo) {
        bytes = newBytes;
        from = newFrom;
        to = newTo;
    }

    public int length() {
        return to - from;
    }

    public String string() {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    /** Blank nodes begin with an underscore, and nothing else does. */
    public boolean isBlankNode() {
        return bytes[from] == '_';
    }
}
