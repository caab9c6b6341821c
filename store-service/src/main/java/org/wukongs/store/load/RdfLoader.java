package org.wukongs.store.load;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.rio.ParseErrorListener;
import org.eclipse.rdf4j.rio.ParseLocationListener;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.RDFHandlerException;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.eclipse.rdf4j.rio.RDFParser;
import org.eclipse.rdf4j.rio.Rio;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;
import org.eclipse.rdf4j.rio.helpers.BasicParserSettings;
import org.eclipse.rdf4j.rio.helpers.NTriplesParserSettings;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.error.WukongsException;
import org.wukongs.id.StringServer;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;

/**
 * Parses RDF files into encoded triples. Nothing leaves it before all files have parsed, so an
 * error leaves nothing half-loaded.
 */
public final class RdfLoader {

    /** Statements per call to the dictionary. */
    private static final int CHUNK_STATEMENTS = 8192;

    private final TupleEncoder encoder;
    private final LoadOptions options;
    private final Map<String, List<EncodedBatch>> staged = new LinkedHashMap<>();
    private int fileOrdinal;
    private long statementCount;
    private long badCount;

    public RdfLoader(StringServer strings, LoadOptions options) {
        this.encoder = new TupleEncoder(strings);
        this.options = options;
    }

    /** Where encoded triples go. */
    public interface Target {
        void load(String graph, EncodedBatch triples);
    }

    /** Parses a file; what it has in its default graph will go to {@code graph}. */
    public void add(String graph, Path file) {
        add(graph, file, "file:" + file.getFileName());
    }

    /** As {@link #add(String, Path)}; relative IRIs in the file are relative to {@code baseIri}. */
    public void add(String graph, Path file, String baseIri) {
        RDFFormat format =
                Rio.getParserFormatForFileName(DataFile.plainName(file))
                        .orElseThrow(
                                () ->
                                        WukongsException.user(
                                                "the file's name says no RDF format, use .nt .nq .ttl"
                                                        + " .trig .jsonld .rdf, plain or .gz .zst: file="
                                                        + file));
        RDFParser parser =
                format.equals(RDFFormat.TURTLE)
                        ? new StrictTurtleParser()
                        : Rio.createParser(format);
        parser.set(BasicParserSettings.PRESERVE_BNODE_IDS, true);
        // Bad escapes and numbers are syntax errors, but a literal that its datatype does not allow
        // is
        // legal RDF: verify, and know no datatype.
        parser.set(BasicParserSettings.VERIFY_DATATYPE_VALUES, true);
        parser.set(BasicParserSettings.DATATYPE_HANDLERS, List.of());
        BadLines badLines = new BadLines();
        if (options.skipBad()) {
            skipBadLines(parser, badLines);
        }
        Staging staging = new Staging(graph, "f" + fileOrdinal++ + "x");
        parser.setRDFHandler(staging);
        parser.setParseLocationListener(staging);
        RdfPlace place = new RdfPlace(file, format);
        try (InputStream in = DataFile.open(file, options.bytesRead())) {
            place.parse(parser, in, baseIri);
            staging.flush();
        } catch (RDFParseException e) {
            if (!options.skipBad()) {
                throw WukongsException.user(
                        "bad RDF: " + firstLine(e.getMessage()) + " " + place.of(e));
            }
            badCount++;
            staging.flush();
        } catch (RDFHandlerException | IOException e) {
            throw new WukongsException(
                    WukongsException.Category.USER,
                    "cannot read: file=" + file + " reason=" + e.getMessage(),
                    e);
        }
        badCount += badLines.lines.size();
    }

    /** Hands everything over; returns the number of statements. */
    public long finish(Target target) {
        for (Map.Entry<String, List<EncodedBatch>> graph : staged.entrySet()) {
            for (EncodedBatch batch : graph.getValue()) {
                target.load(graph.getKey(), batch);
            }
        }
        staged.clear();
        return statementCount;
    }

