package org.wukongs.benchmarks.measure;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.wukongs.benchmarks.result.Machine;

/** Memory of processes. */
public final class ProcessMemory {

    private static final long BYTES_PER_KB = 1024;

    private ProcessMemory() {}

    /** This process's greatest resident set so far; 0 where the operating system does not tell. */
    public static long peakBytes() {
        return ofStatus("self", "VmHWM:");
    }

    /** Resident set of a process; 0 where the operating system does not tell. */
    public static long residentBytes(long pid) {
        return ofStatus(Long.toString(pid), "VmRSS:");
    }

    private static long ofStatus(String process, String field) {
        String kb = Machine.line(Path.of("/proc", process, "status"), field).replaceAll("\\D", "");
        return kb.isEmpty() ? 0 : Long.parseLong(kb) * BYTES_PER_KB;
    }

    /** What is reachable here: the heap after a full collection, and the buffers outside of it. */
    public static long retainedBytes() {
        System.gc();
        long bytes = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            bytes += pool.getMemoryUsed();
        }
        return bytes;
    }
}
