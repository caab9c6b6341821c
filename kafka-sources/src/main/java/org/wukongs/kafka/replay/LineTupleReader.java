package org.wukongs.kafka.replay;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.kafka.rdf.BadRdfException;
import org.wukongs.stream.Tuple;
import org.wukongs.text.Utf8Exception;
import org.wukongs.text.Utf8Reader;

/** Reader of the tuples of a file, line by line. Not thread-safe. */
final class LineTupleReader implements TupleReader {

    /** Parser for the lines of a kind of file. */
    @FunctionalInterface
    interface LineParser {
        /** Hands all tuples of the line to the consumer, or throws before the first one. */
        void parse(String line, long lineNumber, Consumer<Tuple> tuples) throws BadRdfException;
    }

    private final PackedFile file;
    private final LineParser parser;
    private final boolean skipBad;
    private final PackedFile.PackedStream stream;
    private final BufferedReader lines;
    private final ArrayDeque<Tuple> pending = new ArrayDeque<>();
    private long lineNumber;
    private long skipped;

    LineTupleReader(PackedFile file, LineParser parser, boolean skipBad) throws IOException {
        this.file = file;
        this.parser = parser;
        this.skipBad = skipBad;
        this.stream = file.open();
        this.lines = new BufferedReader(new Utf8Reader(stream.content()));
    }

    @Override
    public Tuple next() throws IOException {
        while (pending.isEmpty()) {
            String line = readLine();
            if (line == null) {
                return null;
            }
            lineNumber++;
            parse(line);
        }
        return pending.remove();
    }

    private String readLine() throws IOException {
        try {
            return lines.readLine();
        } catch (Utf8Exception e) {
            throw new WukongsException(
                    Category.USER,
                    Utf8Exception.PROBLEM
                            + ": file="
                            + file.name()
                            + " line="
                            + e.line()
                            + " column="
                            + e.column(),
                    e);
        }
    }

    private void parse(String line) {
        if (line.isBlank()) {
            return;
        }
        try {
            parser.parse(line, lineNumber, pending::add);
        } catch (BadRdfException e) {
            if (!skipBad) {
                throw new WukongsException(
                        Category.USER,
                        "line is not a tuple: file="
                                + file.name()
                                + " line="
                                + lineNumber
                                + " reason="
                                + e.getMessage(),
                        e);
            }
            skipped++;
        }
    }

    @Override
    public double share() {
        return stream.share();
    }

    @Override
    public long skippedCount() {
        return skipped;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
