package org.wukongs.benchmarks.changes;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.wukongs.benchmarks.lubm.LubmScale;
import org.wukongs.benchmarks.measure.BenchRun;
import org.wukongs.benchmarks.measure.OptionValues;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.ResultOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code wukongs bench changes}. */
@Command(
        name = "changes",
        description = {
            "A graph that changes: queries after half of it was replaced, tuples that take back, neighbours of a hub,"
                    + " SPARQL Update beside other stores, and memory when only the last minute is kept.",
            "Fails where a graph is not as it should be, or stores disagree."
        },
        showDefaultValues = true,
        mixinStandardHelpOptions = true)
public final class ChangesCommand implements Callable<Integer> {

    @Mixin private ChangesOptions options;
    @Mixin private ResultOptions output;
    @Spec private CommandSpec spec;

    /** The parts of the benchmark, in the order in which they run. */
    private enum Phase {
        READING,
        REMOVAL,
        HUB,
        UPDATES,
        RETENTION;

        /** As in {@code --phases}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public Integer call() throws IOException {
        options.apply();
        return BenchRun.run("changes", spec, output, this::measure);
    }

    private void measure(Recorder recorder, Path scratch) throws IOException {
        Set<Phase> phases = OptionValues.phases(spec, Phase.class, options.phases);
        if (options.phases == null) {
            phases = EnumSet.complementOf(EnumSet.of(Phase.RETENTION));
        }
        LubmScale known = options.graph.known(spec);
        recorder.jvmFlags("this process", BenchRun.jvmFlags());
        recorder.phases(
                phases,
                phase -> {
                    switch (phase) {
                        case READING -> ReadingPhase.run(options, known, scratch, recorder);
                        case REMOVAL -> RemovalPhase.run(options, scratch, recorder);
                        case HUB -> HubPhase.run(options, recorder);
                        case UPDATES -> UpdatesPhase.run(options, scratch, recorder);
                        case RETENTION -> new RetentionRun(options, recorder).run(scratch);
                    }
                });
    }
}
