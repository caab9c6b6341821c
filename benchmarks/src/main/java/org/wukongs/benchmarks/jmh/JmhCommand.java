package org.wukongs.benchmarks.jmh;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
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
import org.wukongs.benchmarks.measure.Benchmark;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wukongs bench jmh}. */
@Command(
        name = "jmh",
        description = "Single operations of dictionary, stored graph and stream index.")
public final class JmhCommand extends Benchmark {

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

    @Override
    protected void prepare() {
        try {
            Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            throw wrong(
                    "not a regular expression: regex=" + regex + " reason=" + e.getDescription());
        }
    }

    @Override
    protected void measure(Recorder recorder, Path scratch) {
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

    /** If it is quick, without what takes time: JVMs, warm-up, much data, several values. */
    private Options options() {
        TimeValue time = TimeValue.milliseconds(Math.max(1, (long) (seconds * 1000)));
        ChainedOptionsBuilder options =
                new OptionsBuilder()
                        .include(regex)
                        .mode(quick ? Mode.SingleShotTime : Mode.AverageTime)
                        .timeUnit(TimeUnit.NANOSECONDS)
                        .forks(quick ? 0 : forks)
                        .warmupIterations(quick ? 0 : iterations)
                        .warmupTime(time)
                        .measurementIterations(quick ? 1 : iterations)
                        .measurementTime(time)
                        .jvmArgs(ChildProcess.storeFlags(HEAP).toArray(new String[0]))
                        .shouldFailOnError(true);
        if (quick) {
            QUICK_PARAMETERS.forEach(options::param);
        }
        return options.build();
    }
}
