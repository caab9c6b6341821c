package org.wukongs.csparql;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.wukongs.csparql.QuadParser.Rule;
import org.wukongs.csparql.Token.Kind;
import org.wukongs.csparql.UpdateOperation.Clear;
import org.wukongs.csparql.UpdateOperation.Create;
import org.wukongs.csparql.UpdateOperation.Graphs;
import org.wukongs.csparql.UpdateOperation.Load;
import org.wukongs.csparql.UpdateOperation.Modify;
import org.wukongs.csparql.UpdateOperation.Transfer;
import org.wukongs.csparql.UpdateOperation.TransferKind;
import org.wukongs.csparql.UpdateOperation.UpdateDataset;

/**
 * Parses the text of a SPARQL 1.1 Update request into its operations, by recursive descent. The
 * pattern of each operation goes, as a {@code SELECT *}, to the {@link CsparqlParser}. Every
 * failure is a {@link CsparqlSyntaxException} with its place in the text as written.
 */
public final class UpdateParser {

    private static final String OPERATIONS =
            "INSERT, DELETE, WITH, LOAD, CLEAR, DROP, CREATE, ADD, MOVE or COPY";

    private final SourceText source;
    private final List<Token> tokens;
    private final TokenCursor cursor;
    private final Prologue prologue;
    // by prefix; a base is never replaced, because relative IRIs of later declarations need it
    private final Map<Object, List<Token>> declarations = new LinkedHashMap<>();
    private final Set<String> labelsOfData = new HashSet<>();
    private final Set<String> labelsOfPatterns = new HashSet<>();

    private UpdateParser(String text) {
        source = SourceText.of(text);
        tokens = new CsparqlLexer(source).tokens();
        cursor = new TokenCursor(source, tokens);
        prologue = new Prologue(source, new Edits(tokens.size()));
    }

    /** Parses a request; a text without operations is one that does nothing. */
    public static List<UpdateOperation> parse(String text) {
        if (text.length() > CsparqlParser.TEXT_CHARS_MAX) {
            throw new CsparqlSyntaxException(
                    "text too long: chars="
                            + text.length()
                            + ", expected at most "
                            + CsparqlParser.TEXT_CHARS_MAX,
                    1,
                    1);
        }
        return new UpdateParser(text).parse();
    }

    private List<UpdateOperation> parse() {
        NewerSyntax.check(source, tokens);
        ClauseCounts.check(source, tokens);
        List<UpdateOperation> operations = new ArrayList<>();
        prologue();
        while (!cursor.atEnd()) {
            operations.add(operation());
            if (cursor.atEnd()) {
                break;
            }
            if (!cursor.accept(";")) {
                throw cursor.unexpected("';' or the end of the request");
            }
            prologue();
        }
        return List.copyOf(operations);
    }

    private void prologue() {
        while (cursor.peek().isWord("PREFIX") || cursor.peek().isWord("BASE")) {
            Token first = cursor.peek();
            prologue.parseOne(cursor);
            List<Token> declaration = List.copyOf(cursor.since(first));
            Object key = first.isWord("BASE") ? first : declaration.get(1).text();
            declarations.remove(key);
            declarations.put(key, declaration);
        }
    }

    private UpdateOperation operation() {
        Token first = cursor.peek();
        switch (first.keyword()) {
            case "WITH", "INSERT", "DELETE" -> {
                return change(first);
            }
            case "LOAD" -> {
                cursor.next();
                return load();
            }
            case "CLEAR", "DROP" -> {
                cursor.next();
                return clear(first.isWord("DROP"));
            }
            case "CREATE" -> {
                cursor.next();
                boolean silent = cursor.acceptWord("SILENT");
                cursor.expectWord("GRAPH");
                return new Create(silent, graph());
            }
            case "ADD", "MOVE", "COPY" -> {
                cursor.next();
                return transfer(TransferKind.valueOf(first.keyword()));
            }
            case "SELECT", "CONSTRUCT", "ASK", "DESCRIBE", "REGISTER" ->
                    throw cursor.unexpected(OPERATIONS + " (this is a query, not an update)");
            default -> throw cursor.unexpected("PREFIX, BASE, " + OPERATIONS);
        }
    }

    // Graphs

    private String graph() {
        return GraphIri.read(cursor, prologue, "the name of a graph");
    }

    private Load load() {
        boolean silent = cursor.acceptWord("SILENT");
        Token token = cursor.peek();
        if (token.kind() != Kind.IRI && token.kind() != Kind.PREFIXED_NAME) {
            throw cursor.unexpected("the IRI of a document");
        }
        cursor.next();
        String document =
                token.kind() == Kind.IRI ? prologue.absolute(token) : prologue.expand(token);
        String into = null;
        if (cursor.acceptWord("INTO")) {
            cursor.expectWord("GRAPH");
            into = graph();
        }
        return new Load(silent, document, into);
    }

