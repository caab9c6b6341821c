package org.wukongs.csparql;

import org.wukongs.csparql.DatasetClause.Window;
import org.wukongs.csparql.Token.Kind;

/** Reads FROM clauses in their four spellings (csparql.md, grammar). */
final class DatasetParser {

    private static final String WINDOW = "a window such as [RANGE 10s STEP 1s]";

    private final SourceText source;
    private final TokenCursor cursor;
    private final Prologue prologue;
    private final DurationParser durations;

    DatasetParser(
            SourceText source, TokenCursor cursor, Prologue prologue, DurationParser durations) {
        this.source = source;
        this.cursor = cursor;
        this.prologue = prologue;
        this.durations = durations;
    }

    /** The cursor stands at FROM. */
    DatasetClause parse() {
        Token from = cursor.next();
        boolean named = cursor.acceptWord("NAMED");
        if (cursor.acceptWord("STREAM")) {
            return new DatasetClause(from, named, null, streamName(), window());
        }
        if (cursor.acceptWord("WINDOW")) {
            NameRef windowName = NameRef.read(cursor, prologue, "the name of a window");
            cursor.expectWord("ON");
            return new DatasetClause(from, named, windowName, streamName(), window());
        }
        NameRef name =
                NameRef.read(
                        cursor, prologue, "STREAM, WINDOW or the name of a stream or stored graph");
        return new DatasetClause(from, named, null, name, cursor.peek().is("[") ? window() : null);
    }

    private NameRef streamName() {
        return NameRef.read(cursor, prologue, "the name of a stream");
    }

    private Window window() {
        if (!cursor.accept("[")) {
            throw cursor.unexpected(WINDOW);
        }
        if (cursor.peek().isWord("TRIPLES")) {
            throw countWindow();
        }
        if (!cursor.acceptWord("RANGE")) {
            throw cursor.unexpected("RANGE");
        }
        if (cursor.peek().isWord("TRIPLES")) {
            throw countWindow();
        }
        Token range = cursor.peek();
        long rangeMs = durations.parse("range");
        if (cursor.acceptWord("TUMBLING")) {
            cursor.expect("]");
            return new Window(rangeMs, rangeMs, range);
        }
        if (!cursor.acceptWord("STEP") && !cursor.acceptWord("SLIDE")) {
            throw cursor.unexpected("STEP, SLIDE or TUMBLING");
        }
        Token step = cursor.peek();
        long stepMs = durations.parse("step");
        cursor.expect("]");
        return new Window(rangeMs, stepMs, step);
    }

    private CsparqlSyntaxException countWindow() {
        Token triples = cursor.next();
        cursor.expect(Kind.NUMBER, "a number of triples");
        cursor.expect("]");
        return source.unexpected(triples, WINDOW + ": count windows are not supported yet");
    }
}
