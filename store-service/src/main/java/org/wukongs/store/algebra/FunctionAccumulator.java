package org.wukongs.store.algebra;

import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.QueryEvaluationException;
import org.eclipse.rdf4j.query.impl.EmptyBindingSet;
import org.eclipse.rdf4j.query.parser.sparql.aggregate.AggregateCollector;
import org.eclipse.rdf4j.query.parser.sparql.aggregate.AggregateFunction;
import org.eclipse.rdf4j.query.parser.sparql.aggregate.AggregateFunctionFactory;

/** An aggregate that is registered with RDF4J under an IRI. */
final class FunctionAccumulator implements Accumulator {

    private final ExecutionTerms terms;
    private final AggregateFunction<AggregateCollector, Value> function;
    private final AggregateCollector[] collectors;
    private final boolean[] failed;
    private Value added;

    /** Of groups that are numbered from 0; each has a collector of its own. */
    @SuppressWarnings("unchecked") // RDF4J's factories give raw functions
    FunctionAccumulator(ExecutionTerms terms, int groupCount, AggregateFunctionFactory factory) {
        this.terms = terms;
        this.function = factory.buildFunction(bindings -> added);
        this.collectors = new AggregateCollector[groupCount];
        this.failed = new boolean[groupCount];
        for (int group = 0; group < groupCount; group++) {
            collectors[group] = factory.getCollector();
        }
    }

    @Override
    public void add(int group, Computed value) {
        added = value.value();
        try {
            NumberBounds.check(added);
            terms.meter().digits(ValueBytes.chars(added));
            function.processAggregate(
                    EmptyBindingSet.getInstance(), distinct -> true, collectors[group]);
        } catch (QueryEvaluationException | IllegalArgumentException | ArithmeticException e) {
            failed[group] = true;
        }
    }

    @Override
    public void result(int group, Computed into) {
        Value result = null;
        try {
            result = failed[group] ? null : collectors[group].getFinalValue();
        } catch (QueryEvaluationException | IllegalArgumentException | ArithmeticException e) {
            result = null;
        }
        if (result == null) {
            into.setError();
        } else {
            into.setValue(result);
        }
    }
}
