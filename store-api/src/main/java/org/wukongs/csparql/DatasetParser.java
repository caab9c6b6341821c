package org.wukongs.csparql;

import org.wukongs.csparql.DatasetClause.Window;
import org.wukongs.csparql.Token.Kind;

/** Reads FROM clauses in their four spellings (docs/queries.md, "Windows"). */
final class DatasetParser {

    private static final String WINDOW = "a window such as [RANGE 10s STEP 1s]";
    private static final String COUNT = "a number of triples";

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

    /** Parses a clause; the cursor is at FROM. */
    DatasetClause parse() {
        Token from = cursor.next();
        boolean named = cursor.acceptWord("NAMED");
        if (cursor.acceptWord("STREAM")) {
            return new DatasetClause(from, named, null, streamName(), window());
        }
        if (cursor.acceptWord("WINDOW")) {
            NameRef windowName = windowName();
            cursor.expectWord("ON");
            return new DatasetClause(from, named, windowName, streamName(), window());
        }
        NameRef name =
                NameRef.read(
                        cursor, prologue, "STREAM, WINDOW or the name of a stream or stored graph");
        return new DatasetClause(from, named, null, name, cursor.peek().is("[") ? window() : null);
    }

    /**
     * Windows are not in the catalog: as any IRI of SPARQL, a relative name is resolved against
     * BASE.
     */
    private NameRef windowName() {
        NameRef name = NameRef.read(cursor, prologue, "the name of a window");
        if (name.token().kind() == Kind.IRI) {
            prologue.absolute(name.token());
        }
        return name;
    }

    private NameRef streamName() {
        return NameRef.read(cursor, prologue, "the name of a stream");
    }

    private Window window() {
        if (!cursor.accept("[")) {
            throw cursor.unexpected(WINDOW);
        }
        if (cursor.peek().isWord("TRIPLES")) {
            return countWindow();
        }
        if (!cursor.acceptWord("RANGE")) {
            throw cursor.unexpected("RANGE");
        }
        if (cursor.peek().isWord("TRIPLES")) {
            return countWindow();
        }
        Token range = cursor.peek();
        long rangeMs = durations.parse("range");
        if (cursor.acceptWord("TUMBLING")) {
            cursor.expect("]");
            return new Window(rangeMs, rangeMs, 0, range);
        }
        if (!cursor.acceptWord("STEP") && !cursor.acceptWord("SLIDE")) {
            throw cursor.unexpected("STEP, SLIDE or TUMBLING");
        }
        Token step = cursor.peek();
        long stepMs = durations.parse("step");
        cursor.expect("]");
        return new Window(rangeMs, stepMs, 0, step);
    }

    private Window countWindow() {
        cursor.next();
        Token number = cursor.peek();
        cursor.expect(Kind.NUMBER, COUNT);
        long count = count(number);
        cursor.expect("]");
        return new Window(0, 0, count, number);
    }

    private long count(Token number) {
        String digits = number.text();
        boolean whole = digits.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!whole || digits.length() > QueryWindow.TRIPLE_COUNT_DIGITS_MAX) {
            throw source.unexpected(
                    number,
                    COUNT + ", of at most " + QueryWindow.TRIPLE_COUNT_DIGITS_MAX + " digits");
        }
        long count = Long.parseLong(digits);
        if (count == 0) {
            throw source.unexpected(number, COUNT + " that is not 0");
        }
        return count;
    }
}
