package org.wukongs.store.graph;

/** Scratch arrays for a block of rows that is read of another node's memory. One thread. */
final class RemoteColumn {

    /** As in {@link GraphKernels}. */
    static final int BLOCK = GraphKernels.BLOCK;

    /** 64 bytes: a short list costs no more than its first word, in memory or over a network. */
    static final int START_WORDS = 8;

    private static final ThreadLocal<RemoteColumn> OF_THREAD =
            ThreadLocal.withInitial(RemoteColumn::new);

    /** Number of rows, up to {@link #BLOCK}. */
    int rows;

    /** Vertex of each row, 0 for none. */
    final long[] vids = new long[BLOCK];

    final int[] pids = new int[BLOCK];
    final int[] directions = new int[BLOCK];

    /** Directory word of each row. */
    final long[] words = new long[BLOCK];

    /** Value of each row; without mark after {@link RemoteLists#resolve}. */
    final long[] values = new long[BLOCK];

    /** Neighbours of each row. */
    final int[] lengths = new int[BLOCK];

    /** First word of the list of each row that has one. */
    final long[] heads = new long[BLOCK];

    /** The list of each row that has one, as far as it is read with its first word. */
    final long[] starts = new long[BLOCK * START_WORDS];

    // Of LocationCache: rows whose locations are known, which are not read
    final boolean[] isKnown = new boolean[BLOCK];
    final long[] knownValues = new long[BLOCK];
    final int[] knownLengths = new int[BLOCK];
    final long[] knownStarts = new long[BLOCK * START_WORDS];

    // Of the rounds
    final long[] offsets = new long[BLOCK];
    final long[] read = new long[BLOCK];
    final int[] waiting = new int[BLOCK];
    final int[] places = new int[BLOCK];
    final int[] counts = new int[BLOCK];
    final RemoteRanges roots = new RemoteRanges(); // of trees
    final long[] rootWords = new long[BLOCK * RemoteTrees.HEAD_WORDS]; // of each row's tree
    final RemoteRanges rest = new RemoteRanges(); // of lists that their starts have not

    private RemoteColumn() {}

    static RemoteColumn ofThread() {
        return OF_THREAD.get();
    }
}
