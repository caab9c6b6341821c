package org.wukongs.benchmarks.jmh;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.wukongs.benchmarks.measure.Checkout;
import org.wukongs.benchmarks.measure.Machine;
import org.wukongs.benchmarks.measure.ResultFiles;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code wukongs bench jmh}. */
@Command(
        name = "jmh",
        description = "Micro-benchmarks: look-up, expand, insert, parse and compile, dictionary.",
        mixinStandardHelpOptions = true)
public final class JmhCommand implements Callable<Integer> {

    private static final String[] JVM_FLAGS = {
        "-Xmx2g",
        "-XX:+UseParallelGC",
        "--add-opens=java.base/java.nio=ALL-UNNAMED",
        "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED"
    };

    /** One value of each parameter of a benchmark, sizes small. */
    private static final Map<String, String> QUICK_PARAMETERS =
            Map.of(
                    "marked", "1",
                    "threadCount", "2",
                    "terms", "10000",
                    "vertices", "20000",
                    "queries", "1000",
                    "users", "500");

    @Parameters(
            arity = "0..1",
            paramLabel = "REGEX",
            defaultValue = ".*",
            description = "Which benchmarks, by a part of class and method (default: all).")
    private String regex;

    @Option(
            names = "--forks",
            paramLabel = "N",
            defaultValue = "2",
            description = "JVMs for each benchmark (default ${DEFAULT-VALUE}).")
    private int forks;

    @Option(
            names = "--iterations",
            paramLabel = "N",
            defaultValue = "5",
            description = "Measured and warm-up iterations in each JVM (default ${DEFAULT-VALUE}).")
    private int iterations;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "1",
            description = "Time of an iteration (default ${DEFAULT-VALUE}).")
    private double seconds;

    @Option(
            names = "--quick",
            description =
                    "Each benchmark once, over little data, in this JVM: a look at whether all of"
                            + " them run. The figures say nothing.")
    private boolean quick;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where results go (default benchmarks/results of the checkout).")
    private Path out;

    @Spec private CommandSpec spec;

    /** The result file: where and of what, around JMH's own format. */
    record JmhReport(
            String benchmark,
            int version,
            String date,
            String commit,
            Machine machine,
            double loadAverageAtEnd,
            JsonNode results) {}

    @Override
    public Integer call() throws IOException {
        check();
        Instant date = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        String commit = Checkout.commit();
        Machine machine = Machine.current();
        Path raw = Files.createTempFile("wukongs-jmh-", ".json");
        try {
            int count = new Runner(options(raw)).run().size();
            if (count == 0) {
                throw new WukongsException(Category.FATAL, "no benchmark gave a result");
            }
            Path folder = out == null ? Checkout.resolve("benchmarks/results") : out;
            Path file = folder.resolve(ResultFiles.stamped("jmh", date) + ".json");
            ResultFiles.write(
                    file,
                    new JmhReport(
                            "jmh",
                            1,
                            date.toString(),
                            commit,
                            machine,
                            Machine.current().loadAverage(),
                            ResultFiles.read(raw, JsonNode.class)));
            System.out.println("written: " + file);
            return 0;
        } catch (NoBenchmarksException e) {
            throw new WukongsException(
                    Category.USER, "no benchmark has this in its name: regex=" + regex, e);
        } catch (RunnerException e) {
            throw new WukongsException(Category.USER, "JMH failed: reason=" + e.getMessage(), e);
        } finally {
            Files.delete(raw);
        }
    }

    private Options options(Path raw) {
        TimeValue time = TimeValue.milliseconds(Math.max(1, (long) (seconds * 1000)));
        ChainedOptionsBuilder options =
                new OptionsBuilder()
                        .include(regex)
                        .forks(forks)
                        .warmupIterations(iterations)
                        .warmupTime(time)
                        .measurementIterations(iterations)
                        .measurementTime(time)
                        .jvmArgs(JVM_FLAGS)
                        .shouldFailOnError(true)
                        .resultFormat(ResultFormatType.JSON)
                        .result(raw.toString());
        return (quick ? once(options) : options).build();
    }

    /** What takes time at large: JVMs, warm-up, set-up of much data, several values. */
    private static ChainedOptionsBuilder once(ChainedOptionsBuilder options) {
        QUICK_PARAMETERS.forEach(options::param);
        return options.forks(0)
                .mode(Mode.SingleShotTime)
                .warmupIterations(0)
                .measurementIterations(1);
    }

    private void check() {
        if (forks < 1 || iterations < 1 || !(seconds > 0)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--forks and --iterations must be at least 1, --seconds above 0: forks="
                            + forks
                            + " iterations="
                            + iterations
                            + " seconds="
                            + seconds);
        }
        try {
            Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    "not a regular expression: regex=" + regex + " reason=" + e.getDescription(),
                    e);
        }
    }
}
