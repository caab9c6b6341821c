package org.wukongs.store.load;

import java.io.IOException;
import java.io.InputStream;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.eclipse.rdf4j.rio.RDFParser;

/**
 * Parses one file and locates errors in it. RDF4J reports line and column for RDF/XML only; the
 * parsers of the other formats read their text through a {@link PositionReader}.
 */
final class RdfPlace {

    private final RDFFormat format;
    private PositionReader reader;

    RdfPlace(RDFFormat format) {
        this.format = format;
    }

    void parse(RDFParser parser, InputStream in, String baseIri) throws IOException {
        if (format.equals(RDFFormat.RDFXML)) {
            parser.parse(in, baseIri);
        } else {
            reader = new PositionReader(in);
            parser.parse(reader, baseIri);
        }
    }

    long line(RDFParseException error) {
        return reader == null ? error.getLineNumber() : reader.line();
    }

    long column(RDFParseException error) {
        return reader == null ? error.getColumnNumber() : reader.column();
    }
}
