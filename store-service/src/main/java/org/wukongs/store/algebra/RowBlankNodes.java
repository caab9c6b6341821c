package org.wukongs.store.algebra;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.query.algebra.BNodeGenerator;
import org.eclipse.rdf4j.query.algebra.ExtensionElem;
import org.eclipse.rdf4j.query.algebra.FunctionCall;
import org.eclipse.rdf4j.query.algebra.Var;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.eclipse.rdf4j.query.algebra.evaluation.function.Function;
import org.eclipse.rdf4j.query.algebra.evaluation.util.QueryEvaluationUtility;
import org.eclipse.rdf4j.query.algebra.helpers.AbstractQueryModelVisitor;

/**
 * Makes {@code BNODE(?a)} and {@code BNODE(?b)} of one solution the same node if the strings are
 * equal (SPARQL 1.1, 17.4.2.9). RDF4J derives the node's name from the solution's bindings so far,
 * which the first call has already changed. Here each solution first gets a node of its own, from
 * which the names of the others are derived.
 */
public final class RowBlankNodes {

    public static final String FUNCTION = "urn:wukongs:row-blank-node";

    /** No variable of a query text can have this name. */
    static final String ROW = "-row";

    private RowBlankNodes() {}

    /**
     * Replaces each {@code BNODE(text)} of an expression by a function of the row's own node, the
     * variable {@link #ROW}; returns false if there is none.
     */
    static boolean rewrite(ExtensionElem element) {
        List<BNodeGenerator> labelled = new ArrayList<>();
        element.visit(
                new AbstractQueryModelVisitor<RuntimeException>() {
                    @Override
                    public void meet(BNodeGenerator generator) {
                        if (generator.getNodeIdExpr() != null) {
                            labelled.add(generator);
                        }
                    }
                });
        for (BNodeGenerator generator : labelled) {
            generator.replaceWith(
                    new FunctionCall(FUNCTION, new Var(ROW), generator.getNodeIdExpr().clone()));
        }
        return !labelled.isEmpty();
    }

    /**
     * Function from the solution's own node and a string to the node of that string in that
     * solution.
     */
    public static final class BlankNode implements Function {

        @Override
        public String getURI() {
            return FUNCTION;
        }

        @Override
        @Deprecated
        public Value evaluate(ValueFactory values, Value... args) {
            if (args[0] instanceof BNode row
                    && args[1] instanceof Literal label
                    && QueryEvaluationUtility.isSimpleLiteral(label)) {
                byte[] bytes = label.getLabel().getBytes(StandardCharsets.UTF_8);
                return values.createBNode(row.getID() + "x" + HexFormat.of().formatHex(bytes));
            }
            throw new ValueExprEvaluationException(
                    "the argument of BNODE() is not a string: " + " " + args[1]);
        }
    }
}
