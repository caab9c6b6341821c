package org.wukongs.store.graph;

import java.util.List;

/**
 * The off-heap memory of stored graphs: one region with a budget, shared by all graphs of a node,
 * with its allocator, epochs and marks. One thread writes all graphs, snapshot by snapshot; readers
 * enter {@link #epochs} and hold the newest snapshot.
 *
 * <p>Invariant: every block is free, retired, or referenced by exactly one graph at exactly one
 * place.
 */
public final class GraphMemory implements AutoCloseable {

    /**
     * 4 GiB: about 130 million triples at 31 bytes. Unwritten memory is only address space, so a
     * small store takes no more than it needs.
     */
    public static final long BUDGET_BYTES_DEFAULT = 4L << 30;

    /** Room for the head of a graph and a few triples. */
    public static final long BUDGET_BYTES_MIN = 4096;

    private static final long NO_SNAPSHOT = -1;

    /** Half of what marks may take for long. */
    private static final int HELD_PARTS = 16;

    private final MemoryRegion region;
    private final BlockAllocator allocator;
    private final ReaderEpochs epochs = new ReaderEpochs();
    private final RetiredBlocks retired;
    private final PredicateSets sets;
    private final MarkLog marks;
    private final GraphWriter writer;
    private final SharedMemory shared; // null if no other process can read the memory
    private long newestHead; // of the graph that was made last; owner: the writer
    private long writingSnapshot = NO_SNAPSHOT; // owner: the writer

    /** {@code budgetBytes} is rounded down to a multiple of 8. */
    public GraphMemory(long budgetBytes) {
        this(budgetBytes, InsertThreads.ONE);
    }

    /** Makes a memory with threads that share large inserts. */
    public GraphMemory(long budgetBytes, InsertThreads threads) {
        this(budgetBytes, new PredicateSets(), threads, null);
    }

    /**
     * Makes a memory that other processes can read, of the size that {@code shared} has. It is
     * closed with the memory.
     */
    GraphMemory(InsertThreads threads, SharedMemory shared) {
        this(shared.regionBytes(), new PredicateSets(), threads, shared);
    }

    /**
     * Makes a memory with given sets, which tests share because they take much memory even if
     * empty.
     */
    GraphMemory(long budgetBytes, PredicateSets predicateSets) {
        this(budgetBytes, predicateSets, InsertThreads.ONE, null);
    }

    private GraphMemory(
            long budgetBytes,
            PredicateSets predicateSets,
            InsertThreads threads,
            SharedMemory sharedMemory) {
        if (budgetBytes < BUDGET_BYTES_MIN) {
            throw new IllegalArgumentException("budget too small: budgetBytes=" + budgetBytes);
        }
        sets = predicateSets;
        shared = sharedMemory;
        long sizeBytes = budgetBytes & -SizeClasses.GRANULE_BYTES;
        region = shared == null ? new MemoryRegion(sizeBytes) : shared.region();
        if (shared != null) {
            sets.publishTo(shared);
            epochs.publishTo(shared);
        }
        allocator = new BlockAllocator(region);
        retired = new RetiredBlocks(allocator, epochs);
        marks = new MarkLog(region, allocator, retired, epochs, sets, threads.count());
        writer = new GraphWriter(this, threads);
    }

    /**
     * Creates an empty graph.
     *
     * @throws org.wukongs.error.WukongsException FATAL if the region is full
     */
    public StoredGraph newGraph() {
        return newGraph("");
    }

    /** Creates an empty graph by whose name other processes find it. */
    StoredGraph newGraph(String name) {
        StoredGraph graph = new StoredGraph(this, name, newestHead);
        newestHead = graph.head();
        if (shared != null) {
            shared.publishGraph(newestHead);
        }
        return graph;
    }

    /** Returns what other processes can read, null if they cannot. */
    public SharedMemory shared() {
        return shared;
    }

    /**
     * Writer only: starts a snapshot. Readers see further inserts, into any graph, after {@link
     * #publishSnapshot} and under this number. An insert outside of the two calls is a snapshot of
     * its own, with the next number.
     */
    public void beginSnapshot(long sn) {
        if (writingSnapshot != NO_SNAPSHOT || sn <= publishedSnapshot()) {
            throw new IllegalStateException(
                    "a snapshot starts within another or goes back: sn="
                            + sn
                            + " writing="
                            + writingSnapshot
                            + " published="
                            + publishedSnapshot());
        }
        writingSnapshot = sn;
        marks.beginSnapshot(sn);
    }

    /** Writer only: starts a snapshot with the number after the published one, and returns it. */
    public long beginSnapshot() {
        beginSnapshot(publishedSnapshot() + 1);
        return writingSnapshot;
    }

