package org.wukongs.benchmarks.lsbench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.wukongs.benchmarks.lsbench.data.StoredCopy;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.lsbench.drive.Pace;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/**
 * Latencies against the streams' rate and against the stored triples, each with a store of its own,
 * as fast as it goes: the highest rates are past what one thread can parse in real time.
 */
final class LatencyCurves {

    private LatencyCurves() {}

    /** A point for each rate; fast streams are short, so there are fewer window ends of them. */
    static List<LatencyReport> rates(LsbenchInput input) {
        List<LatencyReport> points = new ArrayList<>();
        for (double rate : input.settings().rates()) {
            input.say("rates: x%s", rate);
            TimeScale scale = new TimeScale(rate);
            try (BenchNode bench = BenchNode.open(input.files(), scale)) {
                points.add(
                        LatencyPhase.run(input, bench, rate, input.span(scale), Pace.maxSpeed()));
            }
        }
        return points;
    }

    /** A point for each size; what is added has the same shape under other names. */
    static List<LatencyReport> sizes(LsbenchInput input) {
        double rate = input.settings().rate();
        TimeScale scale = new TimeScale(rate);
        List<LatencyReport> points = new ArrayList<>();
        for (int size : input.settings().sizes()) {
            input.say("sizes: x%d", size);
            try (BenchNode bench = BenchNode.open(input.files(), scale)) {
                for (int copy = 2; copy <= size; copy++) {
                    loadCopy(input, bench, copy);
                }
                points.add(
                        LatencyPhase.run(input, bench, rate, input.span(scale), Pace.maxSpeed()));
            }
        }
        return points;
    }

    private static void loadCopy(LsbenchInput input, BenchNode bench, int number) {
        Path file = input.scratch().resolve("copy.nt");
        try {
            StoredCopy.write(input.files().stored(), number, file);
            bench.load(file);
            Files.delete(file);
        } catch (IOException e) {
            throw new WukongsException(
                    Category.USER, "cannot write: file=" + file + " reason=" + e, e);
        }
    }
}
