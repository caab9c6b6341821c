package org.wukongs.benchmarks.measure;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Predicate;

/** Threads of processes, where the operating system has them under {@code /proc}. */
public final class ProcessThreads {

    /** Linux tells times in these, to programs of any architecture (USER_HZ). */
    private static final long NS_PER_TICK = 10_000_000;

    /** In {@code stat}, after the name: state, ten others, utime, stime. */
    private static final int USER_TIME = 11;

    private static final OperatingSystemMXBean OWN =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private ProcessThreads() {}

    /**
     * CPU time of this process so far, to some ms, without the threads that compile: what it would
     * take if it had run for long. On a machine with many cores compilers may end, and their time
     * is then in it.
     */
    public static long ownCpuNsWithoutCompilers() {
        return OWN.getProcessCpuTime() - compilersCpuNs(ProcessHandle.current().pid());
    }

    /** CPU time of a process's living compilers so far, to 10 ms. */
    static long compilersCpuNs(long pid) {
        return cpuNs(pid, name -> name.startsWith("C1 Compiler") || name.startsWith("C2 Compiler"));
    }

    /** CPU time of the living threads with some names, to 10 ms; 0 where there is none to read. */
    private static long cpuNs(long pid, Predicate<String> names) {
        Path tasks = Path.of("/proc", Long.toString(pid), "task");
        if (!Files.isDirectory(tasks)) {
            return 0;
        }
        long ticks = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                ticks += ticks(thread, names);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ticks * NS_PER_TICK;
    }

    private static long ticks(Path thread, Predicate<String> names) throws IOException {
        String stat;
        try {
            stat = Files.readString(thread.resolve("stat"));
        } catch (NoSuchFileException e) {
            return 0; // it has just ended
        }
        int end = stat.lastIndexOf(')'); // names may have anything in them
        if (!names.test(stat.substring(stat.indexOf('(') + 1, end))) {
            return 0;
        }
        String[] fields = stat.substring(end + 2).split(" ", -1);
        return Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[USER_TIME + 1]);
    }
}
