package org.wukongs.csparql;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.query.parser.sparql.ast.ParseException;
import org.eclipse.rdf4j.query.parser.sparql.ast.TokenMgrError;
import org.wukongs.csparql.Token.Kind;

/** Translates the SPARQL parser's failures to one line with the place in the text as written. */
final class SparqlErrors {

    private static final Pattern LEXICAL = Pattern.compile("line (\\d+), column (\\d+)");
    private static final Pattern AFTER_PREFIX =
            Pattern.compile("after prefix \".+\"", Pattern.DOTALL);
    private static final String END_AFTER_PREFIX = "Encountered: <EOF> after prefix";
    private static final Pattern QUOTED = Pattern.compile("'([^']+)'");
    private static final Pattern VARIABLE_NODE = Pattern.compile("Var \\(name=([^)\\s]+)");
    private static final int MESSAGE_CHARS_MAX = 200;

    private final SourceText source;
    private final List<Token> tokens;
    private final SparqlText sparql;
    private final Token form;

    SparqlErrors(SourceText source, List<Token> tokens, SparqlText sparql, Token form) {
        this.source = source;
        this.tokens = tokens;
        this.sparql = sparql;
        this.form = form;
    }

    CsparqlSyntaxException translate(RuntimeException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ParseException syntax
                    && syntax.currentToken != null
                    && syntax.currentToken.next != null) {
                return syntaxError(syntax);
            }
            if (cause instanceof TokenMgrError lexical) {
                return lexicalError(String.valueOf(lexical.getMessage()));
            }
        }
        return semanticError(String.valueOf(failure.getMessage()));
    }

    private CsparqlSyntaxException syntaxError(ParseException syntax) {
        var next = syntax.currentToken.next;
        boolean atEnd = next.kind == 0;
        Token offending =
                atEnd
                        ? tokens.get(tokens.size() - 1)
                        : tokenAt(sparql.sourceOffset(next.beginLine, next.beginColumn));
        return source.unexpected(offending, ExpectedTokens.describe(syntax));
    }

    private CsparqlSyntaxException lexicalError(String message) {
        Matcher place = LEXICAL.matcher(message);
        if (!place.find()) {
            return semanticError(message);
        }
        if (message.contains(END_AFTER_PREFIX)) {
            // The prefix includes what follows the last token, and the place is the text's end.
            return unexpectedWord(tokens.get(tokens.size() - 2));
        }
        // The column is that of the first unexpected character; with a prefix, the token began
        // before it.
        int back = AFTER_PREFIX.matcher(message).find() ? 1 : 0;
        int column = Integer.parseInt(place.group(2)) - back;
        return unexpectedWord(
                tokenAt(sparql.sourceOffset(Integer.parseInt(place.group(1)), column)));
    }

    private CsparqlSyntaxException unexpectedWord(Token offending) {
        return source.unexpected(
                offending,
                "a SPARQL keyword, variable, IRI or literal (bare words name streams and"
                        + " graphs only)");
    }

    /** The token at an offset, else the next one. */
    private Token tokenAt(int offset) {
        for (Token token : tokens) {
            if (token.end() > offset) {
                return token;
            }
        }
        return tokens.get(tokens.size() - 1);
    }

    /** These messages have no place; it is found by the variable or IRI that they name. */
    private CsparqlSyntaxException semanticError(String message) {
        Matcher node = VARIABLE_NODE.matcher(message);
        if (node.find()) {
            Token variable = firstOf(node.group(1), false);
            return source.error(
                    variable,
                    variable.shown()
                            + " is neither aggregated nor grouped, expected it in GROUP BY");
        }
        Matcher quoted = QUOTED.matcher(message);
        Token place = form;
        if (quoted.find()) {
            place = firstOf(quoted.group(1), message.contains("alias"));
        } else if (message.contains("BINDINGS")) {
            place = firstOf("VALUES", false);
        } else if (message.contains(": ")) {
            place = firstOf(message.substring(message.lastIndexOf(": ") + 2).trim(), false);
        }
        String line = message.replaceAll("\\s+", " ").trim().replaceAll("\\.$", "");
        line = line.replaceAll("^(?:[a-z0-9]+\\.)+[A-Za-z]+Exception: ", "");
        if (line.length() > MESSAGE_CHARS_MAX) {
            line = line.substring(0, MESSAGE_CHARS_MAX) + "…";
        }
        return source.error(
                place, line + " at " + place.shown() + ", expected a valid SPARQL 1.1 query");
    }

    private Token firstOf(String name, boolean alias) {
        Predicate<Token> named =
                token ->
                        switch (token.kind()) {
                            case VARIABLE -> token.text().substring(1).equals(name);
                            case BLANK_NODE -> token.text().equals("_:" + name);
                            case IRI -> token.text().equals("<" + name + ">");
                            case PREFIXED_NAME, STRING, NUMBER -> token.text().equals(name);
                            case WORD -> token.isWord(name);
                            default -> false;
                        };
        Predicate<Token> wanted =
                alias
                        ? named.and(
                                t ->
                                        t.kind() == Kind.VARIABLE
                                                && tokens.get(t.index() - 1).isWord("AS"))
                        : named;
        return tokens.stream()
                .filter(t -> t.index() > form.index())
                .filter(wanted)
                .findFirst()
                .orElse(form);
    }
}
