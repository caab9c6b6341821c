package org.wukongs.store.dictionary;

import java.util.concurrent.atomic.AtomicLong;
import org.wukongs.error.WukongsException;

/** How many terms there are and may be. Any thread. */
final class TermLimit {

    private final long termCountMax;
    private final AtomicLong termCount;

    TermLimit(long termCountMax, long termCount) {
        this.termCountMax = termCountMax;
        this.termCount = new AtomicLong(termCount);
    }

    /** Takes room for so many terms, or throws and takes none. */
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
