package org.wukongs.benchmarks.measure;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.wukongs.benchmarks.result.Checkout;
import org.wukongs.benchmarks.result.Recorder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A benchmark as a command: its options are checked and recorded, it measures, and what it found is
 * published.
 */
@Command(showDefaultValues = true, mixinStandardHelpOptions = true)
public abstract class Benchmark implements Callable<Integer> {

    @Option(names = "--note", description = "What readers of the result should know.")
    private String note;

    @Option(
            names = "--out",
            description = "Where results go (default benchmarks/results of the checkout).")
    private Path out;

    @Spec private CommandSpec spec;

    @Override
    public final Integer call() throws IOException {
        prepare();
        spec.options().forEach(this::check);
        Recorder recorder = new Recorder(spec.name(), spec.commandLine().getErr());
        recorder.settings(settings());
        try (ScratchFolder scratch = new ScratchFolder()) {
            measure(recorder, scratch.path());
        }
        Path folder = out == null ? Checkout.resolve("benchmarks/results") : out;
        recorder.publish(folder, note == null ? "" : note);
        return 0;
    }

    /** Changes options before they are checked and recorded, as {@code --quick} does. */
    protected void prepare() {}

    /**
     * Measures.
     *
     * @param scratch a folder that goes with the run
     */
    protected abstract void measure(Recorder recorder, Path scratch) throws IOException;

    /** Wrong usage of this command. */
    protected final ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** Flags of this process, without what says where things are. */
    public static List<String> jvmFlags() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("-X"))
                .toList();
    }

    /**
     * Values of options by name, for the result file. Options that say where things are, that every
     * command has, or that have no value are left out.
     */
    private Map<String, Object> settings() {
        Map<String, Object> values = new LinkedHashMap<>();
        for (OptionSpec option : spec.options()) {
            boolean place = option.typeInfo().getType() == Path.class;
            boolean common = option.inherited() || option.usageHelp() || option.versionHelp();
            boolean unset = option.getValue() == null;
            if (!place && !common && !unset && !option.longestName().equals("--note")) {
                values.put(camelCase(option.longestName()), option.getValue());
            }
        }
        return values;
    }

    private static String camelCase(String option) {
        return Pattern.compile("-+(\\w)")
                .matcher(option.substring(2))
                .replaceAll(match -> match.group(1).toUpperCase(Locale.ROOT));
    }

    /** Numbers but seeds are above 0, and heaps are as {@code -Xmx} takes them. */
    private void check(OptionSpec option) {
        Object value = option.getValue();
        Collection<?> all =
                value instanceof Collection<?> list ? list : Collections.singleton(value);
        all.forEach(one -> check(option.longestName(), one));
    }

    private void check(String option, Object value) {
        if (value instanceof Double number && !(number > 0)) {
            throw wrong(option + " must be above 0: value=" + value);
        }
        boolean whole = value instanceof Integer || value instanceof Long;
        if (whole && !option.equals("--seed") && ((Number) value).longValue() < 1) {
            throw wrong(option + " must be at least 1: value=" + value);
        }
        if (option.startsWith("--heap") && !value.toString().matches("[1-9][0-9]*[kKmMgG]?")) {
            throw wrong(option + " must be a size as 512m or 6g: heap=" + value);
        }
    }
}
