package org.wukongs.benchmarks.lubm;

import java.util.List;

/**
 * A data set whose answers are known.
 *
 * @param universities LUBM's measure of size
 * @param file under the folder of benchmark data
 * @param rows of Q1 to Q7
 */
public record LubmScale(int universities, String file, long[] rows) {

    static final List<LubmScale> ALL =
            List.of(
                    new LubmScale(1, "lubm/lubm-1.nt.zst", new long[] {0, 828, 0, 10, 10, 125, 30}),
                    new LubmScale(
                            40,
                            "lubm/lubm-40.nt.zst",
                            new long[] {106, 43_291, 0, 10, 10, 125, 1_763}));
}
