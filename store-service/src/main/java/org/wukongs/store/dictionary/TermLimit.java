package org.wukongs.store.dictionary;

import java.util.concurrent.atomic.AtomicLong;
import org.wukongs.error.WukongsException;

/** The number of terms and its limit. Any thread may call it. */
final class TermLimit {

    private final long termCountMax;
    private final AtomicLong termCount;

    TermLimit(long termCountMax, long termCount) {
        this.termCountMax = termCountMax;
        this.termCount = new AtomicLong(termCount);
    }

    /** Takes room for {@code terms} terms, or throws and takes none. */
    void take(long terms) {
        if (termCount.addAndGet(terms) > termCountMax) {
            giveBack(terms);
            throw WukongsException.fatal(
                    "the dictionary is full, raise --terms-max: termCountMax=" + termCountMax);
        }
    }

    void giveBack(long terms) {
        termCount.addAndGet(-terms);
    }

    long termCount() {
        return termCount.get();
    }
}
