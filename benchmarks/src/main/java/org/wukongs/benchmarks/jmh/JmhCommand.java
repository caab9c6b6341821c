package org.wukongs.benchmarks.jmh;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.wukongs.benchmarks.measure.BenchRun;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.measure.OptionValues;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.ResultOptions;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code wukongs bench jmh}. */
@Command(
        name = "jmh",
        description = "Single operations of dictionary, stored graph and stream index.",
        showDefaultValues = true,
        mixinStandardHelpOptions = true)
public final class JmhCommand implements Callable<Integer> {

    private static final String HEAP = "2g";

    /** One value of each parameter of a benchmark, sizes small. */
    private static final Map<String, String> QUICK_PARAMETERS =
            Map.of("marked", "1", "marking", "true", "terms", "10000", "vertices", "20000");

    @Parameters(
            arity = "0..1",
            defaultValue = ".*",
            description = "Which benchmarks, by a part of class and method (default: all).")
    private String regex;

    @Option(names = "--forks", description = "JVMs for each benchmark.")
    private int forks = 2;

    @Option(names = "--iterations", description = "Measured and warm-up iterations in each JVM.")
    private int iterations = 5;

    @Option(names = "--seconds", description = "Time of an iteration.")
    private double seconds = 1;

    @Option(
            names = "--quick",
            description =
                    "Each benchmark once, over little data, in this JVM: a look at whether all of"
                            + " them run. The figures say nothing.")
    private boolean quick;

    @Mixin private ResultOptions output;
    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        checkRegex();
        return BenchRun.run("jmh", spec, output, (recorder, scratch) -> measure(recorder));
    }

    private void measure(Recorder recorder) {
        recorder.jvmFlags("each fork", ChildProcess.storeFlags(HEAP));
        try {
            Collection<RunResult> results = new Runner(options()).run();
            if (results.isEmpty()) {
                throw WukongsException.fatal("no benchmark gave a result");
            }
            recorder.table(table(results));
        } catch (NoBenchmarksException e) {
            throw new WukongsException(
                    Category.USER, "no benchmark has this in its name: regex=" + regex, e);
        } catch (RunnerException e) {
            throw new WukongsException(Category.USER, "JMH failed: reason=" + e.getMessage(), e);
        }
    }

    private static Table table(Collection<RunResult> results) {
        Table table = new Table("jmh", "Single operations, means of all forks' iterations");
        for (RunResult one : results) {
            table.row()
                    .cell("benchmark", name(one.getParams()))
                    .cell("parameters", parameters(one.getParams()))
                    .cell("score", one.getPrimaryResult().getScore())
                    .cell("scoreError", "± 99.9 %", one.getPrimaryResult().getScoreError())
                    .cell("unit", one.getPrimaryResult().getScoreUnit())
                    .kept("mode", one.getParams().getMode().shortLabel())
                    .kept("scores", scores(one));
        }
        return table;
    }

    /** Class and method. */
    private static String name(BenchmarkParams benchmark) {
        String name = benchmark.getBenchmark();
        int method = name.lastIndexOf('.');
        return name.substring(name.lastIndexOf('.', method - 1) + 1);
    }

    private static String parameters(BenchmarkParams benchmark) {
        return benchmark.getParamsKeys().stream()
                .map(key -> key + "=" + benchmark.getParam(key))
                .collect(Collectors.joining(" "));
    }

    /** Of each iteration, fork by fork. */
    private static List<Double> scores(RunResult result) {
        return result.getBenchmarkResults().stream()
                .flatMap(fork -> fork.getIterationResults().stream())
                .map(iteration -> iteration.getPrimaryResult().getScore())
                .toList();
    }

    private Options options() {
        TimeValue time = TimeValue.milliseconds(Math.max(1, (long) (seconds * 1000)));
        ChainedOptionsBuilder options =
                new OptionsBuilder()
                        .include(regex)
                        .forks(forks)
                        .warmupIterations(iterations)
                        .warmupTime(time)
                        .measurementIterations(iterations)
                        .measurementTime(time)
                        .jvmArgs(ChildProcess.storeFlags(HEAP).toArray(new String[0]))
                        .shouldFailOnError(true);
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

    private void checkRegex() {
        try {
            Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            throw OptionValues.wrong(
                    spec,
                    "not a regular expression: regex=" + regex + " reason=" + e.getDescription());
        }
    }
}
