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
import org.wukongs.store.query.PreparedQuery;
import org.wukongs.store.server.StoreNode;

/**
 * S1 to S6, prepared, with constants drawn from the data. Prepared by the node's thread, run by any
 * one.
 */
public final class OneShotQueries implements AutoCloseable {

    private record Prepared(PreparedQuery query, List<long[]> constants) {}

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Map<OneShotClass, Prepared> queries = new EnumMap<>(OneShotClass.class);

    /** {@code variants} of each class, which differ in their constant. */
    public OneShotQueries(StoreNode node, StoredTerms terms, int variants, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (OneShotClass queryClass : OneShotClass.values()) {
            PreparedQuery query = node.prepare(queryClass.text(queryClass.draw(terms, random)));
            List<long[]> constants = new ArrayList<>();
            constants.add(query.constantIds());
            while (constants.size() < variants) {
                constants.add(constants(node, queryClass.text(queryClass.draw(terms, random))));
            }
            queries.put(queryClass, new Prepared(query, constants));
        }
    }

    private static long[] constants(StoreNode node, String text) {
        try (PreparedQuery other = node.prepare(text)) {
            return other.constantIds();
        }
    }

    /**
     * Each class with all of its constants after the other, in turn, until {@code more} says no.
     */
    public OneShotTimes run(BooleanSupplier more) {
        OneShotTimes times = new OneShotTimes();
        long startNs = System.nanoTime();
        while (more.getAsBoolean()) {
            for (Map.Entry<OneShotClass, Prepared> entry : queries.entrySet()) {
                long startCpuNs = threads.getCurrentThreadCpuTime();
                run(entry.getKey(), entry.getValue(), times);
                times.tookCpu(entry.getKey(), threads.getCurrentThreadCpuTime() - startCpuNs);
            }
        }
        times.tookWall(System.nanoTime() - startNs);
        return times;
    }

    private static void run(OneShotClass queryClass, Prepared prepared, OneShotTimes times) {
        for (long[] constants : prepared.constants()) {
            long startNs = System.nanoTime();
            int found = prepared.query().execute(constants).size();
            times.add(queryClass, System.nanoTime() - startNs, found);
        }
    }

    @Override
    public void close() {
        queries.values().forEach(prepared -> prepared.query().close());
    }
}
