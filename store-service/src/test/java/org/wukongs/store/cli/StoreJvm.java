package org.wukongs.store.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.wukongs.client.StoreAddress;

/**
 * {@code wukongs store} in a process of its own, which ends with this one. What it writes to
 * standard error is in a file. It lives for seconds, so only the quick compiler is at work.
 */
public final class StoreJvm {

    private static final String HTTP = "--http";

    private final Process process;
    private final StoreAddress address;
    private final String url; // null without HTTP

    private StoreJvm(Process process, StoreAddress address, String url) {
        this.process = process;
        this.address = address;
        this.url = url;
    }

    /** A command line; the port is a free one unless the arguments say which. */
    public static List<String> command(List<String> jvmOptions, String... arguments) {
        List<String> given = List.of(arguments);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(jvmOptions);
        command.add("-cp");
        command.add(
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path")));
        command.addAll(List.of(Wukongs.class.getName(), "store", "--end-with-input"));
        if (!given.contains("--port")) {
            command.addAll(List.of("--port", "0"));
        }
        command.addAll(given);
        return command;
    }

    /** Returns when its ports are open. */
    public static StoreJvm start(List<String> command, Path errors) throws IOException {
        Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        BufferedReader out = process.inputReader();
        String address = lastWord(out, errors);
        String url = command.contains(HTTP) ? lastWord(out, errors).replaceAll("/$", "") : null;
        return new StoreJvm(process, StoreAddress.parse(address), url);
    }

    private static String lastWord(BufferedReader out, Path errors) throws IOException {
        String line = out.readLine();
        if (line == null) {
            throw new IOException(Files.readString(errors));
        }
        return line.substring(line.lastIndexOf(' ') + 1);
    }

    public Process process() {
        return process;
    }

    public StoreAddress address() {
        return address;
    }

    /** Without a slash at its end. */
    public String url() {
        return url;
    }
}
