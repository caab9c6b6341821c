package org.wukongs.store.algebra;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.impl.BooleanLiteral;
import org.eclipse.rdf4j.query.algebra.And;
import org.eclipse.rdf4j.query.algebra.Bound;
import org.eclipse.rdf4j.query.algebra.Coalesce;
import org.eclipse.rdf4j.query.algebra.Compare;
import org.eclipse.rdf4j.query.algebra.Exists;
import org.eclipse.rdf4j.query.algebra.If;
import org.eclipse.rdf4j.query.algebra.IsBNode;
import org.eclipse.rdf4j.query.algebra.IsLiteral;
import org.eclipse.rdf4j.query.algebra.IsNumeric;
import org.eclipse.rdf4j.query.algebra.IsResource;
import org.eclipse.rdf4j.query.algebra.IsURI;
import org.eclipse.rdf4j.query.algebra.ListMemberOperator;
import org.eclipse.rdf4j.query.algebra.MathExpr;
import org.eclipse.rdf4j.query.algebra.Not;
import org.eclipse.rdf4j.query.algebra.Or;
import org.eclipse.rdf4j.query.algebra.QueryModelNode;
import org.eclipse.rdf4j.query.algebra.SameTerm;
import org.eclipse.rdf4j.query.algebra.ValueConstant;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.Var;
import org.eclipse.rdf4j.query.algebra.helpers.AbstractQueryModelVisitor;
import org.wukongs.store.algebra.Accumulator.FirstValue;
import org.wukongs.store.algebra.BooleanExpressions.Connective;
import org.wukongs.store.algebra.BooleanExpressions.IsBound;
import org.wukongs.store.algebra.BooleanExpressions.ListMember;
import org.wukongs.store.algebra.BooleanExpressions.Negation;
import org.wukongs.store.algebra.BooleanExpressions.SameTermTest;
import org.wukongs.store.algebra.BooleanExpressions.TermTest;
import org.wukongs.store.algebra.ValueExpressions.ColumnValue;
import org.wukongs.store.algebra.ValueExpressions.Conditional;
import org.wukongs.store.algebra.ValueExpressions.ConstantValue;
import org.wukongs.store.value.NumberBounds;

/**
 * Compiles RDF4J's expressions to {@link Expression}, for the variables in scope at the expression.
 */
final class ExpressionCompiler {

    private final OperatorCompiler operators;
    private final Columns visible;

    /**
     * {@code visible} are the columns that the expression sees. Other variables are unbound: a
     * FILTER of a group does not see variables outside the group (SPARQL 1.1, section 18.2.4).
     */
    ExpressionCompiler(OperatorCompiler operators, Columns visible) {
        this.operators = operators;
        this.visible = visible;
    }

    Expression compile(ValueExpr expression) {
        if (expression instanceof Var var) {
            return variable(var);
        }
        if (expression instanceof ValueConstant constant) {
            return new ConstantValue(constant.getValue());
        }
        if (expression instanceof And and) {
            return connective(false, and.getLeftArg(), and.getRightArg());
        }
        if (expression instanceof Or or) {
            return connective(true, or.getLeftArg(), or.getRightArg());
        }
        if (expression instanceof Not not) {
            return new Negation(compile(not.getArg()));
        }
        if (expression instanceof Compare compare) {
            return new Comparison(
                    compare.getOperator(),
                    compile(compare.getLeftArg()),
                    compile(compare.getRightArg()));
        }
        if (expression instanceof MathExpr math) {
            return new Arithmetic(
                    math.getOperator(), compile(math.getLeftArg()), compile(math.getRightArg()));
        }
        return compileFunction(expression);
    }

    private Expression compileFunction(ValueExpr expression) {
        if (expression instanceof Bound bound) {
            return bound(bound);
        }
        if (expression instanceof SameTerm same) {
            return new SameTermTest(compile(same.getLeftArg()), compile(same.getRightArg()));
        }
        if (expression instanceof ListMemberOperator in) {
            List<Expression> all = compileAll(in.getArguments());
            return new ListMember(all.get(0), all.subList(1, all.size()));
        }
        if (expression instanceof If conditional) {
            return new Conditional(
                    compile(conditional.getCondition()),
                    compile(conditional.getResult()),
                    compile(conditional.getAlternative()));
        }
        if (expression instanceof Coalesce coalesce) {
            return new FirstValue(compileAll(coalesce.getArguments()));
        }
        if (expression instanceof Exists exists) {
            return operators.exists(exists.getSubQuery(), visible);
        }
        return compileTest(expression);
    }

    private Expression compileTest(ValueExpr expression) {
        if (expression instanceof IsURI test) {
            return new TermTest("isIRI", compile(test.getArg()), IRI.class::isInstance);
        }
        if (expression instanceof IsLiteral test) {
            return new TermTest("isLiteral", compile(test.getArg()), Literal.class::isInstance);
        }
        if (expression instanceof IsBNode test) {
            return new TermTest("isBlank", compile(test.getArg()), BNode.class::isInstance);
        }
        if (expression instanceof IsResource test) {
            return new TermTest("isResource", compile(test.getArg()), Resource.class::isInstance);
        }
        if (expression instanceof IsNumeric test) {
            return new TermTest("isNumeric", compile(test.getArg()), NumberBounds::isNumeric);
        }
        return byRdf4j(expression);
    }

    private Expression variable(Var var) {
        if (var.hasValue()) {
            return new ConstantValue(var.getValue());
        }
        int column = operators.variables().find(var.getName());
        return visible.contains(column) ? new ColumnValue(column) : ConstantValue.ERROR;
    }

    private Expression bound(Bound bound) {
        Var var = bound.getArg();
        int column = operators.variables().find(var.getName());
        return visible.contains(column) && !var.hasValue()
                ? new IsBound(column)
                : new ConstantValue(BooleanLiteral.valueOf(var.hasValue()));
    }

    private Expression connective(boolean decides, ValueExpr left, ValueExpr right) {
        return new Connective(decides, compile(left), compile(right));
    }

    private List<Expression> compileAll(List<ValueExpr> expressions) {
        List<Expression> compiled = new ArrayList<>();
        for (ValueExpr expression : expressions) {
            compiled.add(compile(expression));
        }
        return compiled;
    }

    private Expression byRdf4j(ValueExpr expression) {
        ValueExpr call = expression.clone();
        List<ValueExpr> computed = new ArrayList<>();
        call.visitChildren(
                new AbstractQueryModelVisitor<RuntimeException>() {
                    @Override
                    protected void meetNode(QueryModelNode child) {
                        boolean given = child instanceof Var || child instanceof ValueConstant;
                        if (!given && child instanceof ValueExpr argument) {
                            computed.add(argument);
                        }
                    }
                });
        List<Expression> arguments = compileAll(computed);
        for (int i = 0; i < computed.size(); i++) {
            computed.get(i).replaceWith(new Var(RdfExpression.argumentName(i)));
        }
        RdfTraits traits = RdfTraits.of(call);
        Set<String> names = new TreeSet<>(traits.variables());
        names.removeIf(name -> !visible.contains(operators.variables().find(name)));
        int[] places = names.stream().mapToInt(operators.variables()::find).toArray();
        return new RdfExpression(call, List.copyOf(names), places, arguments, traits.isStable());
    }
}
