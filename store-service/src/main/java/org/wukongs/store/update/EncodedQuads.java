package org.wukongs.store.update;

/**
 * The quads of a template or of data, with constants as ids. A place is a {@link #isConstant
 * constant}, a {@link #isVariable variable} or a blank node that is new for each solution.
 * Immutable.
 *
 * @param predicates pids where they are constants
 * @param graphColumns columns of variables, {@link #NO_COLUMN} for constants
 * @param graphs IRIs; null for a variable, and for the graph that the operation addresses
 * @param size number of quads; the arrays may be longer
 * @param blankNodeCount number of blank nodes that each solution has
 */
record EncodedQuads(
        long[] subjects,
        long[] predicates,
        long[] objects,
        int[] graphColumns,
        String[] graphs,
        int size,
        int blankNodeCount) {

    static final int NO_COLUMN = -1;

    private static final long BLANK_NODE = 1L << 62;

    static boolean isConstant(long place) {
        return place > 0 && place < BLANK_NODE;
    }

    static boolean isVariable(long place) {
        return place < 0;
    }

    /** Returns the place of a variable with this column. */
    static long variable(int column) {
        return -1L - column;
    }

    /** Returns the column of a variable. */
    static int column(long place) {
        return (int) (-1 - place);
    }

    /** Returns the place of a blank node with this number. */
    static long blankNodePlace(int number) {
        return BLANK_NODE + number;
    }

    /** Returns the number of a blank node. */
    static int blankNode(long place) {
        return (int) (place - BLANK_NODE);
    }
}
