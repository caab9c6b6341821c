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

/**
 * An aggregate of a GROUP BY.
 *
 * @param argument null for COUNT(*)
 * @param distinct over distinct values; for COUNT(*) over distinct rows
 * @param parameter separator of GROUP_CONCAT, IRI of a function
 * @param column into which its value is put
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
        /** One that is registered with RDF4J. */
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

    /** Throws an {@link UnsupportedAlgebraException} for an IRI that no function has. */
    static AggregateFunctionFactory factory(String iri) {
        return CustomAggregateFunctionRegistry.getInstance()
                .get(iri)
                .orElseThrow(() -> new UnsupportedAlgebraException("unknown aggregate " + iri));
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
