package org.wukongs.store.rdf;

import org.wukongs.store.explore.ExecutionBudget;

/**
 * A text to match with a regular expression, which checks the execution's time while characters are
 * read. Matching can take time exponential in the length of the text, but reads characters all the
 * while.
 */
final class WatchedText implements CharSequence {

    /** Some 100 µs of matching. */
    private static final int CHECK_INTERVAL = 1 << 15;

    private final String text;
    private final ExecutionBudget budget;
    private int left = CHECK_INTERVAL;

    WatchedText(String text, ExecutionBudget budget) {
        this.text = text;
        this.budget = budget;
    }

    @Override
    public char charAt(int index) {
        if (--left == 0) {
            left = CHECK_INTERVAL;
            budget.checkTime();
        }
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.substring(start, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
