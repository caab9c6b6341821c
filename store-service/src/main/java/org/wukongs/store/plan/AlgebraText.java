package org.wukongs.store.plan;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.query.algebra.QueryModelNode;
import org.eclipse.rdf4j.query.algebra.StatementPattern;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.Var;
import org.eclipse.rdf4j.query.algebra.helpers.AbstractQueryModelVisitor;

/**
 * Writes algebra as a text that two queries have in common if they differ only in constants of
 * triple patterns. Its length is linear in that of the algebra, unlike that of RDF4J's text.
 */
final class AlgebraText extends AbstractQueryModelVisitor<RuntimeException> {

    /** RDF4J's names of blank nodes, which are new each time. */
    private static final Pattern ANONYMOUS = Pattern.compile("_anon_\\w+");

    private final StringBuilder text = new StringBuilder();

    private AlgebraText() {}

    static String of(TupleExpr algebra) {
        AlgebraText written = new AlgebraText();
        algebra.visit(written);
        Map<String, Integer> numbers = new HashMap<>();
        Matcher anonymous = ANONYMOUS.matcher(written.text);
        return anonymous.replaceAll(
                name -> "_:" + numbers.computeIfAbsent(name.group(), n -> numbers.size()));
    }

    @Override
    protected void meetNode(QueryModelNode node) {
        text.append(node.getSignature()).append('(');
        super.meetNode(node);
        text.append(')');
    }

    @Override
    public void meet(StatementPattern pattern) {
        text.append(pattern.getSignature()).append('(');
        place(pattern.getSubjectVar());
        place(pattern.getPredicateVar());
        place(pattern.getObjectVar());
        if (pattern.getContextVar() != null) {
            pattern.getContextVar().visit(this);
        }
        text.append(')');
    }

    private void place(Var var) {
        if (var.hasValue()) {
            text.append("constant()");
        } else {
            var.visit(this);
        }
    }
}
