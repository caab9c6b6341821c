package org.wukongs.benchmarks.result;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The checkout that a benchmark runs from; the launcher names it in {@code wukongs.root}. */
public final class Checkout {

    private static final String UNKNOWN = "unknown";

    private Checkout() {}

    /** {@code path} under the checkout's root, or under the working directory without one. */
    public static Path resolve(String path) {
        return Path.of(System.getProperty("wukongs.root", "")).resolve(path).normalize();
    }

    /** The commit, with "-dirty" where files differ from it; "unknown" outside a checkout. */
    public static String commit() {
        String commit = git("rev-parse", "HEAD");
        if (commit.equals(UNKNOWN)) {
            return commit;
        }
        return git("status", "--porcelain", "--untracked-files=no").isEmpty()
                ? commit
                : commit + "-dirty";
    }

    private static String git(String... arguments) {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        try {
            Process process =
                    new ProcessBuilder(command)
                            .directory(resolve("").toAbsolutePath().toFile())
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? output.strip() : UNKNOWN;
        } catch (IOException e) {
            return UNKNOWN; // No git.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return UNKNOWN;
        }
    }
}