    private Clear clear(boolean drop) {
        boolean silent = cursor.acceptWord("SILENT");
        for (Graphs graphs : List.of(Graphs.DEFAULT, Graphs.NAMED, Graphs.ALL)) {
            if (cursor.acceptWord(graphs.name())) {
                return new Clear(drop, silent, graphs, null);
            }
        }
        if (!cursor.acceptWord("GRAPH")) {
            throw cursor.unexpected("GRAPH, DEFAULT, NAMED or ALL");
        }
        return new Clear(drop, silent, Graphs.ONE, graph());
    }

    private Transfer transfer(TransferKind kind) {
        boolean silent = cursor.acceptWord("SILENT");
        String from = graphOrDefault();
        cursor.expectWord("TO");
        return new Transfer(kind, silent, from, graphOrDefault());
    }

    private String graphOrDefault() {
        if (cursor.acceptWord("DEFAULT")) {
            return null;
        }
        cursor.acceptWord("GRAPH");
        return graph();
    }

    // Changes

    private Modify change(Token first) {
        if (first.isWord("WITH")) {
            cursor.next();
            String with = graph();
            if (!cursor.peek().isWord("INSERT") && !cursor.peek().isWord("DELETE")) {
                throw cursor.unexpected("INSERT or DELETE");
            }
            return modify(cursor.peek(), with);
        }
        Token second = cursor.peek(1);
        if (second.isWord("DATA")) {
            return data(first.isWord("DELETE"));
        }
        return first.isWord("DELETE") && second.isWord("WHERE")
                ? deleteWhere(first)
                : modify(first, null);
    }

    private Modify data(boolean delete) {
        cursor.next();
        cursor.next();
        Token open = cursor.peek();
        List<QuadTemplate> quads = quads(delete ? Rule.DELETED_DATA : Rule.DATA);
        if (!delete) {
            checkLabels(cursor.since(open), labelsOfData, "INSERT DATA");
        }
        return new Modify(
                delete ? quads : List.of(), delete ? List.of() : quads, null, UpdateDataset.NONE);
    }

    private Modify deleteWhere(Token first) {
        cursor.next();
        cursor.next();
        Token open = cursor.peek();
        List<QuadTemplate> quads = quads(Rule.DELETED_TEMPLATE);
        CsparqlQuery where = pattern(first, cursor.since(open));
        return new Modify(quads, List.of(), where, UpdateDataset.NONE);
    }

    private Modify modify(Token first, String with) {
        List<QuadTemplate> deleted = List.of();
        List<QuadTemplate> inserted = List.of();
        boolean deletes = cursor.acceptWord("DELETE");
        if (deletes) {
            deleted = quads(Rule.DELETED_TEMPLATE);
        }
        if (cursor.acceptWord("INSERT")) {
            inserted = quads(Rule.TEMPLATE);
        }
        List<String> using = new ArrayList<>();
        List<String> usingNamed = new ArrayList<>();
        while (cursor.acceptWord("USING")) {
            boolean named = cursor.acceptWord("NAMED");
            (named ? usingNamed : using).add(graph());
        }
        cursor.expectWord("WHERE");
        Token open = cursor.peek();
        cursor.expect("{");
        cursor.skipTo(Nesting.closing(tokens, open.index()));
        cursor.expect("}");
        List<Token> group = cursor.since(open);
        checkLabels(group, labelsOfPatterns, "WHERE");
        return new Modify(
                deleted,
                inserted,
                pattern(first, group),
                new UpdateDataset(with, List.copyOf(using), List.copyOf(usingNamed)));
    }

    private List<QuadTemplate> quads(Rule rule) {
        return new QuadParser(source, cursor, prologue, rule).parse();
    }

    /** Parses a group as a query of its own, whose tokens keep their places in the source. */
    private CsparqlQuery pattern(Token first, List<Token> group) {
        List<Token> query = new ArrayList<>();
        declarations.values().forEach(declaration -> addAll(query, declaration));
        int select = query.size();
        query.add(new Token(Kind.WORD, "SELECT", first.start(), select));
        query.add(new Token(Kind.PUNCTUATION, "*", first.start(), select + 1));
        addAll(query, group);
        int end = group.get(group.size() - 1).end();
        query.add(new Token(Kind.END, "", end, query.size()));
        return CsparqlParser.parse(source, List.copyOf(query), query.subList(select, select + 2));
    }

    private static void addAll(List<Token> query, List<Token> added) {
        for (Token token : added) {
            query.add(new Token(token.kind(), token.text(), token.start(), query.size()));
        }
    }

    /** A label names one node, and a node belongs to one operation (SPARQL 1.1, 19.6). */
    private void checkLabels(List<Token> of, Set<String> earlier, String where) {
        Set<String> labels = new HashSet<>();
        for (Token token : of) {
            if (token.kind() == Kind.BLANK_NODE) {
                if (earlier.contains(token.text())) {
                    throw source.error(
                            token,
                            "the blank node "
                                    + token.shown()
                                    + " is in two "
                                    + where
                                    + ", expected another label");
                }
                labels.add(token.text());
            }
        }
        earlier.addAll(labels);
    }
}
