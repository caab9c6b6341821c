package org.wukongs.store.plan;

import java.util.LinkedHashMap;
import java.util.Map;
import org.wukongs.store.algebra.SinglePattern;
import org.wukongs.store.explore.PlannedPattern;

/**
 * An LRU cache of planned patterns by template: queries that differ only in constants are planned
 * once.
 */
final class PlanTemplates {

    /**
     * After large results, a plan's buffers take some 100 KB for each thread that has executed it.
     */
    static final int COUNT_MAX_DEFAULT = 512;

    private static final float LOAD_FACTOR = 0.75f;

    private final Map<String, PlannedPattern> plans;

    PlanTemplates(int countMax) {
        plans =
                new LinkedHashMap<>(16, LOAD_FACTOR, true) {
                    private static final long serialVersionUID = 1L;

                    @Override
                    protected boolean removeEldestEntry(Map.Entry<String, PlannedPattern> eldest) {
                        return size() > countMax;
                    }
                };
    }

    /**
     * Returns the planned pattern of a query's template, the query's own if the template is new.
     */
    synchronized PlannedPattern planned(SinglePattern query) {
        return plans.computeIfAbsent(query.template(), template -> query.planned());
    }
}
