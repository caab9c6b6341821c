package org.wukongs.benchmarks.e2e.part;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/**
 * A process of this class path that says a line when it is ready, answers a line with a line, and
 * ends with its standard input, so also when this process dies. What it says to standard error goes
 * to a log.
 */
public final class PartProcess implements AutoCloseable {

    private static final long STOP_TIMEOUT_S = 20;

    private final String name;
    private final Path log;
    private final Process process;
    private final BufferedReader answers;
    private final String ready;

    private PartProcess(String name, Path log, Process process, String readyPrefix)
            throws IOException {
        this.name = name;
        this.log = log;
        this.process = process;
        this.answers =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.ready = answer(readyPrefix);
    }

    /** Starts it and waits for the line that begins with {@code readyPrefix}. */
    public static PartProcess start(
            String name,
            Path folder,
            List<String> flags,
            Class<?> main,
            List<String> arguments,
            String readyPrefix) {
        List<String> command = new ArrayList<>(ChildProcess.java(flags, main));
        command.addAll(arguments);
        Path log = folder.resolve(name + ".log");
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                            .start();
            return new PartProcess(name, log, process, readyPrefix);
        } catch (IOException e) {
            throw new WukongsException(
                    Category.FATAL, "cannot start: part=" + name + " reason=" + e, e);
        }
    }

    /** What followed the prefix in its first line: an address. */
    public String ready() {
        return ready;
    }

    /** Says {@code line} and waits for the line that begins with {@code prefix}. */
    public String ask(String line, String prefix) {
        try {
            OutputStream input = process.getOutputStream();
            input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            input.flush();
            return answer(prefix);
        } catch (IOException e) {
            throw new WukongsException(
                    Category.FATAL, "does not answer: part=" + name + " reason=" + e, e);
        }
    }

    public long pid() {
        return process.pid();
    }

    /** A part that has died by itself is an error. */
    public void requireAlive() {
        if (!process.isAlive()) {
            throw died("nothing");
        }
    }

    private String answer(String prefix) throws IOException {
        String said = "nothing";
        for (String line = answers.readLine(); line != null; line = answers.readLine()) {
            if (line.startsWith(prefix)) {
                return line.substring(prefix.length());
            }
            said = line;
        }
        throw died(said);
    }

    private WukongsException died(String said) {
        return WukongsException.fatal("died: part=" + name + " said=" + said + " log=" + log);
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
