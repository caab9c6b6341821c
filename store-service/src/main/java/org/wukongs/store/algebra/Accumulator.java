package org.wukongs.store.algebra;

import java.util.List;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.QueryEvaluationException;
import org.eclipse.rdf4j.query.algebra.MathExpr.MathOp;
import org.eclipse.rdf4j.query.impl.EmptyBindingSet;
import org.eclipse.rdf4j.query.parser.sparql.aggregate.AggregateCollector;
import org.eclipse.rdf4j.query.parser.sparql.aggregate.AggregateFunction;
import org.eclipse.rdf4j.query.parser.sparql.aggregate.AggregateFunctionFactory;
import org.wukongs.store.value.Computed;
import org.wukongs.store.value.Evaluator;
import org.wukongs.store.value.ExecutionTerms;
import org.wukongs.store.value.NumberBounds;
import org.wukongs.store.value.ValueBytes;
import org.wukongs.store.value.ValueOrder;

/** The state of one aggregate for all groups of an execution. */
interface Accumulator {

    /** Adds a value to a group, which must not be an error; may change the value. */
    void add(int group, Computed value);

    /** Sets {@code into} to the aggregate of a group, or to an error if there is none. */
    void result(int group, Computed into);

    /** COUNT. */
    final class CountAccumulator implements Accumulator {

        private final long[] counts;

        CountAccumulator(int groupCount) {
            counts = new long[groupCount];
        }

        @Override
        public void add(int group, Computed value) {
            counts[group]++;
        }

        @Override
        public void result(int group, Computed into) {
            into.setInteger(counts[group]);
        }
    }

    /** COALESCE: the first argument that is not an error. */
    record FirstValue(List<Expression> arguments) implements Expression {

        @Override
        public String symbol() {
            return "coalesce";
        }

        @Override
        public Evaluator evaluator(Execution run) {
            Evaluator[] tried =
                    arguments.stream().map(a -> a.evaluator(run)).toArray(Evaluator[]::new);
            return (table, row, into) -> {
                into.setError();
                for (int i = 0; i < tried.length && into.isError(); i++) {
                    tried[i].evaluate(table, row, into);
                }
            };
        }
    }

    /** SAMPLE: the first value. */
    final class SampleAccumulator implements Accumulator {

        private final long[] ids;

        SampleAccumulator(int groupCount) {
            ids = new long[groupCount];
        }

        @Override
        public void add(int group, Computed value) {
            if (ids[group] == ExecutionTerms.UNBOUND) {
                ids[group] = value.id();
            }
        }

        @Override
        public void result(int group, Computed into) {
            into.setId(ids[group]);
        }
    }

    /**
     * GROUP_CONCAT: the empty string for an empty group. The bytes of a text are counted before it
     * grows, with those of the array into which it is copied.
     */
    final class ConcatAccumulator implements Accumulator {

        private static final int COPIES = 2;

        private final ExecutionTerms terms;
        private final StringBuilder[] texts;
        private final String separator;

        ConcatAccumulator(ExecutionTerms terms, int groupCount, String separator) {
            this.terms = terms;
            this.texts = new StringBuilder[groupCount];
            this.separator = separator;
        }

        @Override
        public void add(int group, Computed value) {
            String part = value.value().stringValue();
            StringBuilder text = texts[group];
            if (text == null) {
                take(0, part.length());
                texts[group] = new StringBuilder(part);
                return;
            }
            take(text.length(), (long) separator.length() + part.length());
            text.append(separator).append(part);
        }

        private void take(int length, long more) {
            ValueBytes.checkText(length + more);
            terms.budget().takeValueBytes(COPIES * ValueBytes.text(more));
        }

        @Override
        public void result(int group, Computed into) {
            String text = texts[group] == null ? "" : texts[group].toString();
            texts[group] = null;
            into.setValue(SimpleValueFactory.getInstance().createLiteral(text));
            into.id(); // counts the value as a term
            terms.budget().giveBackValueBytes(COPIES * ValueBytes.text(text.length()));
        }
    }

