package org.wukongs.csparql;

import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.query.algebra.Group;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.UnaryTupleOperator;

/**
 * One query text for many bindings of a query's parameters. Each row of its VALUES block has the
 * number of its execution, which the text selects and, if the query groups, groups by.
 *
 * <p>Each execution gets the rows that it would have alone: VALUES is first in its group, and
 * joins, OPTIONAL, MINUS, filters and BIND distribute over a union on their left (SPARQL 1.1,
 * 18.5). DISTINCT and groups do not mix executions, as the number is part of the row and of the
 * key; ORDER BY keeps the order within each. LIMIT and OFFSET would count over all executions, and
 * the single group of aggregates without GROUP BY would be missing for an execution without
 * solutions: such queries have no batched text.
 */
final class BatchedText {

    private static final String ORDINAL = "execution";

    private final String before;
    private final String after;
    private final String ordinal;

    private BatchedText(String before, String after, String ordinal) {
        this.before = before;
        this.after = after;
        this.ordinal = ordinal;
    }

    /**
     * Null if the query has no batched text.
     *
     * @param open the brace that opens the WHERE group
     * @param edits that the text needs in any case
     * @param variables all variables of the query
     */
    static BatchedText of(
            CsparqlQuery query,
            List<Token> tokens,
            Token open,
            TextEdits edits,
            Set<String> variables) {
        int close = Nesting.closing(tokens, open.index());
        List<Token> modifiers = tokens.subList(close + 1, tokens.size());
        Token group = outermost(modifiers, "GROUP");
        boolean sliced =
                outermost(modifiers, "LIMIT") != null || outermost(modifiers, "OFFSET") != null;
        if (sliced || (group == null && aggregates(query))) {
            return null;
        }
        String ordinal = ORDINAL;
        while (variables.contains(ordinal)) {
            ordinal += "_";
        }
        TextEdits batched = edits.copy();
        select(query, tokens, "?" + ordinal, batched);
        if (group != null) {
            batched.insert(tokens.get(group.index() + 1).end(), " ?" + ordinal + " ");
        }
        return new BatchedText(batched.before(open.end()), batched.after(open.end()), ordinal);
    }

    /** Adds the number to the selected variables; SELECT * has it already. */
    private static void select(
            CsparqlQuery query, List<Token> tokens, String ordinal, TextEdits edits) {
        if (query.form() == ResultForm.ASK) {
            edits.replace(outermost(tokens, "ASK"), "SELECT DISTINCT " + ordinal);
            return;
        }
        Token last = outermost(tokens, "SELECT");
        Token next = tokens.get(last.index() + 1);
        if (next.isWord("DISTINCT") || next.isWord("REDUCED")) {
            last = next;
            next = tokens.get(last.index() + 1);
        }
        if (!next.is("*")) {
            edits.insert(last.end(), " " + ordinal + " ");
        }
    }

    /** The first {@code word} outside of all brackets, null if there is none. */
    private static Token outermost(List<Token> tokens, String word) {
        int depth = 0;
        for (Token token : tokens) {
            if (depth == 0 && token.isWord(word)) {
                return token;
            }
            depth += Nesting.change(token);
        }
        return null;
    }

    /** Also true of a query whose WHERE group is a sub-select that aggregates. */
    private static boolean aggregates(CsparqlQuery query) {
        TupleExpr expression = query.algebra().getTupleExpr();
        while (expression instanceof UnaryTupleOperator operator) {
            if (operator instanceof Group) {
                return true;
            }
            expression = operator.getArg();
        }
        return false;
    }

    /** The variable that holds the number of a row's execution. */
    String ordinal() {
        return ordinal;
    }

    /** The number of an execution from its term in a row. */
    static int ordinal(String term) {
        return Integer.parseInt(term, 1, term.indexOf('"', 1), 10);
    }

    String with(List<String> names, List<List<List<String>>> executions) {
        StringBuilder text = new StringBuilder(before);
        ParameterizedQuery.startValues(text, "?" + ordinal + " ", names);
        for (int i = 0; i < executions.size(); i++) {
            for (List<String> terms : executions.get(i)) {
                ParameterizedQuery.putTerms(i + " ", terms, text);
            }
        }
        return text.append(" } ").append(after).toString();
    }
}
