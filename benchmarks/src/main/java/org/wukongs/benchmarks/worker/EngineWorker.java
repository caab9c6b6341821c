package org.wukongs.benchmarks.worker;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.agrona.concurrent.SystemNanoClock;
import org.wukongs.benchmarks.engine.Engine;
import org.wukongs.benchmarks.engine.EngineName;
import org.wukongs.benchmarks.measure.ProcessMemory;
import org.wukongs.benchmarks.result.ResultFiles;
import org.wukongs.benchmarks.worker.WorkerResult.MixResult;
import org.wukongs.benchmarks.worker.WorkerResult.QuerySamples;
import org.wukongs.benchmarks.worker.WorkerTask.NamedQuery;
import org.wukongs.error.WukongsException;

/** The process's main class: engine name, task file, result file. */
public final class EngineWorker {

    private EngineWorker() {}

    public static void main(String[] args) {
        EngineName name = EngineName.valueOf(args[0].toUpperCase(Locale.ROOT));
        try {
            WorkerTask task = ResultFiles.read(Path.of(args[1]), WorkerTask.class);
            ResultFiles.write(Path.of(args[2]), measure(name, task));
        } catch (WukongsException e) {
            System.err.println("error: " + e.getMessage());
            System.exit(1);
        }
    }

    /** Loads, warms up and measures in this process. */
    static WorkerResult measure(EngineName name, WorkerTask task) {
        try (Engine engine = name.create()) {
            long emptyBytes = ProcessMemory.retainedBytes();
            long startNs = System.nanoTime();
            long triples = engine.load(Path.of(task.data()));
            long loadNs = System.nanoTime() - startNs;
            long retainedBytes = ProcessMemory.retainedBytes() - emptyBytes + engine.nativeBytes();
            Measurement measurement = new Measurement(engine, task, new SystemNanoClock());
            List<QuerySamples> samples = new ArrayList<>();
            for (NamedQuery query : task.queries()) {
                samples.add(measurement.measure(query));
            }
            MixResult mix = measurement.measureMix();
            double bytesPerTriple = engine.bytesPerTriple();
            return new WorkerResult(
                    engine.version(),
                    triples,
                    loadNs,
                    Double.isNaN(bytesPerTriple) ? null : bytesPerTriple,
                    retainedBytes,
                    ProcessMemory.peakBytes(),
                    samples,
                    mix);
        }
    }
}
