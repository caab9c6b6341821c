package org.wukongs.csparql;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.csparql.CsparqlQuery.Emission;
import org.wukongs.csparql.Registration.Every;

/**
 * Parses prologue, registration, query form and dataset clauses by recursive descent. Registration
 * and dataset clauses are blanked in the edits; projection and CONSTRUCT template are left to the
 * SPARQL parser.
 */
final class HeaderParser {

    private static final String FORMS = "SELECT, CONSTRUCT, ASK or DESCRIBE";

    private final SourceText source;
    private final TokenCursor cursor;
    private final Prologue prologue;
    private final Edits edits;
    private final DurationParser durations;

    HeaderParser(SourceText source, TokenCursor cursor, Prologue prologue, Edits edits) {
        this.source = source;
        this.cursor = cursor;
        this.prologue = prologue;
        this.edits = edits;
        this.durations = new DurationParser(source, cursor, prologue);
    }

    Header parse() {
        prologue.parse(cursor);
        Registration registration = null;
        if (cursor.peek().isWord("REGISTER")) {
            registration = registration();
        }
        Token form = cursor.peek();
        if (form.isWord("REGISTER")) {
            throw cursor.unexpected(FORMS + " (one text holds one registration)");
        }
        checkForm(form, registration);
        cursor.next();
        skipHead(form);
        return new Header(registration, form, dataset(form));
    }

    private Registration registration() {
        Token register = cursor.next();
        String kind = cursor.peek().keyword();
        Emission emission =
                switch (kind) {
                    case "QUERY", "STREAM", "RSTREAM" -> Emission.RSTREAM;
                    case "ISTREAM" -> Emission.ISTREAM;
                    case "DSTREAM" -> Emission.DSTREAM;
                    default ->
                            throw cursor.unexpected("QUERY, STREAM, RSTREAM, ISTREAM or DSTREAM");
                };
        cursor.next();
        // A prologue after the registration may declare the prefix of the name.
        Token nameToken = nameToken();
        Every every = null;
        if (cursor.acceptWord("COMPUTED")) {
            cursor.expectWord("EVERY");
            Token duration = cursor.peek();
            every = new Every(duration, durations.parse("step"));
        }
        cursor.acceptWord("AS");
        edits.blank(cursor.since(register));
        prologue.parse(cursor);
        return new Registration(
                register, registeredName(nameToken), emission, kind.equals("STREAM"), every);
    }

    private Token nameToken() {
        Token token = cursor.peek();
        boolean name =
                switch (token.kind()) {
                    case IRI, PREFIXED_NAME -> true;
                    case WORD -> !token.isWord("AS") && !token.isWord("COMPUTED");
                    default -> false;
                };
        if (!name) {
            throw cursor.unexpected("the name of the query");
        }
        return cursor.next();
    }

    private String registeredName(Token token) {
        NameRef name = NameRef.of(token, prologue);
        if (!name.bare() && !Prologue.isAbsolute(name.value())) {
            prologue.absolute(token);
        }
        return name.value();
    }

    private void checkForm(Token form, Registration registration) {
        switch (form.keyword()) {
            case "CONSTRUCT" -> {}
            case "SELECT", "ASK", "DESCRIBE" -> {
                if (registration != null && registration.stream()) {
                    throw cursor.unexpected("CONSTRUCT after REGISTER STREAM");
                }
            }
            case "INSERT",
                    "DELETE",
                    "WITH",
                    "LOAD",
                    "CLEAR",
                    "DROP",
                    "CREATE",
                    "ADD",
                    "MOVE",
                    "COPY" ->
                    throw cursor.unexpected(FORMS + " (this is an update, not a query)");
            default -> {
                boolean registered = registration != null;
                throw cursor.unexpected(registered ? FORMS : "PREFIX, BASE, REGISTER, " + FORMS);
            }
        }
    }

    /**
     * Skips projection, CONSTRUCT template or DESCRIBE targets, up to FROM, WHERE, the group's
     * brace or the end.
     */
    private void skipHead(Token form) {
        if (form.isWord("CONSTRUCT") && cursor.peek().is("{")) {
            skipTemplate();
            return;
        }
        int depth = 0;
        while (!cursor.atEnd()) {
            Token token = cursor.peek();
            if (token.isWord("FROM") && depth > 0) {
                throw cursor.unexpected("')' first");
            }
            if (depth == 0 && (endsHead(token) || token.is("{"))) {
                return;
            }
            depth = Math.max(0, depth + Nesting.change(token));
            cursor.next();
        }
    }

    private static boolean endsHead(Token token) {
        return switch (token.keyword()) {
            case "FROM", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "OFFSET", "VALUES" -> true;
            default -> false;
        };
    }

    private void skipTemplate() {
        int depth = 0;
        do {
            depth += Nesting.change(cursor.next());
        } while (depth > 0 && !cursor.atEnd());
    }

    private List<DatasetClause> dataset(Token form) {
        DatasetParser parser = new DatasetParser(source, cursor, prologue, durations);
        List<DatasetClause> clauses = new ArrayList<>();
        while (cursor.peek().isWord("FROM")) {
            Token from = cursor.peek();
            clauses.add(parser.parse());
            edits.blank(cursor.since(from));
        }
        boolean group = cursor.peek().isWord("WHERE") || cursor.peek().is("{");
        if (!clauses.isEmpty() && !group && !form.isWord("DESCRIBE")) {
            throw cursor.unexpected("FROM, WHERE or '{'");
        }
        return List.copyOf(clauses);
    }
}
