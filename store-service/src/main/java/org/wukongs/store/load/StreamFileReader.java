package org.wukongs.store.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.eclipse.rdf4j.rio.RDFParser;
import org.eclipse.rdf4j.rio.Rio;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;
import org.eclipse.rdf4j.rio.helpers.BasicParserSettings;
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
    private final RDFParser parser = Rio.createParser(RDFFormat.NTRIPLES);
    private long lineNumber;
    private long lastTimeMs = Long.MIN_VALUE;
    private Statement parsed;
    private Tuple next;
    private long badCount;

    public StreamFileReader(Path file, LoadOptions options) {
        this.file = file;
        this.options = options;
        parser.set(BasicParserSettings.PRESERVE_BNODE_IDS, true);
        parser.set(BasicParserSettings.VERIFY_DATATYPE_VALUES, false);
        parser.setRDFHandler(
                new AbstractRDFHandler() {
                    @Override
                    public void handleStatement(Statement statement) {
                        parsed = statement;
                    }
                });
        try {
            reader =
                    new BufferedReader(
                            new InputStreamReader(
                                    DataFile.open(file, options.bytesRead()),
                                    StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw unreadable(e);
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
            throw unreadable(e);
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
        parsed = null;
        try {
            parser.parse(new StringReader(line.substring(tab + 1)), "");
        } catch (RDFParseException e) {
            long column = tab + 1L + TripleLine.errorColumn(line.substring(tab + 1));
            return bad(e.getMessage().replaceAll(" \\[line .*", ""), column);
        } catch (IOException e) {
            throw unreadable(e);
        }
        if (parsed == null) {
            return bad("no statement after the event time", tab + 2);
        }
        lastTimeMs = timeMs;
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

    private WukongsException unreadable(IOException cause) {
        return new WukongsException(
                WukongsException.Category.USER,
                "cannot read: file=" + file + " reason=" + cause.getMessage(),
                cause);
    }

    @Override
    public void close() {
        try {
            reader.close();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }
}