    /**
     * MIN and MAX in the order of ORDER BY: the first of equal values; an error for an empty group.
     */
    final class ExtremeAccumulator implements Accumulator {

        private final ValueOrder order = new ValueOrder();
        private final Computed[] extremes;
        private final ExecutionTerms terms;
        private final int direction;

        /** {@code direction} is -1 for MIN, 1 for MAX. */
        ExtremeAccumulator(ExecutionTerms terms, int groupCount, int direction) {
            this.terms = terms;
            this.extremes = new Computed[groupCount];
            this.direction = direction;
        }

        @Override
        public void add(int group, Computed value) {
            if (extremes[group] == null) {
                extremes[group] = new Computed(terms);
                keep(group, value);
            } else if (Integer.signum(compare(value, extremes[group])) == direction) {
                keep(group, value);
            }
        }

        /** Keeps the id of a text, so that its bytes are counted. */
        private void keep(int group, Computed value) {
            if (value.isText()) {
                value.id();
            }
            extremes[group].set(value);
        }

        private int compare(Computed a, Computed b) {
            a.toNative();
            b.toNative();
            if (Comparison.isOrdered(a, b)) {
                return Comparison.order(a, b);
            }
            terms.meter().digits((long) ValueBytes.chars(a.value()) + ValueBytes.chars(b.value()));
            return order.compare(a.value(), b.value());
        }

        @Override
        public void result(int group, Computed into) {
            if (extremes[group] == null) {
                into.setError();
            } else {
                into.set(extremes[group]);
            }
        }
    }

    /**
     * SUM and AVG: an error if a value is not a number, the integer 0 for an empty group. Sums are
     * computed from left to right with SPARQL's type promotion.
     */
    final class SumAccumulator implements Accumulator {

        private final Computed[] sums;
        private final long[] counts;
        private final boolean average;
        private final ExecutionTerms terms;

        SumAccumulator(ExecutionTerms terms, int groupCount, boolean average) {
            this.terms = terms;
            this.sums = new Computed[groupCount];
            this.counts = new long[groupCount];
            this.average = average;
            for (int group = 0; group < groupCount; group++) {
                sums[group] = new Computed(terms);
                sums[group].setInteger(0);
            }
        }

        @Override
        public void add(int group, Computed value) {
            Computed sum = sums[group];
            value.toNative();
            if (sum.isError()) {
                return;
            }
            if (value.isNumber() || isNumeric(value.value())) {
                Arithmetic.compute(MathOp.PLUS, sum, value, terms);
                counts[group]++;
            } else {
                sum.setError();
            }
        }

        private static boolean isNumeric(Value value) {
            if (!(value instanceof Literal literal)) {
                return false;
            }
            CoreDatatype.XSD type = literal.getCoreDatatype().asXSDDatatypeOrNull();
            return type != null && type.isNumericDatatype();
        }

        @Override
        public void result(int group, Computed into) {
            into.set(sums[group]);
            if (average && counts[group] > 0) {
                Computed count = new Computed(terms);
                count.setInteger(counts[group]);
                Arithmetic.compute(MathOp.DIVIDE, into, count, terms);
            }
        }
    }

    /** An aggregate that is registered with RDF4J under an IRI. */
    final class FunctionAccumulator implements Accumulator {

        private final ExecutionTerms terms;
        private final AggregateFunction<AggregateCollector, Value> function;
        private final AggregateCollector[] collectors;
        private final boolean[] failed;
        private Value added;

        /** Groups are numbered from 0; each has a collector of its own. */
        @SuppressWarnings("unchecked") // RDF4J's factories give raw functions
        FunctionAccumulator(
                ExecutionTerms terms, int groupCount, AggregateFunctionFactory factory) {
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
}
