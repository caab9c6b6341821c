package org.wukongs.benchmarks.result;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.wukongs.error.WukongsException;
import org.wukongs.store.cli.ErrorLine;

/** Takes down what a run finds, from its start on. Used by the command's thread. */
public final class Recorder {

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private final String benchmark;
    private final PrintWriter progress;
    private final Instant date = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private final String commit = Checkout.commit();
    private final Machine machine = Machine.current();
    private final Map<String, List<String>> jvmFlags = new LinkedHashMap<>();
    private final Map<String, Object> settings = new LinkedHashMap<>();
    private final List<Table> tables = new ArrayList<>();
    private final List<Chart> charts = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private String data;
    private String fileName;

    /** A phase of a run. */
    @FunctionalInterface
    public interface PhaseRun<P> {
        void run(P phase) throws IOException;
    }

    /** The run starts now; {@code progress} gets lines for who waits for it. */
    public Recorder(String benchmark, PrintWriter progress) {
        this.benchmark = benchmark;
        this.fileName = benchmark;
        this.progress = progress;
    }

    public void jvmFlags(String process, List<String> flags) {
        jvmFlags.put(process, flags);
    }

    public void settings(Map<String, Object> values) {
        settings.putAll(values);
    }

    public void setting(String name, Object value) {
        settings.put(name, value);
    }

    public void data(String name) {
        data = name;
    }

    /** What the run's files are called, before the date; by default, as the benchmark. */
    public void fileName(String name) {
        fileName = name;
    }

    /** A table; one without rows is left out. */
    public void table(Table table) {
        if (!table.rows().isEmpty()) {
            tables.add(table);
        }
    }

    /** A table and a picture of it; both are left out if there are no rows. */
    public void table(Table table, Chart chart) {
        table(table);
        if (!table.rows().isEmpty()) {
            chart(chart);
        }
    }

    /** One more picture of a table with rows. */
    public void chart(Chart chart) {
        charts.add(chart);
    }

    /** What is wrong fails the command, once all is written. */
    public void fail(String failure) {
        failures.add(failure);
    }

    public void say(String format, Object... facts) {
        progress.printf(format + "%n", facts);
        progress.flush();
    }

    /** One phase after the other, in their own order; one that fails is noted. */
    public <P extends Enum<P>> void phases(Set<P> phases, PhaseRun<P> run) {
        for (P phase : EnumSet.copyOf(phases)) {
            say("measuring %s", phase);
            try {
                run.run(phase);
            } catch (WukongsException | IOException e) {
                fail("phase " + phase + ": " + ErrorLine.of(e));
            }
        }
    }

    /**
     * Writes what the run found, then its tables and charts from what is written, and prints the
     * tables; also of a run with failures, which are an error then. A run that was skipped writes
     * nothing.
     */
    public void publish(Path folder, String note) throws IOException {
        if (tables.isEmpty() && failures.isEmpty()) {
            return;
        }
        String name = fileName + "-" + STAMP.format(date);
        Path json = folder.resolve(name + ".json");
        ResultFiles.write(json, result(note));
        Result result = ResultFiles.read(json, Result.class);
        String text = TextReport.of(result);
        Files.writeString(folder.resolve(name + ".txt"), text);
        for (Chart chart : result.charts()) {
            Path svg = folder.resolve(name + "-" + chart.name() + ".svg");
            Files.writeString(svg, SvgChart.of(chart, result.tables()));
        }
        new PrintStream(System.out, true, StandardCharsets.UTF_8).print(text);
        System.out.println("written: " + json);
        if (!failures.isEmpty()) {
            throw WukongsException.fatal(
                    "the benchmark failed: failures=%d first: %s"
                            .formatted(failures.size(), failures.get(0)));
        }
    }

    Result result(String note) {
        return new Result(
                benchmark,
                Result.VERSION,
                date.toString(),
                commit,
                note,
                machine,
                Machine.current().loadAverage(),
                jvmFlags,
                settings,
                data,
                tables,
                charts,
                failures);
    }
}
