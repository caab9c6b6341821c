package org.wukongs.store.load;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.ParseLocationListener;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.RDFHandlerException;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.eclipse.rdf4j.rio.RDFParser;
import org.eclipse.rdf4j.rio.Rio;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;
import org.wukongs.file.CompressedFile;
import org.wukongs.text.Utf8Exception;

/** Parses a whole file with RDF4J and hands its statements on in chunks. */
final class RioFile extends AbstractRDFHandler implements ParseLocationListener {

    private final SourceFile file;
    private final LoadFailures failures;
    private final LongConsumer bytesRead;
    private final Consumer<StatementChunk> chunks;
    private Statement[] statements = new Statement[StatementChunk.LENGTH_MAX];
    private int length;
    private long line;
    private long column;

    RioFile(
            SourceFile file,
            LoadFailures failures,
            LongConsumer bytesRead,
            Consumer<StatementChunk> chunks) {
        this.file = file;
        this.failures = failures;
        this.bytesRead = bytesRead;
        this.chunks = chunks;
    }

    /** Parses to the end or to the first error; statements before the error are handed on. */
    void parse() {
        RDFParser parser = newParser();
        RioSettings.apply(parser);
        parser.setRDFHandler(this);
        parser.setParseLocationListener(this);
        RdfPlace place = new RdfPlace(file.format());
        try (InputStream in = CompressedFile.open(file.path(), bytesRead)) {
            parse(parser, place, in);
            flush();
        } catch (StoppedException e) {
            length = 0;
        } catch (RDFHandlerException | IOException e) {
            failures.abort(DataFile.unreadable(file.path(), e));
        }
    }

    private RDFParser newParser() {
        if (file.format().equals(RDFFormat.TURTLE)) {
            return new StrictTurtleParser();
        }
        return file.format().equals(RDFFormat.RDFXML)
                ? new FileBaseXmlParser()
                : Rio.createParser(file.format());
    }

    private void parse(RDFParser parser, RdfPlace place, InputStream in) throws IOException {
        try {
            place.parse(parser, in, file.baseIri());
        } catch (RDFParseException | Utf8Exception e) {
            Utf8Exception bytes = Utf8Exception.causeOf(e);
            if (bytes != null) {
                failures.bad(
                        new BadStatement(
                                file, 0, bytes.line(), bytes.column(), Utf8Exception.PROBLEM));
                return;
            }
            bad(place, (RDFParseException) e);
        }
    }

    private void bad(RdfPlace place, RDFParseException e) {
        failures.bad(
                new BadStatement(
                        file, 0, place.line(e), place.column(e), BadStatement.messageOf(e)));
    }

    @Override
    public void parseLocationUpdate(long newLine, long newColumn) {
        line = newLine;
        column = newColumn;
    }

    @Override
    public void handleStatement(Statement statement) {
        String problem = RioTerms.problem(statement);
        if (problem != null) {
            bad(problem);
            return;
        }
        statements[length++] = statement;
        if (length == statements.length) {
            flush();
        }
    }

    private void bad(String problem) {
        if (!failures.skipBad()) {
            throw new RDFParseException(problem, line, column);
        }
        failures.bad(new BadStatement(file, 0, line, column, problem));
    }

    private void flush() {
        if (failures.stoppedBefore(file, 0)) {
            throw new StoppedException();
        }
        chunks.accept(new StatementChunk(file, statements, length));
        statements = new Statement[StatementChunk.LENGTH_MAX];
        length = 0;
    }

    /** Thrown to leave RDF4J's parser after the load has ended elsewhere. */
    private static final class StoppedException extends RDFHandlerException {

        private static final long serialVersionUID = 1L;

        StoppedException() {
            super("the load has ended");
        }
    }
}
