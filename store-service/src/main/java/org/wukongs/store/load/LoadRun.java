package org.wukongs.store.load;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.wukongs.error.WukongsException;
import org.wukongs.file.CompressedFile;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.load.WorkQueue.Work;

/**
 * Parses and encodes files with several threads. The caller's thread reads and decompresses the
 * files with one statement per line, and cuts them into blocks; workers parse the blocks, and whole
 * files of the other formats. With one thread, the caller's does everything.
 */
final class LoadRun {

    /** Blocks per worker: one being parsed and one waiting. The reader has two more. */
    private static final int BLOCKS_PER_WORKER = 2;

    private static final int READER_BLOCKS = 2;

    /** Bytes per staged triple: the columns of a buffer, and the unused part of the last chunks. */
    private static final long STAGED_TRIPLE_BYTES = 22;

    private final LoadOptions options;
    private final LoadFailures failures;
    private final List<LoadWorker> workers = new ArrayList<>();
    private final WorkQueue queue;
    private final BlockPool pool;
    private List<SourceFile> files = List.of();

    LoadRun(LoadOptions options, Supplier<TripleEncoder> encoders) {
        this.options = options;
        this.failures = new LoadFailures(options.skipBad());
        for (int i = 0; i < options.threads(); i++) {
            workers.add(new LoadWorker(this, encoders.get(), failures));
        }
        int blocks = BLOCKS_PER_WORKER * workers.size();
        this.queue = new WorkQueue(blocks);
        this.pool = new BlockPool(blocks + READER_BLOCKS, options.blockBytes(), failures::stopped);
    }

    LoadOptions options() {
        return options;
    }

    LoadFailures failures() {
        return failures;
    }

    long statementCount() {
        return workers.stream().mapToLong(LoadWorker::statementCount).sum();
    }

    /**
     * Returns the triples by graph, in order of the names: one buffer for each worker that had
     * some, and no buffer for a graph whose files have no triples.
     */
    Map<String, TripleBuffer[]> staged() {
        Map<String, List<TripleBuffer>> byGraph = new HashMap<>();
        for (SourceFile file : files) {
            byGraph.put(file.graph(), new ArrayList<>());
        }
        for (LoadWorker worker : workers) {
            worker.staged()
                    .buffers()
                    .forEach(
                            (graph, buffer) ->
                                    byGraph.computeIfAbsent(graph, g -> new ArrayList<>())
                                            .add(buffer));
        }
        Map<String, TripleBuffer[]> staged = new TreeMap<>();
        byGraph.forEach((graph, list) -> staged.put(graph, list.toArray(TripleBuffer[]::new)));
        return staged;
    }

    /** Returns when everything is parsed and encoded, or throws the error that ended the load. */
    void run(List<SourceFile> filesToRead) {
        files = List.copyOf(filesToRead);
        if (workers.size() > 1) {
            runParallel(files);
        } else {
            readUnlessInterrupted(files);
            workers.get(0).flush();
        }
        failures.check();
    }

    private void runParallel(List<SourceFile> files) {
        try {
            workers.forEach(this::start);
            readUnlessInterrupted(files);
        } finally {
            queue.close();
            awaitWorkers();
        }
    }

    private void start(LoadWorker worker) {
        queue.enter();
        boolean started = false;
        try {
            options.executor().execute(() -> worker.work(queue));
            started = true;
        } finally {
            if (!started) {
                queue.leave(); // there was no thread, or no memory, to run the worker
            }
        }
    }

    /**
     * Waits for the workers however long they take, because they use this load's memory. An
     * interrupt ends the load soon.
     */
    private void awaitWorkers() {
        boolean interrupted = false;
        while (true) {
            try {
                queue.awaitWorkers();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
                failures.abort(interrupted());
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    static WukongsException interrupted() {
        return WukongsException.retriable("the load was interrupted, nothing is loaded");
    }

    private void readUnlessInterrupted(List<SourceFile> files) {
        try {
            for (SourceFile file : files) {
                if (failures.stopped()) {
                    return;
                }
                if (file.byLines()) {
                    readBlocks(file);
                } else {
                    submit(worker -> worker.parse(file));
                }
            }
        } catch (InterruptedException e) {
            failures.abort(interrupted());
            Thread.currentThread().interrupt();
        }
    }

    private void readBlocks(SourceFile file) throws InterruptedException {
        try (InputStream in = CompressedFile.open(file.path(), options.bytesRead())) {
            BlockReader reader = new BlockReader(file, in, pool);
            try {
                for (ByteBlock block = reader.next();
                        block != null && !failures.stopped();
                        block = reader.next()) {
                    submitBlock(block);
                }
            } finally {
                reader.close();
            }
        } catch (IOException e) {
            failures.abort(DataFile.unreadable(file.path(), e));
        }
    }

    private void submitBlock(ByteBlock block) throws InterruptedException {
        submit(
                worker -> {
                    try {
                        worker.parse(block);
                    } finally {
                        pool.giveBack(block.bytes());
                    }
                });
    }

    private void submit(Work work) throws InterruptedException {
        if (workers.size() > 1) {
            queue.put(work);
        } else {
            workers.get(0).run(work);
        }
    }

    /** Offers work to the other workers; returns false if the queue is full. */
    boolean offer(Work work) {
        return workers.size() > 1 && queue.offer(work);
    }

    /** Called after each piece of work; fails if the staged triples take too much memory. */
    void checkStaged() {
        long bytes = statementCount() * STAGED_TRIPLE_BYTES;
        if (bytes > options.stagedBytesMax()) {
            throw WukongsException.user(
                    "the load does not fit into the heap, give it more (-Xmx) or load less at a"
                            + " time: stagedBytesMax="
                            + options.stagedBytesMax());
        }
    }
}
