package org.wukongs.store.algebra;

import java.util.function.Supplier;
import org.wukongs.store.explore.BasicGraphPattern;
import org.wukongs.store.explore.PlannedPattern;

/** Where the basic graph patterns of queries get their plans. */
public interface PatternPlans {

    /** Shares no plans. */
    PatternPlans UNSHARED = (pattern, template) -> new PlannedPattern(pattern);

    /**
     * Returns the plans of a pattern, which other patterns with the same template may have made.
     *
     * @param template the text that patterns have in common if they differ in subjects and objects
     *     only: the indexes of all that they name, their predicates, classes, graphs and filters
     */
    PlannedPattern planned(BasicGraphPattern pattern, Supplier<String> template);
}
