package org.wukongs.client;

import java.util.List;

/**
 * What a check of a store has walked, and what it found wrong.
 *
 * @param graphCount stored graphs, the default graph among them
 * @param tripleCount triples in them
 * @param termCount terms in the dictionary
 * @param violations invariants that do not hold, a line each; the first ones where there are many
 */
public record StoreCheck(
        long graphCount, long tripleCount, long termCount, List<String> violations) {

    public StoreCheck {
        violations = List.copyOf(violations);
    }

    public boolean isSound() {
        return violations.isEmpty();
    }

    /** What was walked, as {@code key=value}. */
    public String sizes() {
        return "graphs=" + graphCount + " triples=" + tripleCount + " terms=" + termCount;
    }
}
