package org.wukongs.benchmarks.lsbench.data;

import java.util.random.RandomGenerator;
import org.wukongs.kafka.lsbench.LsbenchQueries;

/**
 * The six continuous queries of the Wukong+S paper (SOSP'17, section 6).
 *
 * <p>{@link #originalUs} is the original in C++ on a machine of two cores at a third of the full
 * rate, {@link #targetUs} what this store is to reach at the full rate; both medians of an
 * execution.
 */
public enum QueryClass {
    L1(49, 20),
    L2(20, 20),
    L3(53, 20),
    L4(3_200, 500),
    L5(24_600, 500),
    L6(8_700, 500);

    private final double originalUs;
    private final double targetUs;

    QueryClass(double originalUs, double targetUs) {
        this.originalUs = originalUs;
        this.targetUs = targetUs;
    }

    public double originalUs() {
        return originalUs;
    }

    public double targetUs() {
        return targetUs;
    }

    /** Whether its text has a user or person in it, so that there is more than one such query. */
    public boolean hasConstant() {
        return this == L1 || this == L2 || this == L3;
    }

    /** A number for its constant, each of the data's equally likely; 0 where it has none. */
    public long draw(StoredTerms terms, RandomGenerator random) {
        return switch (this) {
            case L1 -> terms.users()[random.nextInt(terms.users().length)];
            case L2, L3 -> terms.persons()[random.nextInt(terms.persons().length)];
            default -> 0;
        };
    }

    /** The C-SPARQL text of a query called {@code name}. */
    public String text(String name, long constant) {
        return switch (this) {
            case L1 -> LsbenchQueries.l1(name, constant);
            case L2 -> LsbenchQueries.l2(name, constant);
            case L3 -> LsbenchQueries.l3(name, constant);
            case L4 -> LsbenchQueries.l4(name);
            case L5 -> LsbenchQueries.l5(name);
            case L6 -> LsbenchQueries.l6(name);
        };
    }
}
