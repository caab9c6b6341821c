package org.wukongs.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Flink's SQL client with jars: each script is run by a process of its own. */
final class SqlClientProcess {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    /** The terminal is for the client's own words. */
    private static final String LOGGING = "rootLogger.level = OFF\n";

    /** How a script ended and what a user saw of it. */
    record Outcome(int exitCode, String terminal) {}

    private final Path libraries;
    private final Path conf;
    private final List<String> jars;

    SqlClientProcess(Path libraries, Path conf, List<String> jars) {
        this.libraries = libraries;
        this.conf = conf;
        this.jars = jars;
    }

    /** Runs a script in {@code directory}, up to its end or its first error. */
    Outcome run(Path directory, String script) throws IOException, InterruptedException {
        Path file = Files.writeString(Files.createTempFile(directory, "script", ".sql"), script);
        Path terminal = Files.createTempFile(directory, "terminal", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command(file))
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(terminal.toFile());
        builder.environment().put("FLINK_CONF_DIR", conf.toString());
        Process process = builder.start();
        try {
            if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("still runs:\n" + Files.readString(terminal, UTF_8));
            }
        } finally {
            process.destroyForcibly();
        }
        return new Outcome(process.exitValue(), Files.readString(terminal, UTF_8));
    }

    private List<String> command(Path script) throws IOException {
        List<String> command =
                new ArrayList<>(
                        FlinkProcess.command(
                                libraries,
                                "org.apache.flink.table.client.SqlClient",
                                conf,
                                LOGGING));
        for (String jar : jars) {
            command.addAll(List.of("--jar", jar));
        }
        command.addAll(List.of("--file", script.toString()));
        command.addAll(List.of("--history", script + ".history"));
        return command;
    }
}
