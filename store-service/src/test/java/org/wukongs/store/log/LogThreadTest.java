package org.wukongs.store.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.naive.Seeds;
import org.wukongs.naive.Waits;

/** The writer and its agent in two threads, on the real disk. */
@Timeout(60)
class LogThreadTest {

    private static final int RECORDS = 100_000;
    private static final long LOG_ID = 3;

    @TempDir Path folder;

    @Test
    void recordsComeBackInOrderWhileTheAgentRuns() {
        Random random = Seeds.random(LogThreadTest.class);
        StorageDirectory disk = new FileStorage(folder);
        AtomicReference<Throwable> error = new AtomicReference<>();
        LogWriter writer =
                LogWriter.open(
                        disk,
                        new LogOptions(SyncMode.BARRIER, 1 << 19, 1 << 17, 1_000_000),
                        LOG_ID,
                        LogEnd.empty(0),
                        Preamble.NONE,
                        System::nanoTime);
        AgentRunner runner =
                new AgentRunner(new BackoffIdleStrategy(), error::set, null, writer.agent());
        AgentRunner.startOnThread(runner);
        try (runner) {
            offerAll(writer, random);
            writer.requestSync();
            Waits.await(() -> error.get() != null || writer.durablePosition() == RECORDS);
            assertThat(writer.truncateBefore(RECORDS / 2)).isPositive();
        }
        assertThat(error.get()).isNull();
        readAll(disk, RECORDS / 2);
    }

    private static void offerAll(LogWriter writer, Random random) {
        byte[] payload = new byte[400];
        for (int i = 1; i <= RECORDS; i++) {
            ByteBuffer.wrap(payload).putInt(i);
            int bytes = Integer.BYTES + random.nextInt(random.nextInt(50) == 0 ? 396 : 40);
            while (writer.offer(LogRun.TYPE_RECORD, payload, 0, bytes) == LogWriter.FULL) {
                Thread.onSpinWait();
            }
            if (random.nextInt(10_000) == 0) {
                writer.requestSync();
            }
            long durable = writer.durablePosition();
            assertThat(durable <= writer.writtenPosition()).isTrue();
        }
    }

    private static void readAll(StorageDirectory disk, int from) {
        try (LogReader reader = LogReader.open(disk, LOG_ID, from)) {
            int position = from;
            while (reader.next()) {
                position++;
                if (reader.position() != position || reader.record().getInt() != position) {
                    throw new AssertionError("another record: position=" + position);
                }
            }
            assertThat(position).isEqualTo(RECORDS);
            assertThat(reader.end().torn()).isNull();
            assertThat(reader.readBytes()).isEqualTo(reader.totalBytes());
        }
    }
}
