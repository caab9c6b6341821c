package org.wukongs.benchmarks.measure;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.wukongs.error.WukongsException;

/**
 * A process that is measured or measures, so that nothing of another one is in the figures. It does
 * not outlive this one. Either it {@link #run runs} to its end, or it {@link #start says a line}
 * when it is ready, then answers lines with lines until its input ends.
 */
public final class ChildProcess implements AutoCloseable {

    private static final long STOP_TIMEOUT_S = 20;

    private static final String HUGE_PAGES = "-XX:+UseTransparentHugePages";
    private static final String NO_HUGE_PAGES = "-XX:-UseTransparentHugePages";

    static {
        Thread stop = new Thread(ChildProcess::destroyAll, "stop-children");
        Runtime.getRuntime().addShutdownHook(stop);
    }

    private final String name;
    private final Path log;
    private final Process process;
    private final BufferedReader answers;
    private String ready;

    private ChildProcess(String name, Path folder, List<String> command, boolean logsAnswers)
            throws IOException {
        this.name = name;
        this.log = folder.resolve(name + ".log");
        ProcessBuilder builder = new ProcessBuilder(command);
        if (logsAnswers) {
            builder.redirectErrorStream(true).redirectOutput(log.toFile());
        } else {
            builder.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        }
        process = builder.start();
        answers = process.inputReader(StandardCharsets.UTF_8);
    }

    private static void destroyAll() {
        ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly);
    }

    /** The JVM of this process with its class path, for {@code mainClass}. */
    public static List<String> java(
            List<String> flags, Class<?> mainClass, Object... mainArguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass.getName()));
        Arrays.stream(mainArguments).map(Object::toString).forEach(command::add);
        return command;
    }

    /**
     * Flags of a JVM with a store in it; Agrona needs the opened packages, others do not mind. It
     * has huge pages if this process has them.
     */
    public static List<String> storeFlags(String heap) {
        List<String> flags =
                new ArrayList<>(
                        List.of(
                                "-Xmx" + heap,
                                "-XX:+UseParallelGC",
                                "-XX:+ExitOnOutOfMemoryError",
                                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED"));
        List<String> own = ManagementFactory.getRuntimeMXBean().getInputArguments();
        if (own.lastIndexOf(HUGE_PAGES) > own.lastIndexOf(NO_HUGE_PAGES)) {
            flags.add(HUGE_PAGES);
        }
        return flags;
    }

    /** Runs it to its end; one that fails or takes too long is an error that says why. */
    public static void run(String engine, Path folder, List<String> command, long minutesMax)
            throws IOException {
        try (ChildProcess child = new ChildProcess(engine, folder, command, true)) {
            if (!child.process.waitFor(minutesMax, TimeUnit.MINUTES)) {
                child.process.destroyForcibly();
                throw WukongsException.user(
                        "took too long: engine=%s minutesMax=%d".formatted(engine, minutesMax));
            }
            int exitCode = child.process.exitValue();
            if (exitCode != 0) {
                throw WukongsException.fatal(
                        "failed: engine=%s exitCode=%d it said: %s"
                                .formatted(engine, exitCode, child.complaint()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("interrupted: engine=" + engine);
        }
    }

    /** The first line of the log that speaks of an error, else the last one. */
    private String complaint() throws IOException {
        List<String> lines = Files.readAllLines(log, StandardCharsets.UTF_8);
        lines.removeIf(String::isBlank);
        return lines.stream()
                .filter(line -> line.contains("rror: ") || line.contains("OutOfMemory"))
                .findFirst()
                .orElse(lines.isEmpty() ? "nothing" : lines.get(lines.size() - 1));
    }

    /** Starts it and waits for the line that begins with {@code readyPrefix}. */
    public static ChildProcess start(
            String name, Path folder, List<String> command, String readyPrefix) throws IOException {
        ChildProcess child = new ChildProcess(name, folder, command, false);
        try {
            child.ready = child.said(readyPrefix);
            return child;
        } catch (WukongsException | IOException e) {
            child.close();
            throw e;
        }
    }

    /** Starts one whose output goes to its log only. */
    public static ChildProcess background(String name, Path folder, List<String> command)
            throws IOException {
        return new ChildProcess(name, folder, command, true);
    }

    /** What followed the prefix in the line that said that it is ready: an address. */
    public String ready() {
        return ready;
    }

    /** Says {@code line} and waits for the line that begins with {@code prefix}. */
    public String ask(String line, String prefix) throws IOException {
        requireAlive();
        OutputStream input = process.getOutputStream();
        input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        input.flush();
        return said(prefix);
    }

    public long pid() {
        return process.pid();
    }

    /** CPU time of all its threads so far, to some ms. */
    public long cpuNs() {
        requireAlive();
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
    }

    /**
     * As {@link #cpuNs}, without the threads that compile: what a process takes that runs for long.
     * Its compilers must be there from its start to its end
     * (-XX:-UseDynamicNumberOfCompilerThreads).
     */
    public long cpuNsWithoutCompilers() {
        return cpuNs() - ProcessThreads.compilersCpuNs(pid());
    }

    /** One that has died by itself is an error. */
    public void requireAlive() {
        if (!process.isAlive()) {
            throw died("nothing");
        }
    }

    /** Kills it, as {@code kill -9} does; returns when it is gone. */
    public void kill() {
        try {
            process.destroyForcibly().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("interrupted while a process ends: process=" + name);
        }
    }

    /** Waits for the next line that begins with {@code prefix}; returns what follows it. */
    public String said(String prefix) throws IOException {
        String before = "nothing";
        for (String line = answers.readLine(); line != null; line = answers.readLine()) {
            if (line.startsWith(prefix)) {
                return line.substring(prefix.length());
            }
            before = line;
        }
        throw died(before);
    }

    private WukongsException died(String said) {
        return WukongsException.fatal("died: process=" + name + " said=" + said + " log=" + log);
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(STOP_TIMEOUT_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly(); // Its input is gone because it is.
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