    /**
     * Statements that were skipped; in a format that is not line by line, a whole rest of a file
     * counts as one.
     */
    public long badCount() {
        return badCount;
    }

    /** The setting is about to move to a sub-class of its holder, under the same name. */
    @SuppressWarnings({"removal", "deprecation"})
    private static void skipBadLines(RDFParser parser, BadLines badLines) {
        parser.getParserConfig().addNonFatalError(NTriplesParserSettings.FAIL_ON_INVALID_LINES);
        parser.setParseErrorListener(badLines);
    }

    /** Lines with errors that did not end the parse, each once. */
    private static final class BadLines implements ParseErrorListener {

        private final Set<Long> lines = new HashSet<>();

        @Override
        public void warning(String message, long line, long column) {
            // What the parser puts up with is no error.
        }

        @Override
        public void error(String message, long line, long column) {
            lines.add(line);
        }

        @Override
        public void fatalError(String message, long line, long column) {
            // The exception that follows is counted.
        }
    }

    private static String firstLine(String message) {
        int end = message.indexOf('\n');
        String line = end < 0 ? message : message.substring(0, end);
        int position = line.lastIndexOf(" [line ");
        return position < 0 ? line : line.substring(0, position);
    }

    /** Collects one file's statements by graph, encoding them chunk by chunk. */
    private final class Staging extends AbstractRDFHandler implements ParseLocationListener {

        private final String defaultGraph;
        private final String blankNodePrefix;
        private final Map<String, List<Tuple>> chunks = new LinkedHashMap<>();
        private long line;
        private long column;

        Staging(String defaultGraph, String blankNodePrefix) {
            this.defaultGraph = defaultGraph;
            this.blankNodePrefix = blankNodePrefix;
        }

        @Override
        public void parseLocationUpdate(long newLine, long newColumn) {
            line = newLine;
            column = newColumn;
        }

        @Override
        public void handleStatement(Statement statement) {
            if (isBad(statement)) {
                if (!options.skipBad()) {
                    throw new RDFParseException(
                            "half of a surrogate pair is no character", line, column);
                }
                badCount++;
                return;
            }
            Resource context = statement.getContext();
            String graph = context == null ? defaultGraph : context.stringValue();
            List<Tuple> chunk = chunks.computeIfAbsent(graph, g -> new ArrayList<>());
            chunk.add(
                    new Tuple(
                            0,
                            term(statement.getSubject()),
                            term(statement.getPredicate()),
                            term(statement.getObject())));
            statementCount++;
            if (chunk.size() == CHUNK_STATEMENTS) {
                stage(graph, chunk);
            }
        }

        /** The parsers let an escape such as {@code \\ud800} pass. */
        private static boolean isBad(Statement statement) {
            return hasLoneSurrogate(statement.getSubject().stringValue())
                    || hasLoneSurrogate(statement.getPredicate().stringValue())
                    || hasLoneSurrogate(statement.getObject().stringValue());
        }

        private static boolean hasLoneSurrogate(String text) {
            for (int i = 0; i < text.length(); i++) {
                if (Character.isSurrogate(text.charAt(i))) {
                    int codePoint = text.codePointAt(i);
                    if (!Character.isSupplementaryCodePoint(codePoint)) {
                        return true;
                    }
                    i++;
                }
            }
            return false;
        }

        /** Blank nodes are a file's own: the same label in another file is another node. */
        private String term(Value value) {
            if (value instanceof BNode node) {
                return "_:" + blankNodePrefix + node.getID();
            }
            if (value instanceof Triple) {
                throw new RDFHandlerException("RDF-star triples are not supported: " + value);
            }
            return NTriplesUtil.toNTriplesString(value);
        }

        void flush() {
            chunks.forEach(this::stage);
        }

        private void stage(String graph, List<Tuple> chunk) {
            staged.computeIfAbsent(graph, g -> new ArrayList<>())
                    .add(encoder.encode(new TupleBatch(0, false, chunk)));
            chunk.clear();
        }
    }
}
