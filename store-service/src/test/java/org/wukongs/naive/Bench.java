package org.wukongs.naive;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * The data beside a checkout, in the folder that {@code -Dwukongs.bench} names; without it tests
 * are skipped.
 */
public final class Bench {

    private Bench() {}

    /** A file or folder of the bench data; aborts the test where it is not there. */
    public static Path path(String name) {
        Path path = Path.of(System.getProperty("wukongs.bench", "../../shared/bench"), name);
        Assumptions.assumeTrue(Files.exists(path), "skipped: " + path + " not found");
        return path;
    }
}
