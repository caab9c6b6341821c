package org.wukongs.benchmarks.measure;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.ResultOptions;
import picocli.CommandLine.Model.CommandSpec;

/** A run of any benchmark, from its options to its result. */
public final class BenchRun {

    private BenchRun() {}

    /** Measures. */
    @FunctionalInterface
    public interface Body {

        /** {@code scratch} is a folder that goes with the run. */
        void measure(Recorder recorder, Path scratch) throws IOException;
    }

    /**
     * Checks the options, lets {@code body} measure and publishes what it found, if anything;
     * returns the exit code.
     */
    public static int run(String benchmark, CommandSpec spec, ResultOptions output, Body body)
            throws IOException {
        OptionValues.check(spec);
        Recorder recorder = new Recorder(benchmark, spec.commandLine().getErr());
        recorder.settings(OptionValues.of(spec));
        try (ScratchFolder scratch = new ScratchFolder()) {
            body.measure(recorder, scratch.path());
        }
        output.publish(recorder);
        return 0;
    }

    /** Of this process, without what says where things are. */
    public static List<String> jvmFlags() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("-X"))
                .toList();
    }
}
