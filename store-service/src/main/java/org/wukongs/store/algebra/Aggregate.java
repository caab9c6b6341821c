package org.wukongs.store.algebra;

import java.util.Locale;

/**
 * An aggregate of a GROUP BY.
 *
 * @param argument null for COUNT(*)
 * @param distinct over distinct values; for COUNT(*) over distinct rows
 * @param separator of GROUP_CONCAT
 * @param column into which its value is put
 */
record Aggregate(
        Function function, Expression argument, boolean distinct, String separator, int column) {

    enum Function {
        COUNT,
        SUM,
        AVG,
        MIN,
        MAX,
        SAMPLE,
        GROUP_CONCAT
    }

    Accumulator accumulator(Terms terms, int groupCount) {
        return switch (function) {
            case COUNT -> new CountAccumulator(groupCount);
            case SUM -> new SumAccumulator(terms, groupCount, false);
            case AVG -> new SumAccumulator(terms, groupCount, true);
            case MIN -> new ExtremeAccumulator(terms, groupCount, -1);
            case MAX -> new ExtremeAccumulator(terms, groupCount, 1);
            case SAMPLE -> new SampleAccumulator(groupCount);
            case GROUP_CONCAT -> new ConcatAccumulator(terms, groupCount, separator);
        };
    }

    /** As text for people. */
    String describe(PlanNames names) {
        return "?"
                + names.variable(column)
                + " = "
                + function.name().toLowerCase(Locale.ROOT)
                + (distinct ? "(distinct " : "(")
                + (argument == null ? "*" : argument.describe(names))
                + ")";
    }
}
