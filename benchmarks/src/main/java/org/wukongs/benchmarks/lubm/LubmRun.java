package org.wukongs.benchmarks.lubm;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.wukongs.benchmarks.engine.EngineName;
import org.wukongs.benchmarks.lubm.LubmReport.Settings;
import org.wukongs.benchmarks.measure.Checkout;
import org.wukongs.benchmarks.measure.Machine;
import org.wukongs.benchmarks.measure.ResultFiles;
import org.wukongs.benchmarks.worker.WorkerProcess;
import org.wukongs.benchmarks.worker.WorkerResult;
import org.wukongs.benchmarks.worker.WorkerTask;
import org.wukongs.error.WukongsException;

/**
 * Round after round, each engine in a fresh process, one at a time; every second round in reverse
 * order, so that none always has the warmer machine. An engine that failed is left out of what
 * follows.
 */
final class LubmRun {

    private final Settings settings;
    private final WorkerProcess process;
    private final List<EngineName> engines;
    private final PrintWriter progress;
    private final Map<EngineName, List<WorkerResult>> results = new EnumMap<>(EngineName.class);
    private final List<List<String>> order = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    LubmRun(
            Settings settings,
            WorkerProcess process,
            List<EngineName> engines,
            PrintWriter progress) {
        this.settings = settings;
        this.process = process;
        this.engines = new ArrayList<>(engines);
        this.progress = progress;
    }

    /** Measures everything; {@code expectedRows} is null where nobody knows. */
    LubmReport run(
            Path source, LubmData data, long[] expectedRows, String note, List<String> skipped) {
        Instant date = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        String commit = Checkout.commit();
        Machine machine = Machine.current();
        Path taskFile = process.folder().resolve("task.json");
        ResultFiles.write(taskFile, task(data));
        for (int round = 1; round <= settings.rounds(); round++) {
            round(round, taskFile);
        }
        failures.addAll(Agreement.failures(results, expectedRows));
        List<EngineReport> reports = new ArrayList<>();
        results.forEach((engine, rounds) -> reports.add(EngineReport.of(engine, rounds)));
        return new LubmReport(
                LubmReport.BENCHMARK,
                LubmReport.VERSION,
                date.toString(),
                commit,
                note,
                machine,
                Machine.current().loadAverage(),
                settings,
                source.getFileName().toString(),
                order,
                reports,
                Comparison.of(reports),
                skipped,
                failures);
    }

    private void round(int round, Path taskFile) {
        List<EngineName> now = new ArrayList<>(engines);
        if (round % 2 == 0) {
            Collections.reverse(now);
        }
        order.add(now.stream().map(EngineName::toString).toList());
        for (EngineName engine : now) {
            progress.printf("round %d of %d: %s%n", round, settings.rounds(), engine);
            progress.flush();
            try {
                WorkerResult result = process.run(engine, taskFile);
                results.computeIfAbsent(engine, e -> new ArrayList<>()).add(result);
            } catch (WukongsException e) {
                failures.add(e.getMessage());
                engines.remove(engine);
            }
        }
    }

    private WorkerTask task(LubmData data) {
        return new WorkerTask(
                data.nTriples().toString(),
                LubmQueries.all(),
                LubmQueries.lightMix(data, settings.seed(), settings.mixQueries()),
                settings.repeat(),
                settings.warmUpSeconds(),
                settings.querySeconds(),
                settings.mixSeconds());
    }
}
