package org.wukongs.benchmarks.recovery;

import static org.wukongs.benchmarks.measure.Units.ms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.wukongs.benchmarks.e2e.KillPhase;
import org.wukongs.benchmarks.lsbench.data.LsbenchDataOptions;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.measure.Benchmark;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.measure.ScratchFolder;
import org.wukongs.benchmarks.result.Recorder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wukongs bench recovery}. */
@Command(
        name = "recovery",
        description = {
            "What the log costs beside a store without one, how soon a store that was killed serves again, and how"
                    + " soon a Flink job has its next right row.",
            "Fails where something is missing after a kill, or counts twice."
        })
public final class RecoveryCommand extends Benchmark {

    /** Of generated streams; as long as those of the archive. */
    private static final double GENERATED_SECONDS = 30;

    private static final double GENERATED_SECONDS_QUICK = 6;

    /** The parts of the benchmark, in the order in which they run. */
    enum Phase {
        INJECTION,
        EXECUTIONS,
        RESTART,
        KILL;

        /** As in {@code --phases}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Mixin LsbenchDataOptions data;

    @Option(names = "--phases", split = ",", description = "What to measure.")
    Set<Phase> phases = EnumSet.allOf(Phase.class);

    @Option(
            names = "--disk",
            description = "A folder on the disk to measure (default: that of temporary files).")
    private Path disk;

    @Option(
            names = "--logs",
            split = ",",
            description = "Kinds of logs of injection and executions; figures are beside none.")
    Set<LogMode> logs = EnumSet.allOf(LogMode.class);

    @Option(names = "--rounds", description = "Of injection and executions.")
    int rounds = 4;

    @Option(names = "--seconds", description = "Of each measurement of injection, at full rate.")
    double seconds = 10;

    @Option(names = "--warmup-seconds", description = "Before that.")
    double warmUpSeconds = 3;

    @Option(names = "--message-ms", description = "What a message of a stream has, event time.")
    long messageMs = 10;

    @Option(names = "--queries", description = "Registered queries of executions.")
    int queries = 1000;

    @Option(names = "--triples", description = "Stored triples of restart, at least.")
    int triples = 10_000_000;

    @Option(names = "--window-seconds", description = "Length of the windows of restart.")
    int windowSeconds = 30;

    @Option(names = "--log-seconds", description = "Streams after the checkpoint of restart.")
    int logSeconds = 5;

    @Option(names = "--starts", description = "Of restart, in each of its cases.")
    int starts = 3;

    @Option(names = "--kills", description = "Of the store, in kill.")
    int kills = 5;

    @Option(names = "--rate", description = "Of kill, times the data's own 133,500 tuples/s.")
    double rate = 0.1;

    @Option(names = "--heap-store", description = "Heap of a store in a process of its own.")
    String heapStore = "4g";

    /** With {@code --quick}, a second or two a phase. */
    @Override
    protected void prepare() {
        if (messageMs > 0 && BenchNode.STEP_MS % messageMs != 0) {
            throw wrong(
                    "--message-ms must divide %d: value=%d"
                            .formatted(BenchNode.STEP_MS, messageMs));
        }
        if (data.quick()) {
            rounds = 1;
            seconds = 2;
            warmUpSeconds = 0.5;
            queries = 500; // for enough ticks of the clock of CPU time, 10 ms each
            triples = 20_000;
            windowSeconds = 2;
            logSeconds = 1;
            starts = 1;
            kills = 1;
            rate = 1;
            heapStore = "1g";
        }
    }

    /** Event time of injection in ms, at full rate and as fast as it goes. */
    long injectedMs() {
        return ms(warmUpSeconds) + 2 * ms(seconds);
    }

    List<String> storeFlags() {
        return ChildProcess.storeFlags(heapStore);
    }

    @Override
    protected void measure(Recorder recorder, Path scratch) throws IOException {
        recorder.jvmFlags("this process", jvmFlags());
        recorder.jvmFlags("store", storeFlags());
        LsbenchFiles files =
                data.files(data.quick() ? GENERATED_SECONDS_QUICK : GENERATED_SECONDS, scratch);
        recorder.data(files.name());
        Path folder = disk == null ? scratch : Files.createTempDirectory(disk, "wukongs-bench-");
        recorder.setting("fileSystem", Files.getFileStore(folder).type());
        try {
            RecoveryInput input = new RecoveryInput(this, files, folder, recorder);
            recorder.phases(phases, phase -> run(phase, input));
        } finally {
            if (disk != null) {
                ScratchFolder.delete(folder);
            }
        }
    }

    private void run(Phase phase, RecoveryInput input) throws IOException {
        switch (phase) {
            case INJECTION -> new InjectionPhase(input).run();
            case EXECUTIONS -> new ExecutionsPhase(input).run();
            case RESTART -> new RestartPhase(input).run();
            case KILL ->
                    KillPhase.run(
                            data, input.files(), rate, kills, input.folder(), input.recorder());
        }
    }
}
