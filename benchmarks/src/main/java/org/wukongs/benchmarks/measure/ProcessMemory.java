package org.wukongs.benchmarks.measure;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** Memory of this process. */
public final class ProcessMemory {

    private static final String LINUX_PEAK = "VmHWM:";
    private static final long BYTES_PER_KB = 1024;

    private ProcessMemory() {}

    /** The greatest resident set so far, 0 where the operating system does not tell. */
    public static long peakBytes() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith(LINUX_PEAK)) {
                    return Long.parseLong(line.replaceAll("\\D", "")) * BYTES_PER_KB;
                }
            }
        } catch (IOException e) {
            return 0; // No /proc: not Linux.
        }
        return 0;
    }

    /** What is reachable: the heap after a full collection, and the buffers outside of it. */
    public static long retainedBytes() {
        System.gc();
        long bytes = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            bytes += pool.getMemoryUsed();
        }
        return bytes;
    }
}
