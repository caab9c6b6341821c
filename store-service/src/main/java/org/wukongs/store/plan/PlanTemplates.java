package org.wukongs.store.plan;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.wukongs.store.algebra.PatternPlans;
import org.wukongs.store.explore.BasicGraphPattern;
import org.wukongs.store.explore.PlannedPattern;

/**
 * An LRU cache of planned patterns by template: patterns that differ only in subjects and objects
 * are planned once. Any thread.
 */
final class PlanTemplates implements PatternPlans {

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

    @Override
    public PlannedPattern planned(BasicGraphPattern pattern, Supplier<String> template) {
        String text = template.get();
        synchronized (plans) {
            return plans.computeIfAbsent(text, t -> new PlannedPattern(pattern));
        }
    }
}
