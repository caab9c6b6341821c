package org.wukongs.benchmarks.load;

/**
 * A way to load.
 *
 * @param rdf4jParser RDF4J's parser feeds the store, string by string, on one thread
 * @param threads that parse and encode
 */
public record LoadVariant(boolean rdf4jParser, int threads) {

    static LoadVariant ofArguments(String parser, String threads) {
        return new LoadVariant(parser.equals("rdf4j"), Integer.parseInt(threads));
    }

    String[] arguments() {
        return new String[] {rdf4jParser ? "rdf4j" : "loader", Integer.toString(threads)};
    }

    /** As tables name it. */
    @Override
    public String toString() {
        return rdf4jParser ? "rdf4j parser" : "loader, threads=" + threads;
    }
}
