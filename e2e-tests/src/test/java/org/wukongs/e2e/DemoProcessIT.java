package org.wukongs.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code ./wukongs demo} as a user starts it and ends it, and as it ends when something is wrong.
 */
class DemoProcessIT {

    private static final long EXIT_TIMEOUT_S = 90;
    private static final Path ROOT = Path.of(System.getProperty("wukongs.root", ".."));

    @Test
    void ctrlCEndsAllWithASummary() throws Exception {
        Process demo = start();
        try {
            List<ProcessHandle> children = awaitResults(demo);
            // As a terminal does, which sends it to the whole process group.
            children.forEach(child -> signal("INT", child));
            signal("INT", demo.toHandle());
            List<String> rest = awaitExit(demo);
            assertThat(rest).anyMatch(line -> line.startsWith("Summary of "));
            assertThat(rest).noneMatch(line -> line.startsWith("error: "));
            for (String query : List.of("L1", "L2", "L3", "L4", "L5", "L6")) {
                assertThat(rest).anyMatch(line -> line.startsWith(query + " "));
            }
            awaitEnd(children);
        } finally {
            demo.destroyForcibly();
        }
    }

    /** Each query has been answered as on one node: by windows with rows, all of L1 to L6. */
    @Test
    void severalNodesAreOneStore() throws Exception {
        Process demo = start("--nodes", "3", "--seconds", "20");
        try {
            List<ProcessHandle> children = awaitResults(demo);
            assertThat(children).hasSizeGreaterThanOrEqualTo(3);
            List<String> rest = awaitExit(demo);
            assertThat(demo.exitValue()).isZero();
            assertThat(rest).anyMatch(line -> line.startsWith("Summary of "));
            assertThat(rest).noneMatch(line -> line.startsWith("error: "));
            for (String query : List.of("L1", "L2", "L3", "L4", "L5", "L6")) {
                assertThat(rest).anyMatch(line -> line.matches(query + " +[1-9].*"));
            }
            awaitEnd(children);
        } finally {
            demo.destroyForcibly();
        }
    }

    @Test
    void aKilledDemoLeavesNothingRunning() throws Exception {
        Process demo = start();
        List<ProcessHandle> children = awaitResults(demo);
        assertThat(children).isNotEmpty();
        demo.destroyForcibly();
        awaitEnd(children);
    }

    @Test
    void aKilledStoreEndsTheDemoWithAnError() throws Exception {
        Process demo = start();
        try {
            awaitResults(demo).forEach(ProcessHandle::destroyForcibly);
            List<String> rest = awaitExit(demo);
            assertThat(demo.exitValue()).isEqualTo(1);
            assertThat(rest).filteredOn(line -> line.startsWith("error: ")).hasSize(1);
        } finally {
            demo.destroyForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--kafka-port", "--store-port"})
    void anOccupiedPortIsOneErrorLine(String option) throws Exception {
        try (ServerSocket occupied =
                new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            String port = Integer.toString(occupied.getLocalPort());
            Process demo = start(option, port);
            List<String> lines = awaitExit(demo);
            assertThat(demo.exitValue()).isEqualTo(1);
            assertThat(lines)
                    .filteredOn(line -> line.startsWith("error: "))
                    .singleElement()
                    .asString()
                    .contains(port);
            assertThat(demo.descendants()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--users,3",
        "--rate,-1",
        "--rate,fast",
        "--seconds,0",
        "--nodes,0",
        "--nodes,17",
        "--no-such-option,1"
    })
    void aWrongOptionIsOneErrorLine(String option, String value) throws Exception {
        Process demo = start(option, value);
        List<String> lines = awaitExit(demo);
        assertThat(demo.exitValue()).isPositive();
        assertThat(lines).singleElement().asString().startsWith("error: ");
    }

    private static Process start(String... options) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(ROOT.resolve("wukongs").toString());
        command.add("demo");
        command.addAll(List.of(options));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** Reads the demo's output until a table shows rows; returns its child processes. */
    private static List<ProcessHandle> awaitResults(Process demo) throws IOException {
        BufferedReader output = demo.inputReader(UTF_8);
        List<String> seen = new ArrayList<>();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            seen.add(line);
            if (line.startsWith("L6 ")) {
                return demo.descendants().toList();
            }
        }
        throw new AssertionError("the demo ended without results: " + seen);
    }

    private static List<String> awaitExit(Process demo) throws Exception {
        List<String> lines = demo.inputReader(UTF_8).lines().toList();
        assertThat(demo.waitFor(EXIT_TIMEOUT_S, TimeUnit.SECONDS)).as("exit in time").isTrue();
        return lines;
    }

    private static void awaitEnd(List<ProcessHandle> processes) throws Exception {
        for (ProcessHandle process : processes) {
            process.onExit().get(EXIT_TIMEOUT_S, TimeUnit.SECONDS);
        }
    }

    private static void signal(String name, ProcessHandle process) {
        try {
            String pid = Long.toString(process.pid());
            assertThat(new ProcessBuilder("kill", "-" + name, pid).start().waitFor()).isZero();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError("kill did not run", e);
        }
    }
}
