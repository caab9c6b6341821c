package org.wukongs.w3c;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.Binding;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.QueryResults;
import org.eclipse.rdf4j.query.TupleQueryResult;
import org.eclipse.rdf4j.query.dawg.DAWGTestResultSetUtil;
import org.eclipse.rdf4j.query.impl.TupleQueryResultBuilder;
import org.eclipse.rdf4j.query.resultio.QueryResultIO;
import org.eclipse.rdf4j.query.resultio.TupleQueryResultParser;
import org.eclipse.rdf4j.rio.Rio;

/** The file that a test compares with, in whatever format it is. */
final class ExpectedResult {

    private final Path file;
    private final String iri;

    ExpectedResult(W3cTest test) {
        this(test.file(test.result()), test.result());
    }

    /** A file whose name says its format, with relative IRIs relative to {@code iri}. */
    ExpectedResult(Path file, String iri) {
        this.file = file;
        this.iri = iri;
    }

    Solutions solutions() throws IOException {
        if (isRdf()) {
            return RdfResultSet.solutions(model());
        }
        TupleQueryResultBuilder result = new TupleQueryResultBuilder();
        TupleQueryResultParser parser =
                QueryResultIO.createTupleParser(
                        QueryResultIO.getParserFormatForFileName(file.toString()).orElseThrow());
        parser.setQueryResultHandler(result);
        try (InputStream in = Files.newInputStream(file)) {
            parser.parseQueryResult(in);
        }
        return solutions(result.getQueryResult());
    }

    /** A result set in RDF has an order only where it numbers its rows. */
    boolean ordered() throws IOException {
        return !isRdf() || RdfResultSet.isNumbered(model());
    }

    boolean truth() throws IOException {
        if (isRdf()) {
            return DAWGTestResultSetUtil.toBooleanQueryResult(model());
        }
        try (InputStream in = Files.newInputStream(file)) {
            return QueryResultIO.parseBoolean(
                    in,
                    QueryResultIO.getBooleanParserFormatForFileName(file.toString()).orElseThrow());
        }
    }

    Model model() throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return Rio.parse(
                    in, iri, Rio.getParserFormatForFileName(file.toString()).orElseThrow());
        }
    }

    private boolean isRdf() {
        return Rio.getParserFormatForFileName(file.toString()).isPresent();
    }

    static Solutions solutions(TupleQueryResult result) {
        List<Map<String, Value>> rows = new ArrayList<>();
        List<String> vars = List.copyOf(result.getBindingNames());
        for (BindingSet solution : QueryResults.asList(result)) {
            Map<String, Value> row = new LinkedHashMap<>();
            for (Binding binding : solution) {
                row.put(binding.getName(), binding.getValue());
            }
            rows.add(row);
        }
        return new Solutions(vars, rows);
    }
}
