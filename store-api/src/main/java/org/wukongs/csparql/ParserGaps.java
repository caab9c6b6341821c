package org.wukongs.csparql;

import java.util.List;
import org.wukongs.csparql.Token.Kind;

/**
 * Rewrites syntax of SPARQL 1.1 that RDF4J's parser does not know into syntax that it knows:
 * several conditions after one HAVING, repeated {@code ;}, {@code COALESCE()} (always an error) and
 * {@code CONCAT()} (the empty string).
 */
final class ParserGaps {

    private final List<Token> tokens;
    private final Edits edits;

    ParserGaps(List<Token> tokens, Edits edits) {
        this.tokens = tokens;
        this.edits = edits;
    }

    void bridge() {
        for (Token token : tokens) {
            if (token.is(";") && tokenAt(token.index() + 1).is(";")) {
                edits.blank(token);
            }
            switch (token.keyword()) {
                case "HAVING" -> joinConditions(token.index() + 1);
                case "COALESCE" -> replaceEmptyCall(token, "(1/0)");
                case "CONCAT" -> replaceEmptyCall(token, "\"\"");
                default -> {}
            }
        }
    }

    private void replaceEmptyCall(Token function, String replacement) {
        int at = function.index();
        if (tokenAt(at + 1).is("(") && tokenAt(at + 2).is(")")) {
            edits.replace(function, replacement);
            edits.blank(tokens.subList(at + 1, at + 3));
        }
    }

    private void joinConditions(int first) {
        int end = conditionEnd(first);
        boolean several = false;
        while (end > 0 && conditionEnd(end) > 0) {
            edits.insertBefore(tokens.get(end), "&& ");
            several = true;
            end = conditionEnd(end);
        }
        if (several) {
            edits.insertBefore(tokens.get(first), "(");
            edits.insertBefore(tokens.get(end), ") ");
        }
    }

    /**
     * Index after the condition that starts at {@code at}, an expression in brackets or a call; 0
     * if there is none.
     */
    int conditionEnd(int at) {
        int open = at;
        if (tokenAt(open).isWord("NOT")) {
            open++;
        }
        boolean exists = tokenAt(open).isWord("EXISTS");
        boolean call =
                switch (tokenAt(open).kind()) {
                    case WORD -> !tokenAt(open).isWord("VALUES");
                    case IRI, PREFIXED_NAME -> true;
                    default -> false;
                };
        open += call ? 1 : 0;
        if (!tokenAt(open).is(exists ? "{" : "(")) {
            return 0;
        }
        int depth = 0;
        for (int i = open; tokenAt(i).kind() != Kind.END; i++) {
            depth += Nesting.change(tokenAt(i));
            if (depth == 0) {
                return i + 1;
            }
        }
        return 0;
    }

    private Token tokenAt(int index) {
        return tokens.get(Math.min(index, tokens.size() - 1));
    }
}
