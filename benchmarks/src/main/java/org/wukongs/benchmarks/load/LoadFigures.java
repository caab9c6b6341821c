package org.wukongs.benchmarks.load;

/**
 * One load in a fresh process, and the same file again into the same store.
 *
 * @param parseNs from the first byte until all triples are ids
 * @param parseCpuNs of all threads of the process, compiler and collector included
 * @param indexNs from there until they are in the graph
 * @param againNs the whole of the second load, which finds all terms and triples
 * @param graphBytesPerTriple as the store counts, strings not included
 * @param peakBytes greatest resident set after the first load
 */
public record LoadFigures(
        long statements,
        long triples,
        long terms,
        long parseNs,
        long parseCpuNs,
        long indexNs,
        long indexCpuNs,
        long againNs,
        double graphBytesPerTriple,
        long peakBytes) {

    double statementsPerSecond() {
        return statements * 1e9 / (parseNs + indexNs);
    }

    double againPerSecond() {
        return statements * 1e9 / againNs;
    }
}
