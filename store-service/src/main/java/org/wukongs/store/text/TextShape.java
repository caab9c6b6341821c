package org.wukongs.store.text;

import java.util.Arrays;

/**
 * A text with the places that may hold constants or a name: the <em>shape</em> is what is around
 * them. Finding them takes one pass and no parser, so a place may turn out to be no constant.
 */
public final class TextShape {

    /** Longer texts are parsed each time: they are data, or made by programs for one use. */
    static final int TEXT_CHARS_MAX = 1 << 14;

    /** Texts with more places are parsed each time. A set of places is a {@code long}. */
    static final int PLACE_COUNT_MAX = Long.SIZE;

    /** Texts with longer names and constants are parsed. */
    private static final int FILLING_CHARS_MAX = 1 << 10;

    private static final int PLACE_COUNT_FIRST = 16;

    private static final long HASH_FACTOR = 0x9E3779B97F4A7C15L;

    /** How much of {@code REGISTER QUERY} has been read, after which the name follows. */
    private enum Registering {
        NO,
        REGISTER,
        QUERY
    }

    private final String text;
    private PlaceKind[] kinds = new PlaceKind[PLACE_COUNT_FIRST];
    private int[] starts = new int[PLACE_COUNT_FIRST];
    private int[] ends = new int[PLACE_COUNT_FIRST];
    private int count;
    private long hash;
    private Registering registering = Registering.NO;

    private TextShape(String text) {
        this.text = text;
    }

    /** Returns the shape of a text, null if the text is to be parsed each time. */
    public static TextShape of(String text) {
        if (text.length() > TEXT_CHARS_MAX) {
            return null;
        }
        TextShape shape = new TextShape(text);
        return shape.scan() ? shape : null;
    }

    public String text() {
        return text;
    }

    int count() {
        return count;
    }

    PlaceKind kind(int place) {
        return kinds[place];
    }

    int start(int place) {
        return starts[place];
    }

    int end(int place) {
        return ends[place];
    }

    String filling(int place) {
        return text.substring(starts[place], ends[place]);
    }

    /** Returns a hash of the shape. */
    long hash() {
        return hash;
    }

    /** Returns a hash of the shape and of what is in the places outside of {@code holes}. */
    long hash(long holes) {
        long all = mixed(hash, holes);
        for (int place = 0; place < count; place++) {
            if (((holes >>> place) & 1) == 0) {
                for (int i = starts[place]; i < ends[place]; i++) {
                    all = mixed(all, text.charAt(i));
                }
                all = mixed(all, -1);
            }
        }
        return all;
    }

    /** Whether the other text differs from this one at most in {@code holes}. */
    boolean isAlike(TextShape other, long holes) {
        if (count != other.count || hash != other.hash) {
            return false;
        }
        int at = 0;
        int otherAt = 0;
        for (int place = 0; place <= count; place++) {
            boolean last = place == count;
            if (!last && ((holes >>> place) & 1) == 0 && kinds[place] == other.kinds[place]) {
                continue; // it is compared with what follows
            }
            int length = (last ? text.length() : starts[place]) - at;
            int otherLength = (last ? other.text.length() : other.starts[place]) - otherAt;
            boolean same =
                    length == otherLength
                            && text.regionMatches(at, other.text, otherAt, length)
                            && (last || kinds[place] == other.kinds[place]);
            if (!same) {
                return false;
            }
            at = last ? at : ends[place];
            otherAt = last ? otherAt : other.ends[place];
        }
        return true;
    }

    // Scanning

    private static long mixed(long hash, long value) {
        return (hash ^ value) * HASH_FACTOR;
    }

