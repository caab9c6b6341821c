package org.wukongs.store.dictionary;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The marks of one round on the terms of a stripe: a bitmap by a vid's place, in pages that exist
 * where something is marked. Any thread may mark.
 */
final class TermMarks {

    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

    private static final int PAGE_SHIFT = 12;
    private static final int PAGE_WORDS = 1 << (PAGE_SHIFT - 6);

    private volatile long[][] pages = new long[1][]; // owner: synchronized block

    /**
     * Marks a place. Loads that follow in program order come after the mark, also if another thread
     * has set it.
     */
    void mark(long place) {
        long[][] now = pages;
        int number = (int) (place >>> PAGE_SHIFT);
        long[] page = number < now.length ? now[number] : null;
        page = page == null ? newPage(number) : page;
        int word = word(place);
        long bit = 1L << place;
        if (((long) WORDS.getAcquire(page, word) & bit) == 0) {
            WORDS.getAndBitwiseOr(page, word, bit);
        }
    }

    boolean isMarked(long place) {
        long[][] now = pages;
        int number = (int) (place >>> PAGE_SHIFT);
        long[] page = number < now.length ? now[number] : null;
        return page != null && ((long) WORDS.getVolatile(page, word(place)) & 1L << place) != 0;
    }

    private static int word(long place) {
        return (int) (place >>> 6) & (PAGE_WORDS - 1);
    }

    private synchronized long[] newPage(int number) {
        long[][] grown = pages;
        if (number >= grown.length) {
            grown = Arrays.copyOf(grown, Math.max(number + 1, 2 * grown.length));
        }
        if (grown[number] == null) {
            grown[number] = new long[PAGE_WORDS];
        }
        pages = grown;
        return grown[number];
    }
}
