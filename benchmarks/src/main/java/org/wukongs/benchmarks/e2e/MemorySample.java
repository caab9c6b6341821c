package org.wukongs.benchmarks.e2e;

import java.util.List;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.benchmarks.result.TableShape;

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
        double brokerResidentMb) {

    static Table table(List<MemorySample> samples) {
        return new TableShape<MemorySample>(
                        "memory", "Memory over time, in MB; heaps after a full collection")
                .column("second", MemorySample::second)
                .column("tuples", MemorySample::sentTuples)
                .column("flinkHeapMb", "flink heap", "MB", MemorySample::flinkHeapMb)
                .column("flinkResidentMb", "flink resident", "MB", MemorySample::flinkResidentMb)
                .column("storeHeapMb", "store heap", "MB", MemorySample::storeHeapMb)
                .column("storeResidentMb", "store resident", "MB", MemorySample::storeResidentMb)
                .column("brokerResidentMb", "broker resident", "MB", MemorySample::brokerResidentMb)
                .of(samples);
    }
}
