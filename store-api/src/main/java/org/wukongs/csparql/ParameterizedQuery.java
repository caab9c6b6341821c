package org.wukongs.csparql;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.wukongs.error.WukongsException;

/**
 * A one-shot SELECT or ASK some of whose variables get their terms with each execution: as a VALUES
 * block in front of the WHERE group, which is how SPARQL passes bindings on (SPARQL 1.1 Federated
 * Query, 2.4). A sub-select sees a parameter only if it projects it, like any other variable.
 *
 * <p>The text is parsed once, and terms are only ever written as terms, never as text of the query.
 */
public final class ParameterizedQuery {

    private final String before;
    private final String after;
    private final List<String> names;

    private ParameterizedQuery(String before, String after, List<String> names) {
        this.before = before;
        this.after = after;
        this.names = names;
    }

    /**
     * Throws a {@link CsparqlSyntaxException} for a text that does not parse, and a USER error for
     * a name that is no variable of it.
     *
     * @param names of variables, without question mark; each once
     */
    public static ParameterizedQuery of(String text, List<String> names) {
        CsparqlQuery query = CsparqlParser.parse(text);
        if (query.continuous()) {
            throw WukongsException.user(
                    "a continuous query has no parameters: name=" + query.name());
        }
        if (names.isEmpty()) {
            return new ParameterizedQuery(text, "", names);
        }
        SourceText source = SourceText.of(text);
        List<Token> tokens = new CsparqlLexer(source).tokens();
        checkNames(tokens, names);
        Token open = tokens.get(whereGroup(tokens, query));
        String decoded = source.decoded();
        boolean subSelect = tokens.get(open.index() + 1).isWord("SELECT");
        String rest = decoded.substring(open.end());
        if (subSelect) {
            Token close = tokens.get(Nesting.closing(tokens, open.index()));
            rest =
                    "{"
                            + decoded.substring(open.end(), close.end())
                            + "}"
                            + decoded.substring(close.end());
        }
        return new ParameterizedQuery(decoded.substring(0, open.end()), rest, List.copyOf(names));
    }

    /**
     * The text with these terms.
     *
     * @param terms N-Triples strings, parallel to the names; no blank nodes, which cannot be named
     */
    public String with(List<String> terms) {
        if (names.isEmpty()) {
            return before;
        }
        StringBuilder text = new StringBuilder(before).append(" VALUES (");
        names.forEach(name -> text.append('?').append(name).append(' '));
        text.append(") { (");
        for (String term : terms) {
            if (term.startsWith("_:")) {
                throw WukongsException.user("a blank node cannot be a parameter: term=" + term);
            }
            text.append(term).append(' ');
        }
        return text.append(") } ").append(after).toString();
    }

    private static void checkNames(List<Token> tokens, List<String> names) {
        Set<String> variables =
                tokens.stream()
                        .filter(token -> token.kind() == Token.Kind.VARIABLE)
                        .map(token -> token.text().substring(1))
                        .collect(Collectors.toCollection(TreeSet::new));
        for (String name : names) {
            if (!variables.contains(name)) {
                throw WukongsException.user(
                        "the query has no such variable: name=" + name + " variables=" + variables);
            }
        }
        if (Set.copyOf(names).size() < names.size()) {
            throw WukongsException.user("a parameter is there twice: names=" + names);
        }
    }

    /** The first brace that is in no bracket of the SELECT clause. */
    private static int whereGroup(List<Token> tokens, CsparqlQuery query) {
        if (query.form() == ResultForm.GRAPH) {
            throw WukongsException.user(
                    "only SELECT and ASK have parameters: form=" + query.form());
        }
        int depth = 0;
        for (Token token : tokens) {
            if (depth == 0 && token.is("{")) {
                return token.index();
            }
            depth += Nesting.change(token);
        }
        throw new IllegalStateException("a query without WHERE was parsed: " + query.text());
    }
}
