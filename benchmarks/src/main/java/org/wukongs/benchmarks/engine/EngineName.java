package org.wukongs.benchmarks.engine;

import java.util.Locale;

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
    public Engine create() {
        return switch (this) {
            case WUKONGS -> new WukongsEngine();
            case RDF4J -> new Rdf4jEngine();
            case JENA -> new JenaEngine();
            case OXIGRAPH ->
                    throw new UnsupportedOperationException("not of this JVM: engine=" + this);
        };
    }

    /** As options and result files name it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
