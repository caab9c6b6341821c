package org.wukongs.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Maven as a user runs it in a project of their own, with a local repository of its own: what this
 * build has published comes from a folder, what others published from where this build has it, and
 * the rest from the network.
 */
final class OutsideMaven {

    /** A first run copies some 150 MB of libraries. */
    private static final Duration TIMEOUT = Duration.ofMinutes(4);

    /** Some builds of Maven switch colours off without having switched them on. */
    private static final String COLOUR = "\\u001B\\[[0-9;]*m";

    private static final String SETTINGS =
            """
            <settings>
              <localRepository>%s</localRepository>
              <profiles>
                <profile>
                  <id>outside</id>
                  <repositories>%s%s</repositories>
                  <pluginRepositories>%s</pluginRepositories>
                </profile>
              </profiles>
              <activeProfiles>
                <activeProfile>outside</activeProfile>
              </activeProfiles>
            </settings>
            """;

    private static final String REPOSITORY =
            """

            <repository><id>%s</id><url>%s</url><snapshots><enabled>%s</enabled></snapshots></repository>
            """;

    private final Path project;
    private final Path settings;

    OutsideMaven(Path project, Path published) throws IOException {
        this.project = project;
        Path known = Path.of(required("wukongs.maven.repository"));
        String seed = REPOSITORY.formatted("known", known.toUri(), false);
        settings =
                Files.writeString(
                        project.resolve("settings.xml"),
                        SETTINGS.formatted(
                                project.resolve("local-repository"),
                                REPOSITORY.formatted("published", published.toUri(), true),
                                seed,
                                seed.replace("repository>", "pluginRepository>")));
    }

    private static String required(String property) {
        String value = System.getProperty(property);
        if (value == null) {
            throw new IllegalStateException("the build gives its tests the property " + property);
        }
        return value;
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Runs goals to their end; returns what they printed. */
    List<String> run(List<String> arguments) throws Exception {
        Path output = Files.createTempFile(project, "output", ".txt");
        Process process =
                builder(arguments)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        try {
            boolean ended = process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            if (!ended || process.exitValue() != 0) {
                throw new AssertionError(arguments + ":\n" + Files.readString(output, UTF_8));
            }
        } finally {
            end(process);
        }
        return Files.readString(output, UTF_8)
                .replaceAll(COLOUR, "")
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
    }

    /** Starts goals that go on. */
    Running start(List<String> arguments) throws IOException {
        return new Running(builder(arguments).redirectErrorStream(true).start());
    }

    /** The jars that the project runs with. */
    List<String> classPath() throws Exception {
        Path file = project.resolve("class-path.txt");
        run(
                List.of(
                        "-q",
                        "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath",
                        "-Dmdep.outputFile=" + file,
                        "-DincludeScope=runtime"));
        return List.of(Files.readString(file, UTF_8).strip().split(File.pathSeparator));
    }

    private ProcessBuilder builder(List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(required("wukongs.maven.home"), "bin", "mvn").toString());
        command.addAll(List.of("-B", "-ntp", "-gs", settings.toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).directory(project.toFile());
        // What the build around this test is told is not for the user's.
        builder.environment().keySet().removeIf(name -> name.startsWith("MAVEN_"));
        return builder;
    }

    private static void end(Process process) {
        try (Stream<ProcessHandle> children = process.descendants()) {
            children.forEach(ProcessHandle::destroyForcibly);
        }
        process.destroyForcibly();
        process.onExit().join();
    }

    /** A process that is ended with all that it started. */
    static final class Running implements AutoCloseable {

        private final Process process;

        private Running(Process process) {
            this.process = process;
        }

        /** Returns when it has printed a line with {@code text}. */
        void await(String text) throws IOException {
            BufferedReader output =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
            StringBuilder said = new StringBuilder();
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                said.append(line).append('\n');
                if (line.contains(text)) {
                    Thread pump = new Thread(() -> output.lines().forEach(x -> {}), "maven-output");
                    pump.setDaemon(true);
                    pump.start();
                    return;
                }
            }
            throw new AssertionError("it ended:\n" + said);
        }

        @Override
        public void close() {
            end(process);
        }
    }
}
