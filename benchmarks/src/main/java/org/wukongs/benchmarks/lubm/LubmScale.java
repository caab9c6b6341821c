package org.wukongs.benchmarks.lubm;

import org.wukongs.error.WukongsException;

/**
 * A data set whose answers are known.
 *
 * @param universities LUBM's measure of size
 * @param file under the folder of benchmark data
 * @param rows of Q1 to Q7
 */
public record LubmScale(int universities, String file, long[] rows) {

    private static final LubmScale[] ALL = {
        new LubmScale(1, "lubm/lubm-1.nt.zst", new long[] {0, 828, 0, 10, 10, 125, 30}),
        new LubmScale(40, "lubm/lubm-40.nt.zst", new long[] {106, 43_291, 0, 10, 10, 125, 1_763})
    };

    /** A scale that there is not is a USER error. */
    static LubmScale of(int universities) {
        for (LubmScale scale : ALL) {
            if (scale.universities == universities) {
                return scale;
            }
        }
        throw WukongsException.user("no such scale, 1 and 40 are there: scale=" + universities);
    }
}
