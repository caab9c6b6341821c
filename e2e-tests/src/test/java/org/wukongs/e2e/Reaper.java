package org.wukongs.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;

/**
 * A process that kills others and removes their directory when it is closed, or when this JVM ends
 * in any way: it sees the end of its input. Unlike children that watch their own input, it also
 * ends those that are stopped.
 */
final class Reaper implements AutoCloseable {

    private static final String SCRIPT =
            """
            pids=
            while read -r change pid; do
              left=
              for each in $pids; do [ "$each" = "$pid" ] || left="$left $each"; done
              [ "$change" = + ] && left="$left $pid"
              pids=$left
            done
            [ -z "$pids" ] || kill -9 $pids 2> /dev/null
            rm -rf "$1"
            """;

    private final Process process;
    private final Writer changes;

    /** {@code directory} has the files of the processes. */
    Reaper(Path directory) throws IOException {
        process =
                new ProcessBuilder(List.of("sh", "-c", SCRIPT, "reaper", directory.toString()))
                        .inheritIO()
                        .redirectInput(ProcessBuilder.Redirect.PIPE)
                        .start();
        changes = process.outputWriter(UTF_8);
    }

    void add(Process other) {
        write("+ " + other.pid());
    }

    /** To be called when a process has ended, before its id can belong to another one. */
    void remove(Process other) {
        write("- " + other.pid());
    }

    private synchronized void write(String change) {
        try {
            changes.write(change + "\n");
            changes.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        changes.close();
        process.onExit().join();
    }
}
