package org.wukongs.store.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.wukongs.store.graph.GraphMemory;
import org.wukongs.store.graph.ReaderEpochs;

final class StoreReadersTest {

    /** More than there are processors, so that some are preempted at any point. */
    private static final int THREADS = 8;

    private static final int ROUNDS = 50_000;

    @Test
    void thereAreNoMoreThanThreadsThatRead() throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        try (GraphMemory memory = new GraphMemory(GraphMemory.BUDGET_BYTES_MIN)) {
            StoreReaders readers = new StoreReaders(memory.epochs());
            Set<ReaderEpochs.Reader> seen = ConcurrentHashMap.newKeySet();
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                tasks.add(() -> takeAndGiveBack(readers, seen));
            }
            for (Future<Void> task : executor.invokeAll(tasks)) {
                task.get();
            }
            assertThat(seen).hasSizeLessThanOrEqualTo(THREADS);
        } finally {
            executor.shutdown();
        }
    }

    private static Void takeAndGiveBack(StoreReaders readers, Set<ReaderEpochs.Reader> seen) {
        for (int round = 0; round < ROUNDS; round++) {
            ReaderEpochs.Reader reader = readers.take();
            seen.add(reader);
            readers.giveBack(reader);
        }
        return null;
    }
}
