package org.wukongs.store.dictionary;

import java.nio.charset.StandardCharsets;
import org.wukongs.error.WukongsException;
import org.wukongs.id.TermHash;
import org.wukongs.id.Vids;
import org.wukongs.ntriples.LanguageTags;
import org.wukongs.text.Surrogates;

/**
 * The term that is asked for: its text in UTF-8, hash and language tag. One object a thread, filled
 * anew for each term, so that a look-up by bytes creates nothing.
 */
final class TermKey implements TermIndex.Match {

    /** Beyond is no identifier but a document; a record has to fit into memory many times. */
    static final int BYTES_MAX = 1 << 26;

    private static final ThreadLocal<TermKey> OF_THREAD = ThreadLocal.withInitial(TermKey::new);

    private byte[] utf8;
    private int from;
    private int to;
    private int tagFrom;
    private long hash;

    private TermKey() {}

    /** The key {@code term}, valid until this thread asks again. */
    static TermKey of(String term) {
        checkUnicode(term);
        byte[] utf8 = term.getBytes(StandardCharsets.UTF_8);
        return of(utf8, 0, utf8.length);
    }

    /** The key {@code utf8[from..to-1]}, well-formed UTF-8, valid until this thread asks again. */
    static TermKey of(byte[] utf8, int from, int to) {
        checkLength(to - from);
        return of(utf8, from, to, TermHash.of(utf8, from, to));
    }

    /** The key of a batch's term, valid until this thread asks again. */
    static TermKey of(TermBatch batch, int index) {
        return of(batch.text(), batch.from(index), batch.to(index), batch.hash(index));
    }

    private static TermKey of(byte[] utf8, int from, int to, long hash) {
        TermKey key = OF_THREAD.get();
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

    /** Half a surrogate pair is no character: UTF-8 has no bytes for it. */
    static void checkUnicode(String term) {
        int lone = Surrogates.firstLone(term);
        if (lone >= 0) {
            throw WukongsException.user(
                    "a term is not Unicode, it has half a surrogate pair: index=" + lone);
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

    /** Where the language tag begins, {@link #to} where there is none. */
    int tagFrom() {
        return tagFrom;
    }

    /** The text with its language tag in lower case: equal for equal terms. */
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

    /** Bits of a term's hash that say nothing of its partition. */
    static int tag(long hash) {
        return (int) (hash >>> Integer.SIZE);
    }
}
