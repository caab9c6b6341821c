package org.wukongs.benchmarks.engine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.jena.graph.Graph;
import org.apache.jena.graph.GraphMemFactory;
import org.apache.jena.graph.Node;
import org.apache.jena.query.ARQ;
import org.apache.jena.query.Query;
import org.apache.jena.query.QueryFactory;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.riot.out.NodeFmtLib;
import org.apache.jena.sparql.core.DatasetGraph;
import org.apache.jena.sparql.core.DatasetGraphFactory;
import org.apache.jena.sparql.core.Var;
import org.apache.jena.sparql.engine.binding.Binding;
import org.apache.jena.sparql.exec.QueryExec;
import org.apache.jena.sparql.exec.RowSet;

/**
 * Apache Jena's ARQ over GraphMem2Fast: of its graphs in memory the quickest for most queries here.
 */
final class JenaEngine implements Engine {

    private final Graph graph = GraphMemFactory.createDefaultGraphSameTerm();
    private final DatasetGraph dataset = DatasetGraphFactory.wrap(graph);

    @Override
    public String version() {
        return "Apache Jena ARQ " + ARQ.VERSION + ", in memory";
    }

    @Override
    public long load(Path nTriples) {
        RDFParser.create().source(nTriples).lang(Lang.NTRIPLES).checking(false).parse(graph);
        return graph.size();
    }

    @Override
    public Execution execute(String text) {
        long startNs = System.nanoTime();
        Query query = QueryFactory.create(text);
        long parsedNs = System.nanoTime();
        List<Binding> solutions = new ArrayList<>();
        List<Var> vars;
        try (QueryExec execution = QueryExec.dataset(dataset).query(query).build()) {
            RowSet result = execution.select();
            vars = result.getResultVars();
            result.forEach(solutions::add);
        }
        long evaluatedNs = System.nanoTime();
        List<String[]> rows = strings(solutions, vars);
        return new Execution(evaluatedNs - parsedNs, System.nanoTime() - startNs, rows);
    }

    @Override
    public PreparedExecution prepare(String text) {
        Query query = QueryFactory.create(text);
        return () -> {
            List<Binding> solutions = new ArrayList<>();
            try (QueryExec execution = QueryExec.dataset(dataset).query(query).build()) {
                execution.select().forEach(solutions::add);
            }
            return solutions.size();
        };
    }

    private static List<String[]> strings(List<Binding> solutions, List<Var> vars) {
        List<String[]> rows = new ArrayList<>(solutions.size());
        for (Binding solution : solutions) {
            String[] row = new String[vars.size()];
            for (int i = 0; i < row.length; i++) {
                Node node = solution.get(vars.get(i));
                row[i] = node == null ? null : NodeFmtLib.strNT(node);
            }
            rows.add(row);
        }
        return rows;
    }

    @Override
    public void close() {
        dataset.close();
    }
}