    private boolean scan() {
        boolean mayBegin = true;
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\\') {
                return false; // escapes make other tokens of the same characters
            }
            if (mayBegin && readPlace(at, c)) {
                if (count > PLACE_COUNT_MAX) {
                    return false;
                }
                // What is before and after the place belongs to the shape.
                for (; at < starts[count - 1]; at++) {
                    hash = mixed(hash, text.charAt(at));
                }
                hash = mixed(hash, kinds[count - 1].mark());
                at = ends[count - 1];
                mayBegin = false;
                continue;
            }
            hash = mixed(hash, c);
            mayBegin = isBlank(c) || c == '{' || c == '(' || c == '[' || c == ',' || c == ';';
            at++;
        }
        return true;
    }

    /** Reads the place that begins with the token at {@code at}, if there is one. */
    private boolean readPlace(int at, char c) {
        if (c == '<') {
            return readIri(at + 1);
        }
        if (c == '"') {
            return readString(at + 1);
        }
        if (isDigit(c)) {
            int end = at;
            while (isDigit(peek(end))) {
                end++;
            }
            return isEnded(end) && add(PlaceKind.NUMBER, at, end);
        }
        return (isLetter(c) || c == ':') && readWord(at);
    }

    private boolean readIri(int from) {
        int end = from;
        while (isInIri(peek(end)) && (peek(end) != '.' || peek(end - 1) != '/')) {
            end++;
        }
        return peek(end) == '>' && isEnded(end + 1) && add(PlaceKind.IRI, from, end);
    }

    private boolean readString(int from) {
        int end = from;
        while (isInString(peek(end))) {
            end++;
        }
        if (peek(end) != '"') {
            return false;
        }
        char next = peek(end + 1);
        boolean isEnded = next == '@' || next == '^' || isEnded(end + 1);
        return isEnded && add(PlaceKind.STRING, from, end);
    }

    private boolean readWord(int from) {
        int end = from;
        while (isInWord(peek(end))) {
            end++;
        }
        if (peek(end) != ':') {
            return readRegistration(from, end);
        }
        int local = end + 1;
        end = local;
        while (isInWord(peek(end)) || (peek(end) == '-' && end > local)) {
            end++;
        }
        return isEnded(end) && add(PlaceKind.LOCAL, local, end);
    }

    private boolean readRegistration(int from, int wordEnd) {
        if (registering == Registering.QUERY) {
            registering = Registering.NO;
            int end = wordEnd;
            while (isInWord(peek(end)) || peek(end) == '-') {
                end++;
            }
            return isBlank(peek(end)) && add(PlaceKind.NAME, from, end);
        }
        if (registering == Registering.REGISTER) {
            boolean known =
                    isWord("QUERY", from, wordEnd)
                            || isWord("RSTREAM", from, wordEnd)
                            || isWord("ISTREAM", from, wordEnd)
                            || isWord("DSTREAM", from, wordEnd);
            registering = known ? Registering.QUERY : Registering.NO;
        } else if (isWord("REGISTER", from, wordEnd)) {
            registering = Registering.REGISTER;
        }
        return false;
    }

    private boolean isWord(String word, int from, int to) {
        return to - from == word.length() && text.regionMatches(true, from, word, 0, to - from);
    }

    private boolean add(PlaceKind kind, int start, int end) {
        if (end == start || end - start > FILLING_CHARS_MAX) {
            return false;
        }
        if (count == kinds.length) {
            kinds = Arrays.copyOf(kinds, 2 * count);
            starts = Arrays.copyOf(starts, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
        }
        kinds[count] = kind;
        starts[count] = start;
        ends[count++] = end;
        return true;
    }

    // Characters

    /** The character at {@code at}, 0 after the end. */
    private char peek(int at) {
        return at < text.length() ? text.charAt(at) : 0;
    }

    /** Whether what follows a token shows that it is at its end. */
    private boolean isEnded(int at) {
        if (at == text.length()) {
            return true;
        }
        char c = text.charAt(at);
        if (c == '.') {
            char next = peek(at + 1);
            return isBlank(next) || next == '}' || at + 1 == text.length();
        }
        return isBlank(c) || c == ';' || c == ',' || c == ')' || c == '}' || c == ']';
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static boolean isInWord(char c) {
        return isLetter(c) || isDigit(c) || c == '_';
    }

    private static boolean isInIri(char c) {
        return c > ' ' && c < 0x7F && "<>\"{}|^`\\".indexOf(c) < 0;
    }

    /** Characters that N-Triples writes as they are. */
    private static boolean isInString(char c) {
        boolean isControl = c < ' ' || (c >= 0x7F && c < 0xA0);
        return !isControl && c != '"' && c != '\\' && !Character.isSurrogate(c);
    }
}
