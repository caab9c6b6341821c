package org.wukongs.benchmarks.result;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the figures were measured on.
 *
 * @param loadAverage of the last minute when this was read, negative where unknown: what else the
 *     machine was doing
 */
public record Machine(
        String cpu, int cores, long memoryBytes, String system, String java, double loadAverage) {

    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    /** This machine now. */
    public static Machine current() {
        OperatingSystemMXBean system =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new Machine(
                cpuModel(),
                system.getAvailableProcessors(),
                system.getTotalMemorySize(),
                system.getName() + " " + system.getVersion() + " " + system.getArch(),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
                system.getSystemLoadAverage());
    }

    private static String cpuModel() {
        try {
            for (String line : Files.readAllLines(CPU_INFO)) {
                if (line.startsWith("model name")) {
                    return line.substring(line.indexOf(':') + 1).strip();
                }
            }
        } catch (IOException e) {
            return "unknown"; // No /proc: not Linux.
        }
        return "unknown";
    }
}
