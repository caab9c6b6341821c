package org.wukongs.store.algebra;

import java.util.Locale;
import org.eclipse.rdf4j.query.parser.sparql.aggregate.AggregateFunctionFactory;
import org.eclipse.rdf4j.query.parser.sparql.aggregate.CustomAggregateFunctionRegistry;
import org.wukongs.store.algebra.Accumulator.ConcatAccumulator;
import org.wukongs.store.algebra.Accumulator.CountAccumulator;
import org.wukongs.store.algebra.Accumulator.ExtremeAccumulator;
import org.wukongs.store.algebra.Accumulator.FunctionAccumulator;
import org.wukongs.store.algebra.Accumulator.SampleAccumulator;
import org.wukongs.store.algebra.Accumulator.SumAccumulator;
import org.wukongs.store.value.ExecutionTerms;

/**
 * An aggregate of a GROUP BY.
 *
 * @param argument the argument, null for COUNT(*)
 * @param distinct true to aggregate distinct values; distinct rows for COUNT(*)
 * @param parameter the separator of GROUP_CONCAT, or the IRI of a function
 * @param column the column for its value
 */
record Aggregate(
        Function function, Expression argument, boolean distinct, String parameter, int column) {

    enum Function {
        COUNT,
        SUM,
        AVG,
        MIN,
        MAX,
        SAMPLE,
        GROUP_CONCAT,
        /** An aggregate that is registered with RDF4J. */
        FUNCTION
    }

    Accumulator accumulator(ExecutionTerms terms, int groupCount) {
        return switch (function) {
            case COUNT -> new CountAccumulator(groupCount);
            case SUM -> new SumAccumulator(terms, groupCount, false);
            case AVG -> new SumAccumulator(terms, groupCount, true);
            case MIN -> new ExtremeAccumulator(terms, groupCount, -1);
            case MAX -> new ExtremeAccumulator(terms, groupCount, 1);
            case SAMPLE -> new SampleAccumulator(groupCount);
            case GROUP_CONCAT -> new ConcatAccumulator(terms, groupCount, parameter);
            case FUNCTION -> new FunctionAccumulator(terms, groupCount, factory(parameter));
        };
    }

    /**
     * Returns the function of an IRI; throws an {@link UnsupportedAlgebraException} if there is
     * none.
     */
    static AggregateFunctionFactory factory(String iri) {
        return CustomAggregateFunctionRegistry.getInstance()
                .get(iri)
                .orElseThrow(() -> new UnsupportedAlgebraException("unknown aggregate " + iri));
    }

    /** Describes the aggregate for people. */
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
