package org.wukongs.store.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the peak resident set size of this process. */
final class PeakMemory {

    private static final String LINUX_PEAK = "VmHWM:";

    private PeakMemory() {}

    /**
     * Returns the figure of the operating system or, if it has none, the heap that the JVM has
     * taken.
     */
    static long bytes() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith(LINUX_PEAK)) {
                    return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
                }
            }
        } catch (IOException e) {
            // Not Linux: the JVM's own figure is next best.
        }
        return Runtime.getRuntime().totalMemory();
    }
}
