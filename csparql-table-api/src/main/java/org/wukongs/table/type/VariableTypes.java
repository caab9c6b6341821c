package org.wukongs.table.type;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.algebra.AggregateOperator;
import org.eclipse.rdf4j.query.algebra.BindingSetAssignment;
import org.eclipse.rdf4j.query.algebra.Difference;
import org.eclipse.rdf4j.query.algebra.Extension;
import org.eclipse.rdf4j.query.algebra.ExtensionElem;
import org.eclipse.rdf4j.query.algebra.Group;
import org.eclipse.rdf4j.query.algebra.GroupElem;
import org.eclipse.rdf4j.query.algebra.Join;
import org.eclipse.rdf4j.query.algebra.LeftJoin;
import org.eclipse.rdf4j.query.algebra.Projection;
import org.eclipse.rdf4j.query.algebra.ProjectionElem;
import org.eclipse.rdf4j.query.algebra.Service;
import org.eclipse.rdf4j.query.algebra.StatementPattern;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.UnaryTupleOperator;
import org.eclipse.rdf4j.query.algebra.Union;
import org.eclipse.rdf4j.query.algebra.Var;

/**
 * Infers the types of variables in SPARQL algebra, bottom up. Triple patterns bind terms of any
 * type; the types that expressions and VALUES bind may be known. A variable that is not in the map
 * never has a value.
 */
final class VariableTypes {

    /**
     * What is known about a variable.
     *
     * @param type of its values
     * @param always whether it has a value in every solution
     */
    record Variable(TermType type, boolean always) {

        static final Variable NEVER = new Variable(TermType.NONE, false);

        /** Its types in solutions of one kind or the other. */
        Variable or(Variable other) {
            return new Variable(type.or(other.type), always && other.always);
        }

        /** Its types in solutions of this kind, perhaps extended by the other. */
        Variable extendedBy(Variable other) {
            return always ? this : new Variable(type.or(other.type), false);
        }

        /** Its types in solutions of both kinds: if both have a value, it is the same. */
        Variable and(Variable other) {
            if (always && other.always) {
                return type == TermType.ANY ? other : this;
            }
            return always ? this : other.extendedBy(this);
        }
    }

    private VariableTypes() {}

    static Map<String, Variable> of(TupleExpr algebra) {
        if (algebra instanceof Extension extension) {
            return extended(extension);
        }
        if (algebra instanceof Projection projection) {
            return projected(projection);
        }
        if (algebra instanceof Group group) {
            return grouped(group);
        }
        if (algebra instanceof Join join) {
            return joined(of(join.getLeftArg()), of(join.getRightArg()));
        }
        if (algebra instanceof LeftJoin join) {
            return optional(of(join.getLeftArg()), of(join.getRightArg()));
        }
        if (algebra instanceof Union union) {
            return either(of(union.getLeftArg()), of(union.getRightArg()));
        }
        if (algebra instanceof Difference difference) {
            return of(difference.getLeftArg());
        }
        if (algebra instanceof BindingSetAssignment values) {
            return values(values);
        }
        if (algebra instanceof Service graph) {
            Var name = graph.getServiceRef();
            Set<String> named = name.hasValue() ? Set.of() : Set.of(name.getName());
            return anyBut(of(graph.getServiceExpr()), named, true);
        }
        return algebra instanceof UnaryTupleOperator unary
                ? of(unary.getArg())
                : anyBut(Map.of(), algebra.getBindingNames(), algebra instanceof StatementPattern);
    }

    /** An expression may be an error and leave its variable unbound. */
    private static Map<String, Variable> extended(Extension extension) {
        Map<String, Variable> variables = new LinkedHashMap<>(of(extension.getArg()));
        for (ExtensionElem element : extension.getElements()) {
            boolean repeatsAggregate =
                    element.getExpr() instanceof AggregateOperator
                            && variables.containsKey(element.getName());
            if (!repeatsAggregate) {
                TermType type = new ExpressionTypes(variables).of(element.getExpr());
                variables.put(element.getName(), new Variable(type, false));
            }
        }
        return variables;
    }

    private static Map<String, Variable> projected(Projection projection) {
        Map<String, Variable> argument = of(projection.getArg());
        Map<String, Variable> variables = new LinkedHashMap<>();
        for (ProjectionElem element : projection.getProjectionElemList().getElements()) {
            Variable variable = argument.getOrDefault(element.getName(), Variable.NEVER);
            variables.put(element.getProjectionAlias().orElse(element.getName()), variable);
        }
        return variables;
    }

    private static Map<String, Variable> grouped(Group group) {
        Map<String, Variable> argument = of(group.getArg());
        Map<String, Variable> variables = new LinkedHashMap<>();
        for (String name : group.getGroupBindingNames()) {
            variables.put(name, argument.getOrDefault(name, Variable.NEVER));
        }
        for (GroupElem element : group.getGroupElements()) {
            TermType type = new ExpressionTypes(argument).of(element.getOperator());
            variables.put(element.getName(), new Variable(type, false));
        }
        return variables;
    }

    private static Map<String, Variable> joined(
            Map<String, Variable> left, Map<String, Variable> right) {
        Map<String, Variable> variables = new LinkedHashMap<>(left);
        right.forEach((name, variable) -> variables.merge(name, variable, Variable::and));
        return variables;
    }

    private static Map<String, Variable> optional(
            Map<String, Variable> left, Map<String, Variable> right) {
        Map<String, Variable> variables = new LinkedHashMap<>(left);
        right.forEach(
                (name, variable) ->
                        variables.put(
                                name,
                                left.getOrDefault(name, Variable.NEVER).extendedBy(variable)));
        return variables;
    }

    private static Map<String, Variable> either(Map<String, Variable> a, Map<String, Variable> b) {
        Map<String, Variable> variables = new LinkedHashMap<>();
        a.forEach((name, v) -> variables.put(name, v.or(b.getOrDefault(name, Variable.NEVER))));
        b.forEach((name, v) -> variables.putIfAbsent(name, v.or(Variable.NEVER)));
        return variables;
    }

    private static Map<String, Variable> values(BindingSetAssignment values) {
        Map<String, Variable> variables = new LinkedHashMap<>();
        for (String name : values.getBindingNames()) {
            TermType type = TermType.NONE;
            boolean always = true;
            for (BindingSet row : values.getBindingSets()) {
                Value value = row.getValue(name);
                always &= value != null;
                type = value == null ? type : type.or(TermType.of(value));
            }
            variables.put(name, new Variable(type, always));
        }
        return variables;
    }

    private static Map<String, Variable> anyBut(
            Map<String, Variable> known, Set<String> names, boolean always) {
        Map<String, Variable> variables = new LinkedHashMap<>(known);
        names.forEach(name -> variables.putIfAbsent(name, new Variable(TermType.ANY, always)));
        return variables;
    }
}
