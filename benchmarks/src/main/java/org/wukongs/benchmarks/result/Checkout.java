package org.wukongs.benchmarks.result;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The checkout that a benchmark runs from; the launcher names it in {@code wukongs.root}. */
public final class Checkout {

    private Checkout() {}

    /** {@code path} under the checkout's root, or under the working directory without one. */
    public static Path resolve(String path) {
        return Path.of(System.getProperty("wukongs.root", "")).resolve(path).normalize();
    }

    /** The commit, with "-dirty" where files differ from it; "unknown" outside a checkout. */
    static String commit() {
        String commit = output("git", "rev-parse", "HEAD");
        if (commit == null) {
            return "unknown";
        }
        String changes = output("git", "status", "--porcelain", "--untracked-files=no");
        return "".equals(changes) ? commit : commit + "-dirty";
    }

    /** What a command prints that is run in the checkout; null if it fails or does not exist. */
    public static String output(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command)
                            .directory(resolve("").toAbsolutePath().toFile())
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            byte[] output = process.getInputStream().readAllBytes();
            return process.waitFor() == 0
                    ? new String(output, StandardCharsets.UTF_8).strip()
                    : null;
        } catch (IOException e) {
            return null; // No such command.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }
}
