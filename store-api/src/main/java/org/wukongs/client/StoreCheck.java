package org.wukongs.client;

import java.util.List;

/**
 * Result of a check of a store: how much was walked, and what is wrong.
 *
 * @param graphCount stored graphs, with the default graph
 * @param tripleCount triples in them
 * @param termCount terms in the dictionary
 * @param violations invariants that do not hold, a line each; only the first ones if there are many
 */
public record StoreCheck(
        long graphCount, long tripleCount, long termCount, List<String> violations) {

    public StoreCheck {
        violations = List.copyOf(violations);
    }

    public boolean isSound() {
        return violations.isEmpty();
    }

    /** The counts, as {@code key=value}. */
    public String sizes() {
        return "graphs=" + graphCount + " triples=" + tripleCount + " terms=" + termCount;
    }
}
