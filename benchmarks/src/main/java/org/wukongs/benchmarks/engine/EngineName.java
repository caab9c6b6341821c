package org.wukongs.benchmarks.engine;

import java.util.Locale;
import org.apache.jena.graph.GraphMemFactory;
import org.apache.jena.sparql.core.DatasetGraphFactory;

/** The stores that can be compared. */
public enum EngineName {
    WUKONGS,
    /** The same behind HTTP. */
    WUKONGS_HTTP,
    RDF4J,
    /** Over GraphMem2Fast: of its graphs in memory the quickest for most queries. */
    JENA,
    /** Over its dataset with transactions, which is many times slower in queries. */
    JENA_TXN,
    /** Not of this JVM: a Python process drives it. */
    OXIGRAPH;

    /** Whether it is this project's, whose data is outside of the heap. */
    public boolean own() {
        return this == WUKONGS || this == WUKONGS_HTTP;
    }

    /** Whether it runs in a JVM, so that {@link #create} makes one. */
    public boolean java() {
        return this != OXIGRAPH;
    }

    /** An empty store. */
    Engine create() {
        return switch (this) {
            case WUKONGS -> new WukongsEngine();
            case WUKONGS_HTTP -> Rdf4jEngine.wukongsHttp();
            case RDF4J -> Rdf4jEngine.memoryStore();
            case JENA ->
                    new JenaEngine(
                            DatasetGraphFactory.wrap(GraphMemFactory.createDefaultGraphSameTerm()));
            case JENA_TXN -> new JenaEngine(DatasetGraphFactory.createTxnMem());
            case OXIGRAPH -> throw new IllegalStateException("not of this JVM: engine=" + this);
        };
    }

    /** As options and result files name it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
