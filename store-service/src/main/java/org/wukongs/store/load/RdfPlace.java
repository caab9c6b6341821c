package org.wukongs.store.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.eclipse.rdf4j.rio.RDFParser;

/**
 * Parses one file and knows where in it an error is. RDF4J names line and column for RDF/XML only:
 * for the formats of one statement a line, the line is read again; for the others, the parser gets
 * its text through a {@link PositionReader}.
 */
final class RdfPlace {

    private final Path file;
    private final RDFFormat format;
    private PositionReader reader;

    RdfPlace(Path file, RDFFormat format) {
        this.file = file;
        this.format = format;
    }

    void parse(RDFParser parser, InputStream in, String baseIri) throws IOException {
        if (byLines() || format.equals(RDFFormat.RDFXML)) {
            parser.parse(in, baseIri);
        } else {
            reader = new PositionReader(in);
            parser.parse(reader, baseIri);
        }
    }

    private boolean byLines() {
        return format.equals(RDFFormat.NTRIPLES) || format.equals(RDFFormat.NQUADS);
    }

    /** {@code (file, line n, column m)}. */
    String of(RDFParseException error) {
        long line = error.getLineNumber();
        long column = error.getColumnNumber();
        if (byLines()) {
            column = TripleLine.errorColumn(line(line));
        } else if (reader != null) {
            line = reader.line();
            column = reader.column();
        }
        return "(" + file + ", line " + line + ", column " + column + ")";
    }

    /** A line of the file, empty where it cannot be read again. */
    private String line(long number) {
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                DataFile.open(file, bytes -> {}), StandardCharsets.UTF_8))) {
            String line = "";
            for (long i = 0; i < number && line != null; i++) {
                line = lines.readLine();
            }
            return line == null ? "" : line;
        } catch (IOException e) {
            return "";
        }
    }
}
