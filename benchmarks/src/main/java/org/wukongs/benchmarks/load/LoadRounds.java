package org.wukongs.benchmarks.load;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.benchmarks.load.LoadReport.VariantReport;
import org.wukongs.benchmarks.measure.Checkout;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.measure.Machine;
import org.wukongs.benchmarks.measure.ResultFiles;

/** Round after round, each way to load in a fresh process; every second round in reverse order. */
final class LoadRounds {

    private final List<String> jvmFlags;
    private final ChildProcess process;
    private final PrintWriter progress;

    LoadRounds(List<String> jvmFlags, ChildProcess process, PrintWriter progress) {
        this.jvmFlags = jvmFlags;
        this.process = process;
        this.progress = progress;
    }

    /** {@code plain} is {@code source} decompressed. */
    LoadReport run(Path source, Path plain, List<LoadVariant> variants, int rounds, String note) {
        Instant date = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Machine machine = Machine.current();
        String commit = Checkout.commit();
        Map<LoadVariant, List<LoadFigures>> figures = new LinkedHashMap<>();
        variants.forEach(variant -> figures.put(variant, new ArrayList<>()));
        for (int round = 1; round <= rounds; round++) {
            List<LoadVariant> order = new ArrayList<>(figures.keySet());
            if (round % 2 == 0) {
                Collections.reverse(order);
            }
            for (LoadVariant variant : order) {
                progress.println("round " + round + " of " + rounds + ": " + variant.label());
                figures.get(variant).add(measure(variant, plain));
            }
        }
        List<VariantReport> reports = new ArrayList<>();
        figures.forEach(
                (variant, measured) -> reports.add(new VariantReport(variant.label(), measured)));
        return new LoadReport(
                LoadReport.BENCHMARK,
                LoadReport.VERSION,
                date.toString(),
                commit,
                note,
                machine,
                Machine.current().loadAverage(),
                jvmFlags,
                source.getFileName().toString(),
                reports);
    }

    private LoadFigures measure(LoadVariant variant, Path plain) {
        Path result = process.folder().resolve("load-result.json");
        List<String> command = new ArrayList<>(ChildProcess.java(jvmFlags, LoadMeasurement.class));
        command.addAll(List.of(variant.arguments()));
        command.add(plain.toString());
        command.add(result.toString());
        process.run(variant.arguments()[0], command);
        return ResultFiles.read(result, LoadFigures.class);
    }
}
