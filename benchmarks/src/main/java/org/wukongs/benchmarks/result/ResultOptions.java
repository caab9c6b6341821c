package org.wukongs.benchmarks.result;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.wukongs.error.WukongsException;
import picocli.CommandLine.Option;

/** Where the result of any benchmark goes. */
public final class ResultOptions {

    @Option(names = "--note", description = "What readers of the result should know.")
    private String note;

    @Option(
            names = "--out",
            description = "Where results go (default benchmarks/results of the checkout).")
    private Path out;

    /**
     * Writes what a run found, then its tables and charts from what is written, and prints the
     * tables; also of a run with failures, which are an error then. A run that was skipped writes
     * nothing.
     */
    public void publish(Recorder recorder) throws IOException {
        if (recorder.isEmpty()) {
            return;
        }
        Path folder = out == null ? Checkout.resolve("benchmarks/results") : out;
        String stamped = recorder.stampedName();
        Path json = folder.resolve(stamped + ".json");
        ResultFiles.write(json, recorder.result(note == null ? "" : note));
        Result result = ResultFiles.read(json, Result.class);
        String text = TextReport.of(result);
        Files.writeString(folder.resolve(stamped + ".txt"), text);
        for (Chart chart : result.charts()) {
            Files.writeString(
                    folder.resolve(stamped + "-" + chart.name() + ".svg"),
                    SvgChart.of(chart, result.tables()));
        }
        new PrintStream(System.out, true, StandardCharsets.UTF_8).print(text);
        System.out.println("written: " + json);
        List<String> failures = result.failures();
        if (!failures.isEmpty()) {
            throw WukongsException.fatal(
                    "the benchmark failed: failures="
                            + failures.size()
                            + " first: "
                            + failures.get(0));
        }
    }
}
