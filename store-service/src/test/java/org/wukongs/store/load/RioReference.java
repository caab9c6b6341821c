package org.wukongs.store.load;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.eclipse.rdf4j.rio.RDFParser;
import org.eclipse.rdf4j.rio.Rio;
import org.eclipse.rdf4j.rio.helpers.StatementCollector;

/** What RDF4J's parsers, used as they come, make of bytes. */
final class RioReference {

    private RioReference() {}

    /**
     * Statements as strings: subject, predicate, object, and graph where they name one. Null where
     * it is not RDF, or is half of a surrogate pair.
     */
    static List<List<String>> statements(byte[] bytes, RDFFormat format, String blankNodePrefix) {
        RDFParser parser = Rio.createParser(format);
        RioSettings.apply(parser);
        StatementCollector collector = new StatementCollector();
        parser.setRDFHandler(collector);
        try {
            parser.parse(new ByteArrayInputStream(bytes), "file:data");
        } catch (RDFParseException | IndexOutOfBoundsException | IllegalArgumentException e) {
            return null;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        List<List<String>> statements = new ArrayList<>();
        for (Statement statement : collector.getStatements()) {
            if (RioTerms.problem(statement) != null) {
                return null;
            }
            statements.add(strings(statement, blankNodePrefix));
        }
        return statements;
    }

    static List<String> strings(Statement statement, String blankNodePrefix) {
        List<String> strings = new ArrayList<>();
        strings.add(RioTerms.term(statement.getSubject(), blankNodePrefix));
        strings.add(RioTerms.term(statement.getPredicate(), blankNodePrefix));
        strings.add(RioTerms.term(statement.getObject(), blankNodePrefix));
        Resource graph = statement.getContext();
        if (graph != null) {
            strings.add(RioTerms.term(graph, blankNodePrefix));
        }
        return strings;
    }
}
