package org.wukongs.store.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.naive.Seeds;
import org.wukongs.naive.Waits;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.dictionary.DictionaryConfig;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.server.ConnectionLimits;
import org.wukongs.store.server.StoreServer;

/** Frames that nobody should send, to a server in this process. */
class FrameFuzzTest {

    private static final int SECONDS = 4;
    private static final long HEAP_BYTES_MAX = 200 << 20;
    private static final long DIRECT_BYTES_MAX = 64 << 20;
    private static final ExecutionLimits LIMITS = new ExecutionLimits(100_000, 2_000, 64 << 20, 1);

    /** Both kinds of dictionary, and a directory for checkpoints. */
    @Test
    void theStoreOutlivesThem(@TempDir Path directory) throws Exception {
        int seconds = Math.max(1, FuzzRun.seconds(SECONDS) / 2);
        DictionaryConfig inMemory = DictionaryConfig.inMemory(1_000_000);
        fuzz(
                StoreConfig.builder()
                        .dictionary(inMemory)
                        .ringTupleCountMax(100_000)
                        .storeMemoryBytes(64 << 20)
                        .limits(LIMITS)
                        .termsKeptMs(200)
                        .build(),
                directory,
                seconds);
        DictionaryConfig onDisk =
                new DictionaryConfig(directory.resolve("terms"), 1_000_000, 1 << 28, 1 << 24);
        fuzz(
                StoreConfig.builder()
                        .dictionary(onDisk)
                        .ringTupleCountMax(100_000)
                        .storeMemoryBytes(64 << 20)
                        .limits(LIMITS)
                        .build(),
                null,
                seconds);
    }

    private static void fuzz(StoreConfig config, Path directory, int seconds) throws Exception {
        ConnectionLimits limits = new ConnectionLimits(64, 4 << 20, 500, 500);
        DataDirectory data =
                directory == null ? null : DataDirectory.open(directory.resolve("data"), 1);
        try (StoreServer server = StoreServer.start(config, limits, data, "127.0.0.1", 0)) {
            long seed = Seeds.random(FrameFuzzTest.class).nextLong();
            FuzzRun.assertServes(server.address(), "before");
            long heapBefore = heapBytes();
            FuzzRun.attack(server.address(), seed, seconds);
            FuzzRun.assertServes(server.address(), "after");
            assertThat(server.isClosed()).isFalse();
            awaitNoConnections(server);
            assertThat(server.connectionStatistics().frameBytes()).isZero();
            assertThat(heapBytes() - heapBefore).isLessThan(HEAP_BYTES_MAX);
            assertThat(directBytes()).isLessThan(DIRECT_BYTES_MAX);
        }
    }

    private static void awaitNoConnections(StoreServer server) {
        Waits.await(() -> server.connectionStatistics().openCount() == 0);
    }

    private static long heapBytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static long directBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }
}
