package org.wukongs.benchmarks.measure;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import picocli.CommandLine.Option;

/** What all benchmarks with a table have in common: where data is, and where results go. */
public final class ReportOptions {

    @Option(
            names = "--bench-dir",
            paramLabel = "DIR",
            description = "Folder of benchmark data (default ../shared/bench beside the checkout).")
    private Path benchDir;

    @Option(
            names = "--note",
            paramLabel = "TEXT",
            defaultValue = "",
            description = "What readers of the result should know.")
    private String note;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where results go (default benchmarks/results of the checkout).")
    private Path out;

    /** A file of the benchmark data; it need not be there. */
    public Path data(String file) {
        return (benchDir == null ? Checkout.resolve("../shared/bench") : benchDir).resolve(file);
    }

    public String note() {
        return note;
    }

    /**
     * Writes a report as JSON, its table and its charts, and prints the table.
     *
     * @param name of the files, before the date
     * @param charts what comes behind the date in their files' names → SVG
     */
    public void publish(
            String name, String date, Object report, String table, Map<String, String> charts)
            throws IOException {
        Path folder = out == null ? Checkout.resolve("benchmarks/results") : out;
        String stamped = ResultFiles.stamped(name, Instant.parse(date));
        Path json = folder.resolve(stamped + ".json");
        ResultFiles.write(json, report);
        Files.writeString(folder.resolve(stamped + ".txt"), table);
        for (Map.Entry<String, String> chart : charts.entrySet()) {
            Files.writeString(
                    folder.resolve(stamped + "-" + chart.getKey() + ".svg"), chart.getValue());
        }
        new PrintStream(System.out, true, StandardCharsets.UTF_8).print(table);
        System.out.println("written: " + json);
    }

    /** What failed in a run, once its report is published, fails the command. */
    public static void failOn(List<String> failures) {
        if (!failures.isEmpty()) {
            throw new WukongsException(
                    Category.FATAL,
                    "the benchmark failed: failures="
                            + failures.size()
                            + " first: "
                            + failures.get(0));
        }
    }
}
