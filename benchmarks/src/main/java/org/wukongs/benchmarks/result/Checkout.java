package org.wukongs.benchmarks.result;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The checkout that a benchmark runs from; the launcher names it in {@code wukongs.root}. */
public final class Checkout {

    private static final String UNKNOWN = "unknown";

    private Checkout() {}

    /** {@code path} under the checkout's root, or under the working directory without one. */
    public static Path resolve(String path) {
        return Path.of(System.getProperty("wukongs.root", "")).resolve(path).normalize();
    }

    /** The commit, with "-dirty" where files differ from it; "unknown" outside a checkout. */
    static String commit() {
        String commit = git("git", "rev-parse", "HEAD");
        boolean clean = git("git", "status", "--porcelain", "--untracked-files=no").isEmpty();
        return commit.equals(UNKNOWN) || clean ? commit : commit + "-dirty";
    }

    private static String git(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command)
                            .directory(resolve("").toAbsolutePath().toFile())
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            byte[] output = process.getInputStream().readAllBytes();
            return process.waitFor() == 0
                    ? new String(output, StandardCharsets.UTF_8).strip()
                    : UNKNOWN;
        } catch (IOException e) {
            return UNKNOWN; // No git.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return UNKNOWN;
        }
    }
}