    /**
     * Writer only: adds and removes triples of several graphs in the started snapshot, all or
     * nothing. No graph occurs twice.
     *
     * @throws org.wukongs.error.WukongsException FATAL if the region is full, RETRIABLE if readers
     *     of old snapshots hold much of it; all graphs then are as they were
     */
    public void change(List<GraphChange> changes) {
        if (writingSnapshot == NO_SNAPSHOT) {
            throw new IllegalStateException("no snapshot was started");
        }
        writer.changeAll(changes);
    }

    /** Writer only: publishes the snapshot that was started, to readers that enter from now on. */
    public void publishSnapshot() {
        if (writingSnapshot == NO_SNAPSHOT) {
            throw new IllegalStateException("no snapshot was started");
        }
        epochs.publishSnapshot(writingSnapshot);
        writingSnapshot = NO_SNAPSHOT;
        marks.endSnapshot();
    }

    /** Writer only: as {@link #publishSnapshot}, for one that readers may see at once. */
    public void publishRestored() {
        if (writingSnapshot == NO_SNAPSHOT) {
            throw new IllegalStateException("no snapshot was started");
        }
        epochs.publishSnapshot(writingSnapshot);
        epochs.show(writingSnapshot);
        writingSnapshot = NO_SNAPSHOT;
        marks.endSnapshot();
    }

    /**
     * Writer only: from now on readers do not see published snapshots before {@link
     * #showSnapshots}.
     */
    public void holdSnapshots() {
        epochs.holdBack();
    }

    /**
     * Writer only: lets readers that enter from now on see a snapshot that was published, or a
     * newer one that they see already.
     */
    public void showSnapshots(long sn) {
        epochs.show(sn);
    }

    /**
     * Writer only, to be called while it is idle: removes marks that no reader needs any longer,
     * and reclaims blocks that were retired. A snapshot's marks mostly wait for the readers that
     * were active when it was published, which takes a moment; without this call they would stay
     * until the next snapshot and slow down new readers. Returns the number of snapshots whose
     * marks were removed.
     */
    public int retireMarks() {
        if (isWritingSnapshot()) {
            return 0;
        }
        int count = marks.retireLeft();
        retired.reclaimNew();
        allocator.coalesceSometimes();
        return count;
    }

    /**
     * Writer only: tells readers of older snapshots to give up if much memory waits for them;
     * returns whether that is so.
     */
    boolean recallHeld() {
        boolean held = marks.bytes() + retired.bytes() > budgetBytes() / HELD_PARTS;
        if (held) {
            epochs.allowSnapshotsFrom(publishedSnapshot());
        }
        return held;
    }

    /** Returns the newest snapshot that readers may enter; 0 at first. Any thread. */
    public long publishedSnapshot() {
        return epochs.publishedSnapshot();
    }

    /** Writer only: returns true if {@link #publishSnapshot} is due. */
    public boolean isWritingSnapshot() {
        return writingSnapshot != NO_SNAPSHOT;
    }

    public ReaderEpochs epochs() {
        return epochs;
    }

    /** Returns the bytes that all graphs may take. */
    public long budgetBytes() {
        return region.sizeBytes();
    }

    /** Returns the bytes that all graphs take, including retired blocks that wait for readers. */
    public long usedBytes() {
        return allocator.usedBytes();
    }

    /** Returns the bytes that graphs may still take, of some moments ago. Any thread. */
    public long freeBytes() {
        return budgetBytes() - usedBytes();
    }

    /** Returns the most bytes ever taken, which the operating system has backed with memory. */
    public long committedBytes() {
        return allocator.committedBytes();
    }

    /** Returns the bytes of the marks of snapshots that some reader may not see yet. */
    public long markBytes() {
        return marks.publishedBytes();
    }

    /**
     * Returns the bytes of blocks that can be reused after the readers that may see them have left.
     */
    public long retiredBytes() {
        return retired.bytes();
    }

    /** Frees all memory; its graphs must no longer be used. */
    @Override
    public void close() {
        if (shared != null) {
            shared.close();
        }
        region.close();
    }

    MemoryRegion region() {
        return region;
    }

    BlockAllocator allocator() {
        return allocator;
    }

    RetiredBlocks retired() {
        return retired;
    }

    PredicateSets sets() {
        return sets;
    }

    MarkLog marks() {
        return marks;
    }

    /** Returns the snapshot that {@link #beginSnapshot} started. */
    long writingSnapshot() {
        return writingSnapshot;
    }

    GraphWriter writer() {
        return writer;
    }
}
