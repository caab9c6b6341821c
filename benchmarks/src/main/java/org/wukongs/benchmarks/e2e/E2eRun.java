package org.wukongs.benchmarks.e2e;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.wukongs.benchmarks.e2e.job.JobKind;
import org.wukongs.error.WukongsException;

/** The phases of a run, one after the other; one that fails does not end the others. */
final class E2eRun {

    private final PrintWriter progress;
    private final List<String> failures = new ArrayList<>();
    private final List<LiveReport> latency = new ArrayList<>();
    private final List<LiveReport> flinkSql = new ArrayList<>();
    private LiveReport throughput;
    private ConnectorReport connector;
    private List<RowsReport> rows = List.of();

    E2eRun(PrintWriter progress) {
        this.progress = progress;
    }

    void run(Stage stage, Set<E2ePhase> phases) {
        for (E2ePhase phase : phases) {
            progress.println("measuring " + phase);
            progress.flush();
            try {
                run(stage, phase);
            } catch (WukongsException e) {
                failures.add("phase " + phase + ": " + e.getMessage());
            }
        }
    }

    private void run(Stage stage, E2ePhase phase) {
        E2eSettings settings = stage.settings();
        switch (phase) {
            case THROUGHPUT ->
                    throughput =
                            new LiveRun(stage, JobKind.STORE, true)
                                    .run(List.of(settings.rate()), settings.throughputSeconds())
                                    .get(0);
            case LATENCY -> latency.addAll(live(stage, JobKind.STORE));
            case CONNECTOR -> connector = new ConnectorPhase(stage).run();
            case FLINK_SQL -> {
                rows = new RowsPhase(stage, failures::add).run();
                for (JobKind kind : RowsPhase.FLINK_SQL) {
                    flinkSql.addAll(live(stage, kind));
                }
            }
        }
    }

    private static List<LiveReport> live(Stage stage, JobKind kind) {
        E2eSettings settings = stage.settings();
        return new LiveRun(stage, kind, false)
                .run(settings.latencyRates(), settings.latencySeconds());
    }

    E2eFigures figures() {
        return new E2eFigures(throughput, latency, connector, flinkSql, rows);
    }

    List<String> failures() {
        return failures;
    }
}
