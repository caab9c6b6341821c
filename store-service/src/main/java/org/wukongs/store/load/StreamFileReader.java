package org.wukongs.store.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.error.WukongsException;
import org.wukongs.stream.Tuple;

/**
 * Reads a stream file: {@code event time in ms<TAB>N-Triples statement}, one tuple a line, times
 * not decreasing. Blank lines are passed over.
 */
public final class StreamFileReader implements AutoCloseable {

    private final Path file;
    private final LoadOptions options;
    private final BufferedReader reader;
    private final PlainLine plain = new PlainLine(false);
    private final RioLine rio = new RioLine(false);
    private long lineNumber;
    private long lastTimeMs = Long.MIN_VALUE;
    private Tuple next;
    private long badCount;

    public StreamFileReader(Path file, LoadOptions options) {
        this.file = file;
        this.options = options;
        try {
            reader =
                    new BufferedReader(
                            new InputStreamReader(
                                    DataFile.open(file, options.bytesRead()),
                                    StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw DataFile.unreadable(file, e);
        }
    }

    /** The next tuple without taking it, null at the end. */
    public Tuple peek() {
        while (next == null) {
            String line = readLine();
            if (line == null) {
                return null;
            }
            if (!line.isBlank()) {
                next = parse(line);
            }
        }
        return next;
    }

    /** The next tuple, null at the end. */
    public Tuple take() {
        Tuple tuple = peek();
        next = null;
        return tuple;
    }

    /** Lines that were skipped. */
    public long badCount() {
        return badCount;
    }

    private String readLine() {
        try {
            lineNumber++;
            return reader.readLine();
        } catch (IOException e) {
            throw DataFile.unreadable(file, e);
        }
    }

    /** Null where the line is bad and bad lines are skipped. */
    private Tuple parse(String line) {
        int tab = line.indexOf('\t');
        if (tab < 0) {
            return bad("no tab between event time and statement", 1);
        }
        long timeMs;
        try {
            timeMs = Long.parseLong(line.substring(0, tab));
        } catch (NumberFormatException e) {
            return bad("event time is no number of milliseconds: " + line.substring(0, tab), 1);
        }
        if (timeMs < lastTimeMs) {
            return bad("event time goes back: " + timeMs + " after " + lastTimeMs, 1);
        }
        Tuple tuple = plainTuple(timeMs, line, tab + 1);
        if (tuple == null) {
            tuple = otherTuple(timeMs, line, tab + 1);
        }
        if (tuple != null) {
            lastTimeMs = timeMs;
        }
        return tuple;
    }

    /** Null where the statement, from {@code from} on, is none that can be taken as it stands. */
    private Tuple plainTuple(long timeMs, String line, int from) {
        byte[] bytes = (line.substring(from) + '\n').getBytes(StandardCharsets.UTF_8);
        return plain.scan(bytes, 0) < 0
                ? null
                : new Tuple(
                        timeMs,
                        plain.subject.string(),
                        plain.predicate.string(),
                        plain.object.string());
    }

    /** Null where the line is bad and bad lines are skipped. */
    private Tuple otherTuple(long timeMs, String line, int from) {
        Statement parsed;
        try {
            parsed = rio.parseLine(line.substring(from));
        } catch (RDFParseException e) {
            long column = from + (long) TripleLine.errorColumn(line.substring(from));
            return bad(BadStatement.messageOf(e), column);
        }
        if (parsed == null) {
            return bad("no statement after the event time", from + 1L);
        }
        return new Tuple(
                timeMs,
                NTriplesUtil.toNTriplesString(parsed.getSubject()),
                NTriplesUtil.toNTriplesString(parsed.getPredicate()),
                NTriplesUtil.toNTriplesString(parsed.getObject()));
    }

    private Tuple bad(String what, long column) {
        if (options.skipBad()) {
            badCount++;
            return null;
        }
        throw WukongsException.user(
                "bad stream tuple: "
                        + what
                        + " ("
                        + file
                        + ", line "
                        + lineNumber
                        + ", column "
                        + column
                        + ")");
    }

    @Override
    public void close() {
        try {
            reader.close();
        } catch (IOException e) {
            throw DataFile.unreadable(file, e);
        }
    }
}
