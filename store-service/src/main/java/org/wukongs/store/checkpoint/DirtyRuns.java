package org.wukongs.store.checkpoint;

import java.util.function.IntConsumer;

/** Which of the parts of a checkpoint, each in a file, are to be written again. */
final class DirtyRuns {

    /** About how long a file becomes: a change costs as much, and each file costs a sync. */
    static final long FILE_BYTES = 1 << 24;

    /** A shorter file is written again together with a neighbour, so that files do not crumble. */
    private static final long SMALL_BYTES = FILE_BYTES / 4;

    private DirtyRuns() {}

    /** What is done with a run of parts that are to be written again. */
    interface Run {
        void write(int from, int to);
    }

    /** Lets small parts beside a dirty one be dirty, too. */
    static void extend(boolean[] dirty, long[] bytes) {
        boolean[] before = dirty.clone();
        for (int i = 0; i < dirty.length; i++) {
            boolean beside = (i > 0 && dirty[i - 1]) || (i + 1 < dirty.length && before[i + 1]);
            dirty[i] |= beside && bytes[i] < SMALL_BYTES;
        }
    }

    /** Hands on all parts in order: dirty ones in runs, others one by one. */
    static void forEach(boolean[] dirty, Run run, IntConsumer clean) {
        int from = 0;
        while (from < dirty.length) {
            int to = from;
            while (to < dirty.length && dirty[to]) {
                to++;
            }
            if (to > from) {
                run.write(from, to);
                from = to;
            } else {
                clean.accept(from++);
            }
        }
    }
}
