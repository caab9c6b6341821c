package org.wukongs.csparql;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.wukongs.error.WukongsException;

/**
 * A one-shot SELECT or ASK with parameters: variables that get their terms with each execution, in
 * a VALUES block at the start of the WHERE group, the way SPARQL passes bindings on (SPARQL 1.1
 * Federated Query, 2.4). A sub-select sees a parameter only if it projects it, as with any
 * variable.
 *
 * <p>The text is parsed once; terms are always written as terms, never as query text. Most queries
 * can be executed for many bindings with one text, see {@link BatchedText}.
 */
public final class ParameterizedQuery {

    private final String before;
    private final String after;
    private final List<String> names;
    private final List<String> vars;
    private final BatchedText batched; // null if each execution needs a text of its own

    private ParameterizedQuery(
            String before,
            String after,
            List<String> names,
            List<String> vars,
            BatchedText batched) {
        this.before = before;
        this.after = after;
        this.names = List.copyOf(names);
        this.vars = vars;
        this.batched = batched;
    }

    /**
     * Parses a query. Throws a {@link CsparqlSyntaxException} for a text that does not parse, and a
     * USER error for a name that is not a variable in it.
     *
     * @param names of the parameters, variables without question mark; each once
     */
    public static ParameterizedQuery of(String text, List<String> names) {
        CsparqlQuery query = CsparqlParser.parse(text);
        if (query.continuous()) {
            throw WukongsException.user(
                    "a continuous query has no parameters: name=" + query.name());
        }
        if (names.isEmpty()) {
            return new ParameterizedQuery(text, "", names, query.vars(), null);
        }
        SourceText source = SourceText.of(text);
        List<Token> tokens = new CsparqlLexer(source).tokens();
        Set<String> variables = variables(tokens);
        checkNames(variables, names);
        Token open = tokens.get(whereGroup(tokens, query));
        TextEdits edits = new TextEdits(source.decoded());
        if (tokens.get(open.index() + 1).isWord("SELECT")) {
            Token close = tokens.get(Nesting.closing(tokens, open.index()));
            edits.insert(open.end(), "{");
            edits.insert(close.start(), "}");
        }
        return new ParameterizedQuery(
                edits.before(open.end()),
                edits.after(open.end()),
                names,
                query.vars(),
                BatchedText.of(query, tokens, open, edits, variables));
    }

    /** The projected variables in order, none for ASK. */
    public List<String> vars() {
        return vars;
    }

    /** Whether {@link #withAll} takes several executions. */
    public boolean isBatchable() {
        return batched != null;
    }

    /**
     * The text with these terms.
     *
     * @param terms N-Triples strings, parallel to the names; no blank nodes, which cannot be named
     */
    public String with(List<String> terms) {
        return withAny(List.of(terms));
    }

    /**
     * The text of several executions; of one only, if the query is not batchable. Its result may
     * have other columns than {@link #vars}; {@link #split} takes it apart.
     *
     * @param executions for each, the alternatives of its parameters; an alternative is parallel to
     *     the names
     */
    public String withAll(List<List<List<String>>> executions) {
        return batched == null ? withAny(executions.get(0)) : batched.with(names, executions);
    }

    private String withAny(List<List<String>> alternatives) {
        if (names.isEmpty()) {
            return before;
        }
        StringBuilder text = new StringBuilder(before);
        startValues(text, "", names);
        alternatives.forEach(terms -> putTerms("", terms, text));
        return text.append(" } ").append(after).toString();
    }

    /**
     * The rows of each execution, their terms in the order of {@link #vars}.
     *
     * @param columns variables of the result of {@link #withAll}
     * @param count of the executions
     */
    public List<List<String[]>> split(List<String> columns, List<String[]> rows, int count) {
        int[] positions = vars.stream().mapToInt(columns::indexOf).toArray();
        List<List<String[]>> found = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            found.add(new ArrayList<>());
        }
        int ordinal = batched == null ? -1 : columns.indexOf(batched.ordinal());
        for (String[] row : rows) {
            int execution = ordinal < 0 ? 0 : BatchedText.ordinal(row[ordinal]);
            found.get(execution).add(terms(row, positions));
        }
        return found;
    }

    private static String[] terms(String[] row, int[] positions) {
        String[] terms = new String[positions.length];
        for (int i = 0; i < terms.length; i++) {
            terms[i] = row[positions[i]];
        }
        return terms;
    }

    static void startValues(StringBuilder text, String first, List<String> names) {
        text.append(" VALUES (").append(first);
        names.forEach(name -> text.append('?').append(name).append(' '));
        text.append(") {");
    }

    static void putTerms(String first, List<String> terms, StringBuilder text) {
        text.append(" (").append(first);
        for (String term : terms) {
            if (term.startsWith("_:")) {
                throw WukongsException.user("a blank node cannot be a parameter: term=" + term);
            }
            text.append(NTriples.canonical(term)).append(' ');
        }
        text.append(')');
    }

    private static Set<String> variables(List<Token> tokens) {
        return tokens.stream()
                .filter(token -> token.kind() == Token.Kind.VARIABLE)
                .map(token -> token.text().substring(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void checkNames(Set<String> variables, List<String> names) {
        for (String name : names) {
            if (!variables.contains(name)) {
                throw WukongsException.user(
                        "the query has no such variable: name=" + name + " variables=" + variables);
            }
        }
        if (Set.copyOf(names).size() < names.size()) {
            throw WukongsException.user("a parameter is named twice: names=" + names);
        }
    }

    /** The first brace outside of the brackets of the SELECT clause. */
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
