package org.wukongs.benchmarks.lsbench.drive;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;
import org.wukongs.benchmarks.lsbench.data.StoredTerms;
import org.wukongs.benchmarks.lsbench.query.OneShotClass;
import org.wukongs.store.query.PreparedQuery;
import org.wukongs.store.server.StoreNode;

/**
 * S1 to S6, prepared, with constants drawn from the data. Prepared by the node's thread, run by any
 * one.
 */
public final class OneShotQueries implements AutoCloseable {

    private static final long LATENCY_NS_MAX = 300_000_000_000L;

    /** Times of some executions, by class. */
    public static final class Times {

        private final Map<OneShotClass, Histogram> ns = new EnumMap<>(OneShotClass.class);
        private final Map<OneShotClass, Long> rows = new EnumMap<>(OneShotClass.class);

        Times() {
            for (OneShotClass queryClass : OneShotClass.values()) {
                ns.put(queryClass, new Histogram(LATENCY_NS_MAX, 3));
                rows.put(queryClass, 0L);
            }
        }

        void add(OneShotClass queryClass, long tookNs, int found) {
            ns.get(queryClass).recordValue(Math.min(LATENCY_NS_MAX, tookNs));
            rows.merge(queryClass, (long) found, Long::sum);
        }

        public Histogram ns(OneShotClass queryClass) {
            return ns.get(queryClass);
        }

        /** Of all executions. */
        public long rows(OneShotClass queryClass) {
            return rows.get(queryClass);
        }

        /** These and those of {@code other}. */
        public Times and(Times other) {
            Times both = new Times();
            for (Times part : List.of(this, other)) {
                for (OneShotClass queryClass : OneShotClass.values()) {
                    both.ns.get(queryClass).add(part.ns(queryClass));
                    both.rows.merge(queryClass, part.rows(queryClass), Long::sum);
                }
            }
            return both;
        }
    }

    private record Prepared(PreparedQuery query, List<long[]> constants) {}

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

    /** One of each class after the other, in turn, until {@code more} says no. */
    public Times run(BooleanSupplier more) {
        Times times = new Times();
        int turn = 0;
        while (more.getAsBoolean()) {
            for (Map.Entry<OneShotClass, Prepared> entry : queries.entrySet()) {
                Prepared prepared = entry.getValue();
                long[] constants = prepared.constants().get(turn % prepared.constants().size());
                long startNs = System.nanoTime();
                int found = prepared.query().execute(constants).size();
                times.add(entry.getKey(), System.nanoTime() - startNs, found);
            }
            turn++;
        }
        return times;
    }

    @Override
    public void close() {
        queries.values().forEach(prepared -> prepared.query().close());
    }
}
