package org.wukongs.benchmarks.worker;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.wukongs.benchmarks.engine.EngineName;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.result.ResultFiles;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

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

    /** The flags of an engine's JVM. */
    public List<String> jvmFlags(EngineName engine) {
        return ChildProcess.storeFlags(engine == EngineName.WUKONGS ? heapWukongs : heap);
    }

    /** Whether Python and its pyoxigraph package are here. */
    public static boolean oxigraphAvailable() {
        try {
            Process process =
                    new ProcessBuilder(PYTHON, "-c", "import pyoxigraph")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false; // No Python.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Runs a task; an engine that fails or takes too long is an error that says why. */
    public WorkerResult run(EngineName engine, Path taskFile) {
        Path result = folder.resolve(engine + "-result.json");
        try {
            Files.deleteIfExists(result);
            ChildProcess.run(
                    engine.toString(), folder, command(engine, taskFile, result), minutesMax);
        } catch (IOException e) {
            throw new WukongsException(
                    Category.FATAL, "cannot run: engine=" + engine + " reason=" + e, e);
        }
        return ResultFiles.read(result, WorkerResult.class);
    }

    private List<String> command(EngineName engine, Path task, Path result) throws IOException {
        List<String> command = new ArrayList<>();
        if (engine.java()) {
            command.addAll(ChildProcess.java(jvmFlags(engine), EngineWorker.class));
            command.add(engine.toString());
        } else {
            command.add(PYTHON);
            command.add(pythonProgram().toString());
        }
        command.add(task.toString());
        command.add(result.toString());
        return command;
    }

    private Path pythonProgram() throws IOException {
        Path program = folder.resolve(PYTHON_PROGRAM);
        try (InputStream in = WorkerProcess.class.getResourceAsStream(PYTHON_PROGRAM)) {
            Files.copy(in, program, StandardCopyOption.REPLACE_EXISTING);
        }
        return program;
    }
}
