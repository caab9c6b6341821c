package org.wukongs.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A process that is killed, stopped, and started again with the same command. */
final class KillableProcess {

    private static final int TAIL_BYTES = 6_000;

    private final List<String> command;
    private final Path output;
    private final Reaper reaper;
    private Process process; // null before its first start

    /** {@code output} takes what it writes, in all its lives. */
    KillableProcess(List<String> command, Path output, Reaper reaper) {
        this.command = List.copyOf(command);
        this.output = output;
        this.reaper = reaper;
    }

    void start() throws IOException {
        process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                        .start();
        reaper.add(process);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Of a process that has ended. */
    int exitCode() {
        return process.exitValue();
    }

    /** Ends it as {@code kill -9} does, also if it is stopped. */
    void kill() {
        process.destroyForcibly();
        process.onExit().join();
        reaper.remove(process);
    }

    /** SIGSTOP: all its threads stand still, its connections stay. */
    void stop() throws IOException, InterruptedException {
        signal("STOP");
    }

    /** SIGCONT. */
    void goOn() throws IOException, InterruptedException {
        signal("CONT");
    }

    /** Nothing happens to a process that has ended meanwhile. */
    private void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    }

    /** What all its lives have written. */
    String output() throws IOException {
        return Files.exists(output) ? Files.readString(output, UTF_8) : "";
    }

    /** The last of it, for a message. */
    String tail() throws IOException {
        String all = output();
        return output.getFileName() + ":\n" + all.substring(Math.max(0, all.length() - TAIL_BYTES));
    }
}
