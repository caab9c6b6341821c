package org.wukongs.store.algebra;

import org.eclipse.rdf4j.query.algebra.ArbitraryLengthPath;
import org.eclipse.rdf4j.query.algebra.Distinct;
import org.eclipse.rdf4j.query.algebra.Projection;
import org.eclipse.rdf4j.query.algebra.StatementPattern;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.Union;
import org.eclipse.rdf4j.query.algebra.Var;
import org.eclipse.rdf4j.query.algebra.ZeroLengthPath;
import org.eclipse.rdf4j.query.algebra.helpers.AbstractQueryModelVisitor;

/** Compiles property paths of any length from RDF4J's algebra. */
final class PathCompiler {

    /** No variable of a query has such a name. */
    private static final String FROM = "-from";

    private static final String TO = "-to";

    private PathCompiler() {}

    /** Returns the operator of a path, null if {@code algebra} is not such a path. */
    static Operator compile(TupleExpr algebra, OperatorCompiler around) {
        if (algebra instanceof ArbitraryLengthPath path) {
            return search(
                    around,
                    path.getSubjectVar(),
                    path.getObjectVar(),
                    path.getPathExpression(),
                    (int) path.getMinLength(),
                    true);
        }
        if (algebra instanceof ZeroLengthPath path) {
            return search(around, path.getSubjectVar(), path.getObjectVar(), null, 0, false);
        }
        ZeroLengthPath empty = emptyOrOnce(algebra);
        if (empty == null) {
            return null;
        }
        Union union = (Union) ((Projection) ((Distinct) algebra).getArg()).getArg();
        return search(
                around, empty.getSubjectVar(), empty.getObjectVar(), union.getRightArg(), 0, false);
    }

    /** Returns the empty path in RDF4J's form of {@code p?}; null for any other algebra. */
    private static ZeroLengthPath emptyOrOnce(TupleExpr algebra) {
        return algebra instanceof Distinct distinct
                        && distinct.getArg() instanceof Projection projection
                        && projection.getArg() instanceof Union union
                        && union.getLeftArg() instanceof ZeroLengthPath path
                ? path
                : null;
    }

    private static Operator search(
            OperatorCompiler around,
            Var subject,
            Var object,
            TupleExpr step,
            int least,
            boolean repeats) {
        OperatorCompiler inside = around.step(FROM, TO);
        int from = inside.variables().column(FROM);
        int to = inside.variables().column(TO);
        Operator operator = null;
        if (step != null) {
            TupleExpr renamed =
                    new Projection(step.clone()); // a parent for the node that is replaced
            renamed.visit(new Ends(subject, object));
            operator = inside.compile(((Projection) renamed).getArg());
        }
        return new PathSearch(
                operator,
                from,
                to,
                around.pathEnd(subject),
                around.pathEnd(object),
                least,
                repeats,
                around.graphSlot());
    }

    /** Gives the ends of a step unique names, whatever they are in the query. */
    private static final class Ends extends AbstractQueryModelVisitor<RuntimeException> {

        private final Var subject;
        private final Var object;

        private Ends(Var subject, Var object) {
            this.subject = subject;
            this.object = object;
        }

        @Override
        public void meet(StatementPattern pattern) {
            rename(pattern.getSubjectVar());
            rename(pattern.getObjectVar());
        }

        @Override
        public void meet(ArbitraryLengthPath path) {
            rename(path.getSubjectVar());
            path.getPathExpression().visit(this);
            rename(path.getObjectVar());
        }

        @Override
        public void meet(ZeroLengthPath path) {
            rename(path.getSubjectVar());
            rename(path.getObjectVar());
        }

        private void rename(Var var) {
            if (var.getName().equals(subject.getName())) {
                var.replaceWith(new Var(FROM));
            } else if (var.getName().equals(object.getName())) {
                var.replaceWith(new Var(TO));
            }
        }
    }
}
