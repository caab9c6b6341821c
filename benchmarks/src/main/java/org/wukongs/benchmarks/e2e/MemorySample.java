package org.wukongs.benchmarks.e2e;

/**
 * At a moment of a live run. Heaps are after a full collection.
 *
 * @param second since the measurement's start
 */
record MemorySample(
        double second,
        long sentTuples,
        double flinkHeapMb,
        double flinkResidentMb,
        double storeHeapMb,
        double storeResidentMb,
        double brokerResidentMb) {}
