package org.wukongs.csparql;

import java.util.List;
import org.wukongs.csparql.Token.Kind;

/**
 * Rewrites, in one pass, the tokens that the SPARQL parser will see: names after GRAPH and WINDOW
 * become IRIs, bare timestamp calls become calls of the function's IRI, and constructs that this
 * dialect leaves out are rejected.
 */
final class BodyRewriter {

    private final SourceText source;
    private final List<Token> tokens;
    private final Prologue prologue;
    private final Edits edits;
    private final GraphNames graphs;
    private final Nesting nesting;
    private boolean constructWhere; // CONSTRUCT WHERE, without a template

    BodyRewriter(
            SourceText source,
            List<Token> tokens,
            Prologue prologue,
            Edits edits,
            GraphNames graphs) {
        this.source = source;
        this.tokens = tokens;
        this.prologue = prologue;
        this.edits = edits;
        this.graphs = graphs;
        this.nesting = new Nesting(source);
    }

    /** {@code form} is the first token after the prologue. */
    void run(Token form) {
        int at = form.index() + 1;
        while (at < tokens.size() && edits.isBlanked(tokens.get(at))) {
            at++;
        }
        constructWhere = form.isWord("CONSTRUCT") && tokens.get(at).isWord("WHERE");
        while (at < tokens.size()) {
            Token token = tokens.get(at);
            if (!edits.isBlanked(token)) {
                nesting.see(token);
                at += rewrite(token);
            } else {
                at++;
            }
        }
    }

    /** Returns how many tokens it has consumed. */
    private int rewrite(Token token) {
        switch (token.kind()) {
            case IRI -> prologue.absolute(token);
            case PREFIXED_NAME -> checkPrefix(token);
            case WORD -> {
                return rewriteWord(token);
            }
            default -> {}
        }
        return 1;
    }

    private int rewriteWord(Token word) {
        switch (word.keyword()) {
            case "GRAPH", "WINDOW" -> {
                return rewriteGraph(word);
            }
            case "FROM" ->
                    throw source.unexpected(
                            word, "it before the WHERE clause, in the outermost query");
            case "SERVICE" ->
                    throw source.unexpected(
                            word, "a pattern over this store (SERVICE is not supported)");
            case "BINDINGS" -> throw source.unexpected(word, "VALUES");
            case "REGISTER" ->
                    throw source.unexpected(word, "one REGISTER, at the start of the text");
            case "TIMESTAMP" -> rewriteTimestamp(word);
            case "VALUES" -> rewriteValues(word);
            case "LIMIT", "OFFSET" -> checkCount(next(word));
            default -> {}
        }
        return 1;
    }

    private int rewriteGraph(Token keyword) {
        if (constructWhere) {
            throw source.unexpected(keyword, "triple patterns only in CONSTRUCT WHERE");
        }
        boolean window = keyword.isWord("WINDOW");
        Token target = next(keyword);
        NameRef name = NameRef.of(target, prologue);
        if (name == null) {
            if (target.kind() == Kind.VARIABLE) {
                GraphScope.keepWhole(keyword, tokens, edits);
            }
            return 1;
        }
        String iri = window ? graphs.resolveWindow(keyword, name) : graphs.resolveGraph(name);
        if (!Prologue.isAbsolute(iri)) {
            prologue.absolute(target);
        }
        GraphScope.keepWhole(keyword, tokens, edits);
        edits.replace(target, "<" + iri + ">");
        return 2;
    }

    private void rewriteTimestamp(Token word) {
        if (!next(word).is("(")) {
            return;
        }
        int arguments = argumentCount(next(word));
        if (arguments != 1 && arguments != 3) {
            throw source.error(
                    word,
                    word.shown()
                            + " with "
                            + arguments
                            + " arguments, expected one variable or subject, predicate, object");
        }
        edits.replace(word, "<" + TimestampFunction.IRI + ">");
    }

    /**
     * Puts braces around VALUES in a group, which keep its meaning. They tell it from VALUES after
     * a query, which the SPARQL parser also joins with the group if the query is grouped without
     * GROUP BY.
     */
    private void rewriteValues(Token word) {
        Token vars = next(word);
        int close =
                Nesting.closing(
                        tokens, Math.min(Nesting.closing(tokens, vars.index()) + 1, lastIndex()));
        if (isInGroup(word) && tokens.get(close).is("}")) {
            edits.replace(word, "{ VALUES");
            edits.replace(tokens.get(close), "} }");
        }
    }

    /** False for VALUES after a query or a sub-select. */
    private boolean isInGroup(Token word) {
        int depth = 0;
        for (int at = word.index() - 1; at > 0; at--) {
            depth -= Nesting.change(tokens.get(at));
            if (depth < 0) {
                return !tokens.get(at + 1).isWord("SELECT");
            }
        }
        return false;
    }

    private int lastIndex() {
        return tokens.size() - 1;
    }

    private int argumentCount(Token open) {
        int depth = 0;
        int commas = 0;
        for (Token token : tokens.subList(open.index(), tokens.size())) {
            depth += Nesting.change(token);
            if (depth == 0) {
                return token.index() == open.index() + 1 ? 0 : commas + 1;
            }
            commas += depth == 1 && token.is(",") ? 1 : 0;
        }
        throw source.unexpected(tokens.get(tokens.size() - 1), "')'");
    }

    private void checkCount(Token number) {
        boolean digits =
                number.kind() == Kind.NUMBER
                        && number.text().chars().allMatch(NameCharacters::isDigit);
        if (!digits) {
            throw source.unexpected(number, "a non-negative integer");
        }
        if (number.text().length() > 18) {
            throw source.error(
                    number,
                    "number too large at " + number.shown() + ", expected at most 18 digits");
        }
    }

    private void checkPrefix(Token name) {
        Token before = tokens.get(name.index() - 1);
        if (before.is("<") && before.end() == name.start() && !prologue.declares(name)) {
            throw source.error(
                    before,
                    "'<' starts no IRI here, expected '>' and only characters that IRIs may have");
        }
        prologue.expand(name);
    }

    private Token next(Token token) {
        return tokens.get(Math.min(token.index() + 1, tokens.size() - 1));
    }
}
