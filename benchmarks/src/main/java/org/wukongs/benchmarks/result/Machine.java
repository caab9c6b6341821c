package org.wukongs.benchmarks.result;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What the figures were measured on.
 *
 * @param loadAverage of the last minute when this was read, negative where unknown: what else the
 *     machine was doing
 */
public record Machine(
        String cpu, int cores, long memoryBytes, String system, String java, double loadAverage) {

    private static final String UNKNOWN = "unknown";
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    /** This machine now. */
    public static Machine current() {
        OperatingSystemMXBean system =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new Machine(
                line(CPU_INFO, "model name").replaceFirst(".*: *", ""),
                system.getAvailableProcessors(),
                system.getTotalMemorySize(),
                system.getName() + " " + system.getVersion() + " " + system.getArch(),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
                system.getSystemLoadAverage());
    }

    /** The line of a system's file that begins with {@code prefix}; "unknown" if there is none. */
    public static String line(Path file, String prefix) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(prefix)).findFirst().orElse(UNKNOWN);
        } catch (IOException | UncheckedIOException e) {
            return UNKNOWN; // No /proc: not Linux.
        }
    }
}
