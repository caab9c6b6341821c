package org.wukongs.store.dictionary;

import java.nio.charset.StandardCharsets;
import org.wukongs.error.WukongsException;
import org.wukongs.id.TermHash;
import org.wukongs.id.Vids;
import org.wukongs.ntriples.LanguageTags;
import org.wukongs.text.Surrogates;

/**
 * The key of a look-up: a term's UTF-8 text, hash and language tag. Each thread reuses one object,
 * so that a look-up by bytes allocates nothing.
 */
final class TermKey implements TermIndex.Match {

    /**
     * A longer text is not an identifier but a document; a record has to fit into memory many
     * times.
     */
    static final int BYTES_MAX = 1 << 26;

    /** A thread does not keep a larger array from being freed until its next look-up. */
    private static final int KEPT_BYTES_MAX = 1 << 18;

    private static final ThreadLocal<TermKey> OF_THREAD = ThreadLocal.withInitial(TermKey::new);

    private byte[] utf8;
    private int from;
    private int to;
    private int tagFrom;
    private long hash;

    private TermKey() {}

    /** Returns the key of {@code term}, valid until this thread's next call. */
    static TermKey of(String term) {
        checkUnicode(term);
        byte[] utf8 = term.getBytes(StandardCharsets.UTF_8);
        return of(utf8, 0, utf8.length);
    }

    /**
     * Returns the key of {@code utf8[from..to-1]}, well-formed UTF-8, valid until this thread's
     * next call.
     */
    static TermKey of(byte[] utf8, int from, int to) {
        checkLength(to - from);
        return of(utf8, from, to, TermHash.of(utf8, from, to));
    }

    /** Returns the key of a batch's term, valid until this thread's next call. */
    static TermKey of(TermBatch batch, int index) {
        return of(batch.text(), batch.from(index), batch.to(index), batch.hash(index));
    }

    private static TermKey of(byte[] utf8, int from, int to, long hash) {
        TermKey key = utf8.length <= KEPT_BYTES_MAX ? OF_THREAD.get() : new TermKey();
        key.utf8 = utf8;
        key.from = from;
        key.to = to;
        key.tagFrom = LanguageTags.start(utf8, from, to);
        key.hash = hash;
        return key;
    }

    static void checkLength(int bytes) {
        if (bytes > BYTES_MAX) {
            throw WukongsException.user(
                    "a term is too long: bytes=" + bytes + " bytesMax=" + BYTES_MAX);
        }
    }

    /**
     * Checks that the text is Unicode: half of a surrogate pair is not a character, and UTF-8 has
     * no bytes for it.
     */
    static void checkUnicode(String term) {
        int lone = Surrogates.firstLone(term);
        if (lone >= 0) {
            throw WukongsException.user(
                    "a term is not Unicode, it has half of a surrogate pair: index=" + lone);
        }
    }

    @Override
    public boolean matches(TermRecords records, int ref) {
        return records.matches(ref, this);
    }

    byte[] utf8() {
        return utf8;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    int length() {
        return to - from;
    }

    /** Returns the start of the language tag, {@link #to} if there is none. */
    int tagFrom() {
        return tagFrom;
    }

    /** Returns the text with its language tag in lower case, which is equal for equal terms. */
    byte[] canonical() {
        return LanguageTags.lowerCase(utf8, from, tagFrom, to);
    }

    TermValue value() {
        return TermValueParser.parse(utf8, from, to);
    }

    int partition() {
        return Vids.partitionOf(hash);
    }

    int tag() {
        return tag(hash);
    }

    /** Returns bits of a term's hash that are independent of its partition. */
    static int tag(long hash) {
        return (int) (hash >>> Integer.SIZE);
    }
}
