package org.wukongs.benchmarks.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/**
 * A process that measures, so that nothing of another measurement is in it. It does not outlive
 * this one.
 *
 * @param folder for its log
 * @param minutesMax of the whole process
 */
public record ChildProcess(Path folder, long minutesMax) {

    /** The JVM of this process with its class path, for {@code mainClass}. */
    public static List<String> java(List<String> flags, Class<?> mainClass) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(mainClass.getName());
        return command;
    }

    /** Runs it to its end; one that fails or takes too long is an error that says why. */
    public void run(String engine, List<String> command) {
        Path log = folder.resolve(engine + ".log");
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile())
                            .start();
            Thread stop = new Thread(process::destroyForcibly, "stop-" + engine);
            Runtime.getRuntime().addShutdownHook(stop);
            try {
                await(engine, process, log);
            } finally {
                process.destroyForcibly();
                Runtime.getRuntime().removeShutdownHook(stop);
            }
        } catch (IOException e) {
            throw new WukongsException(
                    Category.FATAL, "cannot run: engine=" + engine + " reason=" + e, e);
        }
    }

    private void await(String engine, Process process, Path log) throws IOException {
        try {
            if (!process.waitFor(minutesMax, TimeUnit.MINUTES)) {
                throw WukongsException.user(
                        "took too long, raise --engine-minutes: engine="
                                + engine
                                + " minutesMax="
                                + minutesMax);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("interrupted: engine=" + engine);
        }
        if (process.exitValue() != 0) {
            throw WukongsException.fatal(
                    "failed: engine="
                            + engine
                            + " exitCode="
                            + process.exitValue()
                            + " it said: "
                            + complaint(log));
        }
    }

    /** The first line that speaks of an error, else the last one. */
    private static String complaint(Path log) throws IOException {
        String last = "nothing";
        for (String line : Files.readAllLines(log, StandardCharsets.UTF_8)) {
            if (line.contains("rror: ") || line.contains("OutOfMemory")) {
                return line;
            }
            last = line.isBlank() ? last : line;
        }
        return last;
    }
}
