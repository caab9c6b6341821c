package org.wukongs.store.graph;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.store.view.TripleView;

/** The same as {@link SnapshotModelTest}, read as another process reads the memory. */
class OneSidedModelTest extends SnapshotModelTest {

    @TempDir private Path folder;
    private OneSidedMemory mapped;

    @Override
    GraphMemory newMemory(long bytes, InsertThreads threads) {
        close();
        SharedMemoryOptions options = new SharedMemoryOptions(folder, "model", 0);
        SharedMemory shared = SharedMemory.create(options, bytes);
        mapped = open(shared.offer(3), folder);
        return new GraphMemory(threads, shared);
    }

    @Override
    TripleView view(StoredGraph graph, int number, long sn) {
        return new OneSidedView(mapped, "graph " + number, sn, graph.at(sn));
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
        if (mapped != null) {
            mapped.close();
        }
    }
}
