package org.wukongs.benchmarks.load;

import java.util.List;
import org.wukongs.benchmarks.measure.Machine;

/** The result file. */
public record LoadReport(
        String benchmark,
        int version,
        String date,
        String commit,
        String note,
        Machine machine,
        double loadAverageAtEnd,
        List<String> jvmFlags,
        String data,
        List<VariantReport> variants) {

    static final String BENCHMARK = "load";
    static final int VERSION = 1;

    /** One way to load, round by round. */
    public record VariantReport(String name, List<LoadFigures> rounds) {}
}
