package org.wukongs.store.graph;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.store.view.TripleView;

/**
 * The same as {@link ConcurrentSnapshotTest}, read as another process reads the memory, beside a
 * writer that inserts, grows lists, splits records, removes and frees as fast as it can.
 */
class OneSidedConcurrentTest extends ConcurrentSnapshotTest {

    @TempDir private Path folder;
    private OneSidedMemory mapped;

    @Override
    GraphMemory newMemory(long bytes, InsertThreads threads) {
        SharedMemoryOptions options = new SharedMemoryOptions(folder, "concurrent", 0);
        // So much that no reader is told to give up: marks may take an eighth.
        SharedMemory shared = SharedMemory.create(options, 4 * bytes);
        mapped = open(shared.offer(1), folder);
        return new GraphMemory(threads, shared);
    }

    @Override
    TripleView view(StoredGraph graph, long sn) {
        return new OneSidedView(mapped, "graph", sn, graph.at(sn));
    }

    OneSidedMemory open(SharedMemoryOffer offer, Path directory) {
        return OneSidedMemory.open(offer, directory);
    }

    @Override
    void entered() {
        mapped.forget();
    }

    @AfterEach
    void close() {
        mapped.close();
    }
}
