package org.wukongs.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;

/** A process of a Flink cluster that is ready, and what it warned of last. */
final class FlinkProcess {

    private static final int LINES_KEPT = 60;

    /** What Flink's own start scripts open. */
    private static final List<String> OPENED =
            List.of(
                    "java.lang",
                    "java.net",
                    "java.io",
                    "java.nio",
                    "sun.nio.ch",
                    "java.lang.reflect",
                    "java.text",
                    "java.time",
                    "java.util",
                    "java.util.concurrent",
                    "java.util.concurrent.atomic",
                    "java.util.concurrent.locks");

    /** What Flink and ZooKeeper log, to standard output. */
    static final String LOGGING =
            """
            rootLogger.level = INFO
            logger.kafka.name = org.apache.kafka
            logger.kafka.level = WARN
            rootLogger.appenderRef.console.ref = Console
            appender.console.name = Console
            appender.console.type = CONSOLE
            appender.console.layout.type = PatternLayout
            appender.console.layout.pattern = %d{HH:mm:ss,SSS} %-5p %-40c{1} - %m%n%ex{20}
            """;

    private final Process process;
    private final Deque<String> lines;

    private FlinkProcess(Process process, Deque<String> lines) {
        this.process = process;
        this.lines = lines;
    }

    /** Starts a main class and returns when it has logged {@code readyLine}. */
    static FlinkProcess start(Path libraries, String mainClass, Path conf, String readyLine)
            throws IOException {
        List<String> command = command(libraries, mainClass, conf, LOGGING);
        command.addAll(List.of("--configDir", conf.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        FlinkProcess started = new FlinkProcess(process, new ArrayDeque<>());
        started.awaitReady(readyLine);
        return started;
    }

    /** Of Java with Flink's libraries, up to the main class. */
    static List<String> command(Path libraries, String mainClass, Path conf, String logging)
            throws IOException {
        return command(libraries, List.of(), mainClass, conf, logging);
    }

    /** As above, with jars beside the libraries. */
    static List<String> command(
            Path libraries, List<String> jars, String mainClass, Path conf, String logging)
            throws IOException {
        if (!Files.isDirectory(libraries)) {
            throw new IllegalStateException(
                    libraries + " is not there: mvn -pl e2e-tests/flink-cluster package makes it");
        }
        Path log4j = Files.writeString(conf.resolve(mainClass + ".properties"), logging);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        for (String opened : OPENED) {
            command.add("--add-opens=java.base/" + opened + "=ALL-UNNAMED");
        }
        command.add("-Dlog4j.configurationFile=" + log4j);
        List<String> classPath = new ArrayList<>(List.of(libraries + "/*"));
        classPath.addAll(jars);
        command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath), mainClass));
        return command;
    }

    private void awaitReady(String readyLine) throws IOException {
        BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            keep(line);
            if (line.contains(readyLine)) {
                Thread pump = new Thread(() -> keepAll(output), "flink-output");
                pump.setDaemon(true);
                pump.start();
                return;
            }
        }
        throw new AssertionError("Flink did not start:\n" + tail());
    }

    /** Until the process ends, or is killed with a line half read. */
    private void keepAll(BufferedReader output) {
        try {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                keep(line);
            }
        } catch (IOException e) {
            keep("no more output: " + e.getMessage());
        }
    }

    /** Keeps warnings, errors and their traces. */
    private void keep(String line) {
        if (line.contains(" INFO ")) {
            return;
        }
        synchronized (lines) {
            lines.addLast(line);
            if (lines.size() > LINES_KEPT) {
                lines.removeFirst();
            }
        }
    }

    String tail() {
        synchronized (lines) {
            return String.join("\n", (Collection<String>) lines);
        }
    }

    void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
