package org.wukongs.difftest;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF4J;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.BooleanQuery;
import org.eclipse.rdf4j.query.GraphQuery;
import org.eclipse.rdf4j.query.MalformedQueryException;
import org.eclipse.rdf4j.query.Query;
import org.eclipse.rdf4j.query.TupleQuery;
import org.eclipse.rdf4j.query.TupleQueryResult;
import org.eclipse.rdf4j.query.impl.SimpleDataset;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.repository.sail.SailRepositoryConnection;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.RDFParser;
import org.eclipse.rdf4j.rio.Rio;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;
import org.eclipse.rdf4j.rio.helpers.BasicParserSettings;
import org.eclipse.rdf4j.sail.memory.MemoryStore;

/** RDF4J's store in memory. */
final class Rdf4jEngine implements AutoCloseable {

    private static final int SECONDS_MAX = 20;

    private final SailRepository repository = new SailRepository(new MemoryStore());
    private final SailRepositoryConnection connection = repository.getConnection();
    private final RdfData data;

    Rdf4jEngine(RdfData data) {
        this.data = data;
        RDFParser parser = Rio.createParser(RDFFormat.NQUADS);
        parser.set(BasicParserSettings.PRESERVE_BNODE_IDS, true);
        parser.set(BasicParserSettings.VERIFY_DATATYPE_VALUES, false);
        parser.set(BasicParserSettings.NORMALIZE_DATATYPE_VALUES, false);
        parser.setRDFHandler(
                new AbstractRDFHandler() {
                    @Override
                    public void handleStatement(Statement statement) {
                        connection.add(statement);
                    }
                });
        connection.begin();
        try {
            parser.parse(new StringReader(data.toString()), "");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        connection.commit();
    }

    /** {@code query} says the dataset. */
    Answer answer(Node query, String text) {
        try {
            Query prepared = connection.prepareQuery(text);
            prepared.setDataset(dataset(query));
            prepared.setMaxExecutionTime(SECONDS_MAX);
            return Answer.of(solutions(prepared));
        } catch (MalformedQueryException e) {
            return Answer.rejected(e.getMessage());
        } catch (RuntimeException | AssertionError e) {
            return Answer.failed(e.toString());
        }
    }

    private static List<Map<String, Value>> solutions(Query query) {
        List<Map<String, Value>> solutions = new ArrayList<>();
        if (query instanceof BooleanQuery ask) {
            return ask.evaluate() ? List.of(Map.of()) : List.of();
        }
        if (query instanceof GraphQuery graph) {
            for (Statement s : graph.evaluate().stream().distinct().toList()) {
                solutions.add(
                        Map.of(
                                "subject", s.getSubject(),
                                "predicate", s.getPredicate(),
                                "object", s.getObject()));
            }
            return solutions;
        }
        try (TupleQueryResult result = ((TupleQuery) query).evaluate()) {
            for (BindingSet bindings : result) {
                Map<String, Value> solution = new LinkedHashMap<>();
                bindings.forEach(b -> solution.put(b.getName(), b.getValue()));
                solution.keySet().retainAll(result.getBindingNames());
                solutions.add(solution);
            }
        }
        return solutions;
    }

    /** RDF4J's default graph is the union of all unless told otherwise. */
    private SimpleDataset dataset(Node query) {
        List<Node> from = query.all(Kind.FROM);
        List<Node> named = query.all(Kind.FROM_NAMED);
        SimpleDataset dataset = new SimpleDataset();
        if (from.isEmpty() && named.isEmpty()) {
            dataset.addDefaultGraph(RDF4J.NIL);
            data.graphs().forEach(graph -> dataset.addNamedGraph(iri(graph)));
        }
        for (Node clause : from) {
            boolean isDefault = clause.value().equals(Terms.DEFAULT_GRAPH);
            dataset.addDefaultGraph(isDefault ? RDF4J.NIL : iri(clause.value()));
        }
        named.forEach(clause -> dataset.addNamedGraph(iri(clause.value())));
        return dataset;
    }

    private static IRI iri(String iri) {
        return SimpleValueFactory.getInstance().createIRI(iri);
    }

    @Override
    public void close() {
        connection.close();
        repository.shutDown();
    }
}
