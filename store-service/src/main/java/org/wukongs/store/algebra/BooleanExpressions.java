package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.algebra.Compare.CompareOp;
import org.wukongs.store.value.Computed;
import org.wukongs.store.value.Evaluator;
import org.wukongs.store.value.ExecutionTerms;

/** Expressions over terms whose value is true, false or an error. */
final class BooleanExpressions {

    private BooleanExpressions() {}

    /** {@code !} of a condition; an error stays an error. */
    record Negation(Expression argument) implements Expression {

        @Override
        public String symbol() {
            return "!";
        }

        @Override
        public List<Expression> arguments() {
            return List.of(argument);
        }

        @Override
        public Evaluator evaluator(Execution run) {
            Evaluator negated = argument.evaluator(run);
            return (table, row, into) -> {
                negated.evaluate(table, row, into);
                int truth = into.truth();
                into.setTruth(truth == Computed.ERROR ? truth : Computed.TRUE - truth);
            };
        }
    }

    /**
     * {@code &&} or {@code ||} with SPARQL's three-valued logic: if one side decides, an error of
     * the other side does not matter (SPARQL 1.1, section 17.2).
     *
     * @param decides the truth value of a side that decides: false for {@code &&}, true for {@code
     *     ||}
     */
    record Connective(boolean decides, Expression left, Expression right) implements Expression {

        @Override
        public String symbol() {
            return decides ? "||" : "&&";
        }

        @Override
        public List<Expression> arguments() {
            return List.of(left, right);
        }

        @Override
        public Evaluator evaluator(Execution run) {
            Evaluator first = left.evaluator(run);
            Evaluator second = right.evaluator(run);
            int deciding = decides ? Computed.TRUE : Computed.FALSE;
            return (table, row, into) -> {
                first.evaluate(table, row, into);
                int truth = into.truth();
                if (truth != deciding) {
                    second.evaluate(table, row, into);
                    int other = into.truth();
                    truth = other == deciding || truth != Computed.ERROR ? other : Computed.ERROR;
                }
                into.setTruth(truth);
            };
        }
    }

    /** BOUND of a variable; never an error. */
    record IsBound(int column) implements Expression {

        @Override
        public Columns columns() {
            return Columns.of(column);
        }

        @Override
        public String symbol() {
            return "bound";
        }

        @Override
        public String describe(PlanNames names) {
            return "bound(?" + names.variable(column) + ")";
        }

        @Override
        public List<Expression> arguments() {
            return List.of();
        }

        @Override
        public Evaluator evaluator(Execution run) {
            return (table, row, into) ->
                    into.setBoolean(table.get(column, row) != ExecutionTerms.UNBOUND);
        }
    }

    /** sameTerm: compares ids, because an execution has one id for each term. */
    record SameTermTest(Expression left, Expression right) implements Expression {

        @Override
        public String symbol() {
            return "sameTerm";
        }

        @Override
        public List<Expression> arguments() {
            return List.of(left, right);
        }

        @Override
        public Evaluator evaluator(Execution run) {
            Evaluator first = left.evaluator(run);
            Evaluator second = right.evaluator(run);
            return (table, row, into) -> {
                first.evaluate(table, row, into);
                long id = into.id();
                second.evaluate(table, row, into);
                if (id == ExecutionTerms.UNBOUND || into.isError()) {
                    into.setError();
                } else {
                    into.setBoolean(id == into.id());
                }
            };
        }
    }

    /**
     * IN: true if {@code =} holds for a member; else an error if a comparison was an error (SPARQL
     * 1.1, section 17.4.1.9). RDF4J's own IN compares more strictly than its {@code =}.
     */
    record ListMember(Expression argument, List<Expression> members) implements Expression {

        @Override
        public String symbol() {
            return "in";
        }

        @Override
        public List<Expression> arguments() {
            List<Expression> all = new ArrayList<>(members);
            all.add(argument);
            return all;
        }

        @Override
        public Evaluator evaluator(Execution run) {
            Evaluator wanted = argument.evaluator(run);
            Evaluator[] listed =
                    members.stream().map(m -> m.evaluator(run)).toArray(Evaluator[]::new);
            Computed value = new Computed(run.terms());
            return (table, row, into) -> {
                wanted.evaluate(table, row, value);
                int truth = value.isError() ? Computed.ERROR : Computed.FALSE;
                for (int i = 0;
                        i < listed.length && !value.isError() && truth != Computed.TRUE;
                        i++) {
                    listed[i].evaluate(table, row, into);
                    int equal = Comparison.compare(CompareOp.EQ, value, into, run.terms());
                    truth = equal == Computed.FALSE ? truth : equal;
                }
                into.setTruth(truth);
            };
        }
    }

    /**
     * isIRI, isBlank, isLiteral, isNumeric: tests the decoded term.
     *
     * @param symbol name of the test
     */
    record TermTest(String symbol, Expression argument, Predicate<Value> test)
            implements Expression {

        @Override
        public List<Expression> arguments() {
            return List.of(argument);
        }

        @Override
        public Evaluator evaluator(Execution run) {
            Evaluator tested = argument.evaluator(run);
            return (table, row, into) -> {
                tested.evaluate(table, row, into);
                if (!into.isError()) {
                    into.setBoolean(test.test(into.value()));
                }
            };
        }
    }
}
