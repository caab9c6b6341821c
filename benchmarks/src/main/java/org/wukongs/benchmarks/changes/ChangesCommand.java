package org.wukongs.benchmarks.changes;

import java.io.IOException;
import java.nio.file.Path;
import org.wukongs.benchmarks.lubm.GraphOptions;
import org.wukongs.benchmarks.measure.Benchmark;
import org.wukongs.benchmarks.result.Recorder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code wukongs bench changes}. */
@Command(
        name = "changes",
        description = {
            "A graph that changes: queries after half of it was replaced, tuples that take back, neighbours of a hub,"
                    + " SPARQL Update beside other stores, and memory when only the last minute is kept.",
            "Fails where a graph is not as it should be, or stores disagree."
        })
public final class ChangesCommand extends Benchmark {

    @Mixin private ChangesOptions options;

    @Override
    protected void prepare() {
        options.apply();
    }

    @Override
    protected void measure(Recorder recorder, Path scratch) throws IOException {
        GraphOptions.Scale known = options.graph.known();
        recorder.jvmFlags("this process", jvmFlags());
        recorder.phases(
                options.phases,
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
