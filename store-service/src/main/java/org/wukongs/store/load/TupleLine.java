package org.wukongs.store.load;

import java.nio.charset.StandardCharsets;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.wukongs.ntriples.CharacterClasses;
import org.wukongs.ntriples.PlainLine;
import org.wukongs.ntriples.TermBytes;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.Tuple;
import org.wukongs.text.Utf8Exception;
import org.wukongs.text.Utf8Reader;

/**
 * Scans lines of a stream: {@code event time in ms<TAB>N-Triples statement}; a {@code -} before the
 * statement takes its triple back. A line of plain digits and a {@link PlainLine} is read in place;
 * {@link RioLine} judges any other. Blank nodes keep their labels, because they belong to the
 * stream.
 *
 * <p>As for {@link PlainLine}, the array must have a line end at or after the line. Between calls
 * of {@link #begin}, no scanned array may be written to.
 */
final class TupleLine {

    private static final int NOT_PLAIN = -1;

    /** Before the statement of a removal. */
    private static final char REMOVAL = '-';

    private static final String LABEL_PREFIX = "_:";

    /** So many digits always fit into a long; {@link Long} parses longer numbers. */
    private static final int PLAIN_DIGITS_MAX = 18;

    private final PlainLine plain = new PlainLine(false);
    private final RioLine rio = new RioLine(false);
    private final TermBytes rioSubject = new TermBytes();
    private final TermBytes rioPredicate = new TermBytes();
    private final TermBytes rioObject = new TermBytes();
    private long timeMs;
    private boolean removal;
    private TermBytes subject;
    private TermBytes predicate;
    private TermBytes object;
    private String problem;
    private long problemColumn;

    /** Forgets the line before, because the array is about to be, or has been, overwritten. */
    void begin() {
        plain.begin();
        subject = null;
    }

    /**
     * Scans the line that starts at {@code from}; it is bad if its time is before {@code
     * minTimeMs}. Returns the start of the next line.
     */
    int scan(byte[] bytes, int from, long minTimeMs) {
        problem = null;
        subject = null;
        int at = digitsAndTab(bytes, from);
        if (at >= 0 && timeMs >= minTimeMs && timeMs <= InputLimits.EVENT_TIME_MS_MAX) {
            removal = bytes[at] == REMOVAL;
            int next = plain.scan(bytes, removal ? at + 1 : at);
            if (next >= 0) {
                setTerms(plain.subject, plain.predicate, plain.object);
                return next;
            }
        }
        int end = CharacterClasses.lineEnd(bytes, from);
        try {
            parse(Utf8Reader.decode(bytes, from, end), minTimeMs);
        } catch (Utf8Exception e) {
            bad(Utf8Exception.PROBLEM, e.column());
        }
        return CharacterClasses.nextLine(bytes, end);
    }

    /**
     * Returns true if the scanned line is a tuple; otherwise it is blank or has a {@link #problem}.
     */
    boolean isTuple() {
        return subject != null;
    }

    /** Returns what is wrong with the scanned line, or null. */
    String problem() {
        return problem;
    }

    /** Returns the column of the problem in the line, from 1. */
    long problemColumn() {
        return problemColumn;
    }

    long timeMs() {
        return timeMs;
    }

    /** Whether the tuple takes its triple back. */
    boolean isRemoval() {
        return removal;
    }

    /**
     * Returns the subject. The terms of a tuple are valid until the line's array is overwritten.
     */
    TermBytes subject() {
        return subject;
    }

    TermBytes predicate() {
        return predicate;
    }

    TermBytes object() {
        return object;
    }

    Tuple tuple() {
        return new Tuple(timeMs, subject.string(), predicate.string(), object.string(), removal);
    }

    private void setTerms(TermBytes newSubject, TermBytes newPredicate, TermBytes newObject) {
        subject = newSubject;
        predicate = newPredicate;
        object = newObject;
    }

    /**
     * Sets the time and returns the index after the tab; negative unless the line starts with plain
     * digits and a tab.
     */
    private int digitsAndTab(byte[] bytes, int from) {
        int at = from;
        long time = 0;
        while (bytes[at] >= '0' && bytes[at] <= '9' && at - from < PLAIN_DIGITS_MAX) {
            time = time * 10 + (bytes[at] - '0');
            at++;
        }
        timeMs = time;
        return at > from && bytes[at] == '\t' ? at + 1 : NOT_PLAIN;
    }

    private void parse(String line, long minTimeMs) {
        if (line.isBlank()) {
            return;
        }
        int tab = line.indexOf('\t');
        if (tab < 0) {
            bad("no tab between event time and statement", 1);
            return;
        }
        try {
            timeMs = Long.parseLong(line.substring(0, tab));
        } catch (NumberFormatException e) {
            bad("event time is not a number of milliseconds: " + line.substring(0, tab), 1);
            return;
        }
        if (timeMs < 0 || timeMs > InputLimits.EVENT_TIME_MS_MAX) {
            bad("event time is not from 1970 to 9999, in ms: " + timeMs, 1);
            return;
        }
        if (timeMs < minTimeMs) {
            bad("event time goes back: " + timeMs + " after " + minTimeMs, 1);
            return;
        }
        removal = line.length() > tab + 1 && line.charAt(tab + 1) == REMOVAL;
        int from = removal ? tab + 2 : tab + 1;
        parseStatement(line.substring(from), from);
    }

    private void parseStatement(String text, long columnsBefore) {
        Statement parsed;
        try {
            parsed = rio.parseLine(text);
        } catch (RDFParseException e) {
            bad(BadStatement.messageOf(e), columnsBefore + TripleLine.errorColumn(text));
            return;
        }
        if (parsed == null) {
            bad("no statement after the event time", columnsBefore + 1);
            return;
        }
        set(rioSubject, parsed.getSubject());
        set(rioPredicate, parsed.getPredicate());
        set(rioObject, parsed.getObject());
        setTerms(rioSubject, rioPredicate, rioObject);
    }

    private static void set(TermBytes term, Value value) {
        byte[] utf8 = RioTerms.term(value, LABEL_PREFIX).getBytes(StandardCharsets.UTF_8);
        term.set(utf8, 0, utf8.length);
    }

    private void bad(String what, long column) {
        problem = what;
        problemColumn = column;
    }
}
