package org.wukongs.benchmarks.engine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.result.Checkout;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.ResultFiles;

/**
 * Starts one engine's process and waits for its result. It does not outlive this process.
 *
 * @param folder for its files
 * @param heap of other stores, as {@code -Xmx} takes it
 * @param heapWukongs of this store, which keeps its data outside of the heap
 * @param minutesMax of the whole process
 */
public record WorkerProcess(Path folder, String heap, String heapWukongs, long minutesMax) {

    private static final String PYTHON = "python3";
    private static final String PYTHON_PROGRAM = "oxigraph_worker.py";

    /** Notes the flags of all JVMs. */
    public void recordFlags(List<EngineName> engines, Recorder recorder) {
        engines.stream()
                .filter(EngineName::java)
                .forEach(engine -> recorder.jvmFlags(engine.toString(), jvmFlags(engine)));
    }

    private List<String> jvmFlags(EngineName engine) {
        return ChildProcess.storeFlags(engine.own() ? heapWukongs : heap);
    }

    /** Takes Oxigraph out, and says so, if Python or its pyoxigraph package is not here. */
    public static void skipMissing(List<EngineName> engines, Recorder recorder) {
        if (engines.contains(EngineName.OXIGRAPH)
                && Checkout.output(PYTHON, "-c", "import pyoxigraph") == null) {
            engines.remove(EngineName.OXIGRAPH);
            recorder.setting("skipped", "oxigraph: python3 with pyoxigraph not found");
        }
    }

    /** Runs a task; an engine that fails or takes too long is an error that says why. */
    public WorkerResult run(EngineName engine, Path task) throws IOException {
        Path result = folder.resolve(engine + "-result.json");
        Files.deleteIfExists(result);
        List<String> command;
        if (engine.java()) {
            command = ChildProcess.java(jvmFlags(engine), EngineWorker.class, engine, task, result);
        } else {
            Path program = folder.resolve(PYTHON_PROGRAM);
            try (InputStream in = WorkerProcess.class.getResourceAsStream(PYTHON_PROGRAM)) {
                Files.copy(in, program, StandardCopyOption.REPLACE_EXISTING);
            }
            command = List.of(PYTHON, program.toString(), task.toString(), result.toString());
        }
        ChildProcess.run(engine.toString(), folder, command, minutesMax);
        return ResultFiles.read(result, WorkerResult.class);
    }
}
