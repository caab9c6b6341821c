package org.wukongs.ntriples;

import java.nio.charset.StandardCharsets;

/** A term in UTF-8 in an array that another class owns and will overwrite. */
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

    /** Only blank nodes begin with an underscore. */
    public boolean isBlankNode() {
        return bytes[from] == '_';
    }
}
