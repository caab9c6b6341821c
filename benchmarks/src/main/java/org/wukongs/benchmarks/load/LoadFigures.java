package org.wukongs.benchmarks.load;

import org.wukongs.benchmarks.measure.Units;

/**
 * One load in a fresh process, and the same file again into the same store.
 *
 * @param parseNs from the first byte until all triples are ids
 * @param parseCpuNs of all threads of the process, compiler and collector included
 * @param indexNs from there until they are in the graph
 * @param againNs the whole of the second load, which finds all terms and triples
 * @param bytesPerTriple as the store counts, strings not included
 * @param peakBytes greatest resident set after the first load
 */
record LoadFigures(
        long statements,
        long triples,
        long terms,
        long parseNs,
        long parseCpuNs,
        long indexNs,
        long indexCpuNs,
        long againNs,
        double bytesPerTriple,
        long peakBytes) {

    double perSecond() {
        return statements * Units.NS_PER_S / (parseNs + indexNs);
    }
}
