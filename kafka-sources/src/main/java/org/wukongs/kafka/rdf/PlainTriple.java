package org.wukongs.kafka.rdf;

import org.wukongs.ntriples.PlainLine;

/**
 * Reads texts that are a single {@link PlainLine}. It leaves any other text to a full parser and
 * never reports an error. Not thread-safe.
 */
final class PlainTriple {

    private static final int BYTES_FIRST = 1 << 9;

    private final PlainLine line = new PlainLine(false);
    private byte[] bytes = new byte[BYTES_FIRST];

    /**
     * Hands the triple of {@code utf8} to the handler and returns true; false if it is not plain.
     */
    boolean parse(byte[] utf8, TripleHandler handler) {
        reserve(utf8.length);
        System.arraycopy(utf8, 0, bytes, 0, utf8.length);
        return parse(utf8.length, handler);
    }

    /** As above; a text beyond ASCII is not plain here. */
    boolean parse(String text, TripleHandler handler) {
        int length = text.length();
        reserve(length);
        byte[] target = bytes;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c > 0x7F) {
                return false;
            }
            target[i] = (byte) c;
        }
        return parse(length, handler);
    }

    private void reserve(int length) {
        if (bytes.length <= length) {
            bytes = new byte[2 * length];
        }
    }

    private boolean parse(int length, TripleHandler handler) {
        bytes[length] = '\n';
        line.begin();
        int next = line.scan(bytes, 0);
        if (next < length) {
            return false; // not plain, or not its only line
        }
        handler.triple(line.subject.string(), line.predicate.string(), line.object.string(), null);
        return true;
    }
}
