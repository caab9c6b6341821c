package org.wukongs.benchmarks.lsbench.drive;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.wukongs.benchmarks.lsbench.data.StoredTerms;
import org.wukongs.benchmarks.lsbench.query.OneShotClass;
import org.wukongs.benchmarks.measure.Executions;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.plan.PreparedQueries;

/**
 * S1 to S6, prepared, with constants drawn from the data. Prepared by the node's thread, run by any
 * one.
 */
public final class OneShotQueries implements AutoCloseable {

    private record Variants(PreparedQueries.Prepared query, List<long[]> constants) {}

    /**
     * Times of some executions, by class, and what their thread did in all. CPU time is the
     * thread's, so that the bursts in which batches come count in its mean.
     */
    public static final class Times {

        private final Map<OneShotClass, Executions> classes = Executions.of(OneShotClass.class);
        private long wallNs;

        public Executions of(OneShotClass queryClass) {
            return classes.get(queryClass);
        }

        /** Of all classes together, by the wall clock. */
        public double executionsPerSecond() {
            long executions = classes.values().stream().mapToLong(Executions::count).sum();
            return executions * Units.NS_PER_S / Math.max(1, wallNs);
        }

        /** Those of all parts. */
        public static Times all(List<Times> parts) {
            Times all = new Times();
            for (Times part : parts) {
                part.classes.forEach((queryClass, times) -> all.of(queryClass).add(times));
                all.wallNs += part.wallNs;
            }
            return all;
        }
    }

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Map<OneShotClass, Variants> queries = new EnumMap<>(OneShotClass.class);

    /** {@code variants} of each class, which differ in their constant. */
    public OneShotQueries(StoreNode node, StoredTerms terms, int variants, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        PreparedQueries prepared = new PreparedQueries(node);
        for (OneShotClass queryClass : OneShotClass.values()) {
            PreparedQueries.Prepared query =
                    prepared.prepare(queryClass.text(queryClass.draw(terms, random)));
            List<long[]> constants = new ArrayList<>();
            constants.add(query.constantIds());
            while (constants.size() < variants) {
                String text = queryClass.text(queryClass.draw(terms, random));
                constants.add(prepared.constantIds(text));
            }
            queries.put(queryClass, new Variants(query, constants));
        }
    }

    /**
     * Each class with all of its constants after the other, in turn, until {@code more} says no.
     */
    public Times run(BooleanSupplier more) {
        Times times = new Times();
        long startNs = System.nanoTime();
        while (more.getAsBoolean()) {
            for (Map.Entry<OneShotClass, Variants> entry : queries.entrySet()) {
                long startCpuNs = threads.getCurrentThreadCpuTime();
                run(entry.getValue(), times.of(entry.getKey()));
                times.of(entry.getKey()).addCpu(threads.getCurrentThreadCpuTime() - startCpuNs);
            }
        }
        times.wallNs = System.nanoTime() - startNs;
        return times;
    }

    private static void run(Variants variants, Executions executions) {
        for (long[] constants : variants.constants()) {
            long startNs = System.nanoTime();
            int found = variants.query().execute(constants).size();
            executions.add(System.nanoTime() - startNs, found);
        }
    }

    @Override
    public void close() {
        queries.values().forEach(variants -> variants.query().close());
    }
}
