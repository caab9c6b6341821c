package org.wukongs.store.dictionary;

import org.wukongs.id.Vids;

/**
 * A cache of recently used terms, in both directions, in bounded memory. Each stripe has two
 * generations: used terms move to the young one; when it has its share of memory, the old one is
 * dropped and the young one becomes the old one. So terms used within the last half of the memory's
 * turnover are cached.
 */
final class HotTerms implements AutoCloseable {

    private static final int STRIPES = 16;
    private static final int GENERATIONS = 2;

    /** A text that would push out more than this share of a generation is not kept. */
    private static final int TEXTS_MIN = 16;

    private final Stripe[] stripes = new Stripe[STRIPES];

    HotTerms(long bytesMax) {
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new Stripe(bytesMax / STRIPES / GENERATIONS);
        }
    }

    private Stripe stripe(int partition) {
        return stripes[partition % STRIPES];
    }

    long find(TermKey key) {
        return stripe(key.partition()).find(key);
    }

    /** Returns the text of a vid, null if it is not cached. */
    byte[] text(long vid) {
        return stripe(Vids.partition(vid)).text(vid);
    }

    /** Caches a term; {@code key} has the spelling on disk. */
    void add(TermKey key, long vid) {
        stripe(key.partition()).add(key, vid);
    }

    long bytes() {
        long bytes = 0;
        for (Stripe stripe : stripes) {
            bytes += stripe.bytes();
        }
        return bytes;
    }

    @Override
    public void close() {
        for (Stripe stripe : stripes) {
            stripe.close();
        }
    }

    private static final class Stripe {

        private final long generationBytesMax;
        private HotGeneration young = new HotGeneration();
        private HotGeneration old = new HotGeneration();

        Stripe(long generationBytesMax) {
            this.generationBytesMax = generationBytesMax;
        }

        synchronized long find(TermKey key) {
            long vid = young.find(key);
            if (vid != TermDictionary.UNKNOWN) {
                return vid;
            }
            vid = old.find(key);
            // A language tag may be spelt differently in the request; such a term moves by its vid.
            if (vid != TermDictionary.UNKNOWN && key.tagFrom() == key.to()) {
                add(key, vid);
            }
            return vid;
        }

        synchronized byte[] text(long vid) {
            byte[] text = young.text(vid);
            if (text != null) {
                return text;
            }
            text = old.text(vid);
            if (text != null) {
                add(TermKey.of(text, 0, text.length), vid);
            }
            return text;
        }

        synchronized void add(TermKey key, long vid) {
            if (key.length() > generationBytesMax / TEXTS_MIN
                    || young.find(key) != TermDictionary.UNKNOWN) {
                return;
            }
            if (young.bytes() >= generationBytesMax) {
                old.close();
                old = young;
                young = new HotGeneration();
            }
            young.add(key, vid);
        }

        synchronized long bytes() {
            return young.bytes() + old.bytes();
        }

        /**
         * Empties the stripe: a late caller finds nothing here, and then gets an error from the
         * disk.
         */
        synchronized void close() {
            young.close();
            old.close();
            young = new HotGeneration();
            old = new HotGeneration();
        }
    }
}
