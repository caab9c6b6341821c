package org.wukongs.csparql;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.query.parser.sparql.aggregate.CustomAggregateFunctionRegistry;

/**
 * Rejects aggregates that SPARQL forbids but the SPARQL parser accepts: within another aggregate,
 * and outside of SELECT, HAVING and ORDER BY (SPARQL 1.1, 18.2.4.1 and note 12 of the grammar).
 */
final class AggregatePlaces {

    private static final Set<String> AGGREGATES =
            Set.of("COUNT", "SUM", "MIN", "MAX", "AVG", "SAMPLE", "GROUP_CONCAT");

    private final SourceText source;
    private final List<Token> tokens;
    private final Prologue prologue;

    /** One for each open bracket; the first is for the whole text. */
    private final Deque<Bracket> open = new ArrayDeque<>();

    /** State of an open bracket. */
    private static final class Bracket {

        private final Token aggregate; // the innermost around here, or null
        private boolean allowed; // whether the current clause may have aggregates

        Bracket(Token aggregate, boolean allowed) {
            this.aggregate = aggregate;
            this.allowed = allowed;
        }
    }

    AggregatePlaces(SourceText source, List<Token> tokens, Prologue prologue) {
        this.source = source;
        this.tokens = tokens;
        this.prologue = prologue;
    }

    /** {@code form} is the first token after the prologue. */
    void check(Token form) {
        open.push(new Bracket(null, false));
        for (Token token : tokens.subList(form.index(), tokens.size())) {
            switch (Nesting.change(token)) {
                case 1 -> open(token);
                case -1 -> close();
                default -> see(token);
            }
        }
    }

    private void open(Token bracket) {
        Bracket around = open.peek();
        if (bracket.is("{")) {
            open.push(new Bracket(null, false));
            return;
        }
        Token before = tokens.get(bracket.index() - 1);
        Token aggregate = bracket.is("(") && isAggregate(before) ? before : around.aggregate;
        open.push(new Bracket(aggregate, around.allowed));
    }

    private void close() {
        if (open.size() > 1) {
            open.pop();
        }
    }

    private void see(Token token) {
        Bracket here = open.peek();
        switch (token.keyword()) {
            case "SELECT", "HAVING", "ORDER" -> here.allowed = true;
            case "WHERE", "GROUP", "LIMIT", "OFFSET", "VALUES" -> here.allowed = false;
            default -> {}
        }
        Token next = tokens.get(Math.min(token.index() + 1, tokens.size() - 1));
        if (!next.is("(") || !isAggregate(token)) {
            return;
        }
        if (here.aggregate != null) {
            throw source.error(
                    token,
                    "aggregate "
                            + token.shown()
                            + " within the aggregate "
                            + here.aggregate.shown()
                            + ", expected an expression without aggregates");
        }
        if (!here.allowed) {
            throw source.error(
                    token,
                    "aggregate "
                            + token.shown()
                            + " outside of SELECT, HAVING and ORDER BY, expected an expression"
                            + " without aggregates");
        }
    }

    private boolean isAggregate(Token name) {
        return switch (name.kind()) {
            case WORD -> AGGREGATES.contains(name.keyword());
            case IRI -> isCustom(prologue.iri(name));
            case PREFIXED_NAME -> prologue.declares(name) && isCustom(prologue.expand(name));
            default -> false;
        };
    }

    private static boolean isCustom(String iri) {
        return CustomAggregateFunctionRegistry.getInstance().has(iri);
    }
}
