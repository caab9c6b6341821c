package org.wukongs.examples.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.wukongs.client.StoreAddress;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/**
 * A store node in a process of its own, with this process's class path. It ends when it is closed
 * or when this process dies for any reason, which it sees by the end of its standard input.
 */
public final class StoreProcess implements AutoCloseable {

    private static final String READY = "store listening on ";
    private static final String CLUSTER_READY = "cluster listening on ";
    private static final long STOP_TIMEOUT_S = 10;

    /**
     * Makes the child ignore Ctrl-C, which a terminal sends to children too: this process must end
     * its parts in order.
     */
    private static final List<String> IGNORING_INTERRUPT =
            List.of("sh", "-c", "trap '' INT; exec \"$@\"", "sh");

    private final Process process;
    private final StoreAddress address;
    private final AtomicReference<String> lastLine;

    private StoreProcess(Process process, StoreAddress address, AtomicReference<String> lastLine) {
        this.process = process;
        this.address = address;
        this.lastLine = lastLine;
    }

    /** Starts a node on {@code port}, 0 for a free one, and returns when it listens. */
    public static StoreProcess start(int port, String... options) {
        List<String> command = new ArrayList<>();
        command.addAll(IGNORING_INTERRUPT);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "-Xmx4g",
                        "-XX:+UseParallelGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.wukongs.store.cli.Wukongs",
                        "store",
                        "--end-with-input",
                        "--port",
                        Integer.toString(port)));
        command.addAll(List.of(options));
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            AtomicReference<String> lastLine = new AtomicReference<>("no output");
            return new StoreProcess(process, awaitReady(process, lastLine), lastLine);
        } catch (IOException e) {
            throw new WukongsException(
                    Category.FATAL, "cannot start the store process: reason=" + IoReason.of(e), e);
        }
    }

    private static StoreAddress awaitReady(Process process, AtomicReference<String> lastLine)
            throws IOException {
        BufferedReader output =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String said = "nothing";
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(READY)) {
                Thread pump = new Thread(() -> pump(output, lastLine), "store-output");
                pump.setDaemon(true);
                pump.start();
                return StoreAddress.parse(line.substring(READY.length()));
            }
            said = line;
        }
        throw WukongsException.fatal("the store process did not start: output=" + said);
    }

    /**
     * Copies the output of a running node, which is a warning or worse, but for where a node of a
     * cluster listens for the others.
     */
    private static void pump(BufferedReader output, AtomicReference<String> lastLine) {
        try {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (!line.startsWith(CLUSTER_READY)) {
                    System.err.println("store: " + line);
                    lastLine.set(line);
                }
            }
        } catch (IOException e) {
            // This process has ended the node, and with it the reading.
        }
    }

    /** The last line of its output. */
    public String lastLine() {
        return lastLine.get();
    }

    /** Waits up to {@code waitMs} for its end. */
    public void awaitEnd(long waitMs) {
        try {
            process.waitFor(waitMs, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public StoreAddress address() {
        return address;
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Lets it end, and does not wait for that. */
    void end() {
        process.destroy();
    }

    @Override
    public void close() {
        end();
        try {
            if (!process.waitFor(STOP_TIMEOUT_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
