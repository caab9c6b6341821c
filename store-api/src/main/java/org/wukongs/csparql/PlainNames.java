package org.wukongs.csparql;

import java.util.Arrays;
import org.wukongs.ntriples.CharacterClasses;
import org.wukongs.ntriples.TermBytes;

/**
 * Plain prefixed names, read from UTF-8: prefix and local name are ASCII letters, digits, {@code _}
 * and, within the local name, {@code -}; the namespace ends in its path or fragment. So any such
 * name stands for a valid IRI. Used for one text.
 */
final class PlainNames {

    private static final int NOT_PLAIN = -1;

    /** Prefixes are searched one by one. */
    private static final int PREFIX_COUNT_MAX = 32;

    private static final int NAME_BYTES_FIRST = 128;

    private byte[] text; // in which the prefixes are
    private final int[] froms = new int[PREFIX_COUNT_MAX];
    private final int[] tos = new int[PREFIX_COUNT_MAX];
    private final byte[][] namespaces = new byte[PREFIX_COUNT_MAX][]; // with the bracket before
    private int count;

    /**
     * Declares the prefix {@code bytes[from..to-1]}; {@code iri} is in brackets. Returns false if
     * the names with this prefix are not plain.
     */
    boolean declare(byte[] bytes, int from, int to, TermBytes iri) {
        int last = iri.to - 2;
        boolean isPath = iri.bytes[last] == '/' && iri.bytes[last - 1] != '/';
        if (count == PREFIX_COUNT_MAX || !(isPath || iri.bytes[last] == '#')) {
            return false;
        }
        text = bytes;
        froms[count] = from;
        tos[count] = to;
        namespaces[count++] = Arrays.copyOfRange(iri.bytes, iri.from, iri.to - 1);
        return true;
    }

    /** Whether a prefix and a colon are at {@code at}. */
    static boolean isAt(byte[] bytes, int at) {
        return bytes[prefixEnd(bytes, at)] == ':';
    }

    /** Returns the offset after the letters of a prefix at {@code from}, which may have none. */
    static int prefixEnd(byte[] bytes, int from) {
        int at = from;
        if (CharacterClasses.isLetter(bytes[at])) {
            while (isInName(bytes[at])) {
                at++;
            }
        }
        return at;
    }

    /**
     * Scans the name at {@code from} and sets {@code term} to its IRI in brackets. Returns the
     * offset after the name; negative if it is not plain or its prefix is not declared.
     */
    int scan(byte[] bytes, int from, TermBytes term) {
        int colon = prefixEnd(bytes, from);
        int local = colon + 1;
        if (bytes[colon] != ':' || !isInName(bytes[local])) {
            return NOT_PLAIN;
        }
        int to = local;
        while (isInName(bytes[to]) || bytes[to] == '-') {
            to++;
        }
        byte[] namespace = isEnded(bytes, to) ? namespace(bytes, from, colon) : null;
        if (namespace == null) {
            return NOT_PLAIN;
        }
        int length = namespace.length + to - local + 1;
        boolean own = term.bytes != null && term.bytes != bytes && term.bytes.length >= length;
        byte[] iri = own ? term.bytes : new byte[Math.max(length, NAME_BYTES_FIRST)];
        System.arraycopy(namespace, 0, iri, 0, namespace.length);
        System.arraycopy(bytes, local, iri, namespace.length, to - local);
        iri[length - 1] = '>';
        term.set(iri, 0, length);
        return to;
    }

    /** Returns the namespace that was declared last for a prefix, null if there is none. */
    private byte[] namespace(byte[] bytes, int from, int to) {
        for (int i = count - 1; i >= 0; i--) {
            if (Arrays.equals(text, froms[i], tos[i], bytes, from, to)) {
                return namespaces[i];
            }
        }
        return null;
    }

    /** Whether no more of a name follows: a dot may be in a name, but not at its end. */
    private static boolean isEnded(byte[] bytes, int at) {
        byte after = bytes[at] == '.' ? bytes[at + 1] : bytes[at];
        return CharacterClasses.isBlank(after) || after == '}';
    }

    private static boolean isInName(byte b) {
        return CharacterClasses.isLetter(b) || CharacterClasses.isDigit(b) || b == '_';
    }
}
