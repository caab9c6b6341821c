package org.wukongs.benchmarks.recovery;

import java.io.IOException;
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

    private DiskLoop() {}

    /** Of each group that was due: one write and fdatasync. */
    static Executions run(Path folder, List<Message> messages) throws IOException {
        Executions syncs = new Executions();
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
                long startNs = System.nanoTime();
                while (group.hasRemaining()) {
                    channel.write(group);
                }
                channel.force(false);
                syncs.add(System.nanoTime() - startNs);
            }
        } finally {
            Files.delete(file);
        }
        return syncs;
    }
}
