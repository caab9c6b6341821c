package org.wukongs.benchmarks.recovery;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.wukongs.benchmarks.lsbench.drive.Pace;
import org.wukongs.benchmarks.measure.Executions;
import org.wukongs.benchmarks.recovery.ServedStore.Message;

/**
 * What the disk itself takes for the messages of a run: a file in the same folder that is written
 * and synced when messages are due, with as many bytes as the log has of them.
 */
final class DiskLoop {

    private static final int TUPLE_BYTES = 32;
    private static final int MESSAGE_BYTES = 90;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private DiskLoop() {}

    /**
     * What the disk took.
     *
     * @param syncs of each group that was due: one write and fdatasync
     * @param cpuNs CPU of all of them
     */
    record Result(Executions syncs, long cpuNs) {

        /** Of no loop. */
        static Result none() {
            return new Result(new Executions(), 0);
        }
    }

    /** Writes and syncs each group when it is due. */
    static Result run(Path folder, List<Message> messages) throws IOException {
        Executions syncs = new Executions();
        long cpuNs = 0;
        Path file = Files.createTempFile(folder, "disk-", ".bin");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            Pace pace = Pace.realTime();
            pace.start(messages.get(0).dueMs());
            int next = 0;
            while (next < messages.size()) {
                pace.await(messages.get(next).dueMs());
                int bytes = 0;
                do {
                    bytes += MESSAGE_BYTES + TUPLE_BYTES * messages.get(next).size();
                    next++;
                } while (next < messages.size() && pace.lagNs(messages.get(next).dueMs()) > 0);
                ByteBuffer group = ByteBuffer.allocate(bytes);
                long startCpuNs = THREADS.getCurrentThreadCpuTime();
                long startNs = System.nanoTime();
                while (group.hasRemaining()) {
                    channel.write(group);
                }
                channel.force(false);
                syncs.add(System.nanoTime() - startNs);
                cpuNs += THREADS.getCurrentThreadCpuTime() - startCpuNs;
            }
        } finally {
            Files.delete(file);
        }
        return new Result(syncs, cpuNs);
    }
}
