package org.wukongs.benchmarks.jmh;

import java.io.IOException;
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
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.measure.OptionChecks;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.ResultOptions;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.benchmarks.result.TableShape;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

    private static final String HEAP = "2g";

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

    @Mixin private ResultOptions output;
    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        check();
        Recorder recorder = new Recorder("jmh", spec.commandLine().getErr());
        recorder.jvmFlags("each fork", ChildProcess.storeFlags(HEAP));
        recorder.setting("forks", quick ? 0 : forks);
        recorder.setting("iterations", quick ? 1 : iterations);
        recorder.setting("seconds", seconds);
        try {
            List<RunResult> results = List.copyOf(new Runner(options()).run());
            if (results.isEmpty()) {
                throw new WukongsException(Category.FATAL, "no benchmark gave a result");
            }
            recorder.table(table(results));
        } catch (NoBenchmarksException e) {
            throw new WukongsException(
                    Category.USER, "no benchmark has this in its name: regex=" + regex, e);
        } catch (RunnerException e) {
            throw new WukongsException(Category.USER, "JMH failed: reason=" + e.getMessage(), e);
        }
        output.publish("jmh", recorder);
        return 0;
    }

    private static Table table(List<RunResult> results) {
        return new TableShape<RunResult>("jmh", "Single operations, means of all forks' iterations")
                .column("benchmark", one -> name(one.getParams()))
                .column("parameters", one -> parameters(one.getParams()))
                .column("score", one -> one.getPrimaryResult().getScore())
                .column("scoreError", "± 99.9 %", "", one -> one.getPrimaryResult().getScoreError())
                .column("unit", one -> one.getPrimaryResult().getScoreUnit())
                .kept("mode", "", one -> one.getParams().getMode().shortLabel())
                .kept("scores", "", JmhCommand::scores)
                .of(results);
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

    private void check() {
        OptionChecks check = new OptionChecks(spec);
        check.atLeastOne("--forks", forks);
        check.atLeastOne("--iterations", iterations);
        check.aboveZero("--seconds", seconds);
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
