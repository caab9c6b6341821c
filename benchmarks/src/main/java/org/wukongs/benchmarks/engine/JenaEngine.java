package org.wukongs.benchmarks.engine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.jena.graph.Graph;
import org.apache.jena.graph.Node;
import org.apache.jena.query.ARQ;
import org.apache.jena.query.Query;
import org.apache.jena.query.QueryFactory;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.riot.RDFParserBuilder;
import org.apache.jena.riot.out.NodeFmtLib;
import org.apache.jena.sparql.core.DatasetGraph;
import org.apache.jena.sparql.core.Var;
import org.apache.jena.sparql.engine.binding.Binding;
import org.apache.jena.sparql.exec.QueryExec;
import org.apache.jena.sparql.exec.RowSet;
import org.apache.jena.sparql.exec.UpdateExec;
import org.apache.jena.system.Txn;

/** Apache Jena's ARQ over a dataset in memory. */
final class JenaEngine implements Engine {

    private final DatasetGraph dataset;

    JenaEngine(DatasetGraph dataset) {
        this.dataset = dataset;
    }

    /** All solutions of a query as Jena's own values. */
    private record Solutions(List<Var> vars, List<Binding> bindings) {}

    @Override
    public String version() {
        return "Apache Jena ARQ " + ARQ.VERSION + ", " + dataset.getClass().getSimpleName();
    }

    @Override
    public long load(Path nTriples) {
        Graph graph = dataset.getDefaultGraph();
        RDFParserBuilder parser = RDFParser.create().source(nTriples).lang(Lang.NTRIPLES);
        Txn.executeWrite(dataset, () -> parser.checking(false).parse(graph));
        return Txn.calculateRead(dataset, graph::size);
    }

    /** A transaction each; without effect where the dataset has none. */
    @Override
    public void update(String request) {
        Txn.executeWrite(dataset, () -> UpdateExec.dataset(dataset).update(request).execute());
    }

    @Override
    public Execution execute(String text) {
        long startNs = System.nanoTime();
        Query query = QueryFactory.create(text);
        long parsedNs = System.nanoTime();
        Solutions solutions = solutions(query);
        long evaluatedNs = System.nanoTime();
        List<String[]> rows = strings(solutions);
        return new Execution(evaluatedNs - parsedNs, System.nanoTime() - startNs, rows);
    }

    private Solutions solutions(Query query) {
        try (QueryExec execution = QueryExec.dataset(dataset).query(query).build()) {
            RowSet result = execution.select();
            List<Binding> bindings = new ArrayList<>();
            result.forEach(bindings::add);
            return new Solutions(result.getResultVars(), bindings);
        }
    }

    private static List<String[]> strings(Solutions solutions) {
        List<String[]> rows = new ArrayList<>(solutions.bindings().size());
        for (Binding binding : solutions.bindings()) {
            String[] row = new String[solutions.vars().size()];
            for (int i = 0; i < row.length; i++) {
                Node node = binding.get(solutions.vars().get(i));
                row[i] = node == null ? null : NodeFmtLib.strNT(node);
            }
            rows.add(row);
        }
        return rows;
    }

    /** Parsed queries: ARQ plans at each execution. */
    @Override
    public Prepared prepare(List<NamedQuery> queries) {
        List<Query> parsed = new ArrayList<>();
        queries.forEach(query -> parsed.add(QueryFactory.create(query.text())));
        return query -> solutions(parsed.get(query)).bindings().size();
    }

    @Override
    public void close() {
        dataset.close();
    }
}
