package org.wukongs.benchmarks.jmh;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.FixedCatalog;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.plan.CompiledQuery;
import org.wukongs.store.plan.QueryCompiler;

/** Steps of one-shot queries, through the store's front door. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class QueryBenchmark {

    private static final String LOOK_UP =
            "PREFIX : <http://example.org/> SELECT ?x { :hub :lists ?x . ?x :likes :target }";

    private static final String EXPAND =
            "PREFIX : <http://example.org/> SELECT ?y { :hub :lists ?x . ?x :knows ?y }";

    private static final String LIGHT =
            "PREFIX : <http://example.org/> SELECT ?y { :item7 :knows ?y }";

    private static final String SEVEN_PATTERNS =
            "PREFIX : <http://example.org/> SELECT ?a ?b ?c { ?a a :Student . ?a :degree ?b ."
                    + " ?b a :University . ?a :memberOf ?c . ?c a :Department . ?c :partOf ?b ."
                    + " ?a :age ?age FILTER(?age > 20) }";

    private StoreNode node;

    @Setup
    public void load() {
        node = BenchGraph.node();
        expectRows(LOOK_UP, 0);
        expectRows(EXPAND, BenchGraph.EDGES);
        expectRows(LIGHT, BenchGraph.EDGES_PER_ITEM);
    }

    /** Per triple: is (s, p, o) there? Asked 10,000 times in one query; it never is. */
    @Benchmark
    @OperationsPerInvocation(BenchGraph.ITEMS)
    public List<String[]> lookUp() {
        return node.query(LOOK_UP).rows();
    }

    /**
     * Per neighbour: 10,000 lists of ten each, walked, and rows with their strings made of them.
     */
    @Benchmark
    @OperationsPerInvocation(BenchGraph.EDGES)
    public List<String[]> expand() {
        return node.query(EXPAND).rows();
    }

    /** One small query from its text to ten rows. */
    @Benchmark
    public List<String[]> lightQuery() {
        return node.query(LIGHT).rows();
    }

    /** Seven patterns and a filter, from text to something that runs. */
    @Benchmark
    public CompiledQuery parseAndCompile() {
        return QueryCompiler.compile(CsparqlParser.parse(SEVEN_PATTERNS, FixedCatalog.EMPTY));
    }

    private void expectRows(String query, int expected) {
        int found = node.query(query).rows().size();
        if (found != expected) {
            throw new IllegalStateException(
                    "wrong rows: query=" + query + " expected=" + expected + " found=" + found);
        }
    }
}
