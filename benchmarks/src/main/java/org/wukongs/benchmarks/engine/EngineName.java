package org.wukongs.benchmarks.engine;

import java.util.Locale;
import org.eclipse.rdf4j.model.vocabulary.RDF4J;

/** The stores that can be compared. */
public enum EngineName {
    WUKONGS,
    RDF4J,
    JENA,
    /** Not of this JVM: a Python process drives it. */
    OXIGRAPH;

    /** Whether it runs in a JVM, so that {@link #create} makes one. */
    public boolean java() {
        return this != OXIGRAPH;
    }

    /** An empty store. */
    Engine create() {
        return switch (this) {
            case WUKONGS -> new WukongsEngine();
            case RDF4J -> new Rdf4jEngine();
            case JENA -> new JenaEngine();
            case OXIGRAPH -> throw new IllegalStateException("not of this JVM: engine=" + this);
        };
    }

    /** As options and result files name it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
