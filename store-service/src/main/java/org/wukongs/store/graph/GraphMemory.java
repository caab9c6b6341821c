package org.wukongs.store.graph;

/**
 * Off-heap memory that stored graphs live in: one region with a budget, shared by all graphs of a
 * node, and what belongs to it. One thread writes, any graph, snapshot by snapshot; readers enter
 * {@link #epochs} and hold the newest one.
 *
 * <p>Invariant: every block is free, retired, or referenced by exactly one graph at exactly one
 * place.
 */
public final class GraphMemory implements AutoCloseable {

    /**
     * 4 GiB: about 130 million triples at 31 bytes. It is address space until it is written, so a
     * small store takes no more than it needs.
     */
    public static final long BUDGET_BYTES_DEFAULT = 4L << 30;

    /** So that the smallest graph has room for its head and a few triples. */
    public static final long BUDGET_BYTES_MIN = 4096;

    private static final long NO_SNAPSHOT = -1;

    private final MemoryRegion region;
    private final BlockAllocator allocator;
    private final ReaderEpochs epochs = new ReaderEpochs();
    private final RetiredBlocks retired;
    private final PredicateSets sets;
    private final MarkLog marks;
    private final GraphWriter writer;
    private long writingSnapshot = NO_SNAPSHOT; // owner: the writer

    /** {@code budgetBytes} is rounded down to a multiple of 8. */
    public GraphMemory(long budgetBytes) {
        this(budgetBytes, InsertThreads.ONE);
    }

    /** As above, with threads that share large inserts. */
    public GraphMemory(long budgetBytes, InsertThreads threads) {
        this(budgetBytes, new PredicateSets(), threads);
    }

    /** With sets that tests share, as they take more than what is in them. */
    GraphMemory(long budgetBytes, PredicateSets predicateSets) {
        this(budgetBytes, predicateSets, InsertThreads.ONE);
    }

    private GraphMemory(long budgetBytes, PredicateSets predicateSets, InsertThreads threads) {
        if (budgetBytes < BUDGET_BYTES_MIN) {
            throw new IllegalArgumentException("budget too small: budgetBytes=" + budgetBytes);
        }
        sets = predicateSets;
        region = new MemoryRegion(budgetBytes & -SizeClasses.GRANULE_BYTES);
        allocator = new BlockAllocator(region);
        retired = new RetiredBlocks(allocator, epochs);
        marks = new MarkLog(region, allocator, retired, epochs, threads.count());
        writer = new GraphWriter(this, threads);
    }

    /**
     * An empty graph.
     *
     * @throws org.wukongs.error.WukongsException FATAL where the region is full
     */
    public StoredGraph newGraph() {
        return new StoredGraph(this);
    }

    /**
     * Writer only: what is inserted from here on, into any graph, is seen by readers once {@link
     * #publishSnapshot} is called, and then under this number. An insert outside of the two is a
     * snapshot of its own, with the next number.
     */
    public void beginSnapshot(long sn) {
        if (writingSnapshot != NO_SNAPSHOT || sn <= publishedSnapshot()) {
            throw new IllegalStateException(
                    "a snapshot begins within another or goes back: sn="
                            + sn
                            + " writing="
                            + writingSnapshot
                            + " published="
                            + publishedSnapshot());
        }
        writingSnapshot = sn;
        marks.beginSnapshot(sn);
    }

    /** As above, with the number after the published one, which is returned. */
    public long beginSnapshot() {
        beginSnapshot(publishedSnapshot() + 1);
        return writingSnapshot;
    }

    /** Writer only: readers that enter from now on see what was inserted since the begin. */
    public void publishSnapshot() {
        if (writingSnapshot == NO_SNAPSHOT) {
            throw new IllegalStateException("no snapshot has begun");
        }
        epochs.publishSnapshot(writingSnapshot);
        writingSnapshot = NO_SNAPSHOT;
        marks.endSnapshot();
    }

    /**
     * Writer only, to be called while it is idle: takes away marks that no reader needs any more. A
     * snapshot's marks mostly wait for those who were reading when it was published, which is a
     * moment; without this they would stay until the next snapshot, in the way of all who come. How
     * many snapshots' marks went.
     */
    public int retireMarks() {
        return isWritingSnapshot() ? 0 : marks.retireLeft();
    }

    /** The newest snapshot that readers may enter; 0 at first. Any thread. */
    public long publishedSnapshot() {
        return epochs.publishedSnapshot();
    }

    /** Writer only: whether {@link #publishSnapshot} is due. */
    public boolean isWritingSnapshot() {
        return writingSnapshot != NO_SNAPSHOT;
    }

    public ReaderEpochs epochs() {
        return epochs;
    }

    /** What all graphs may take. */
    public long budgetBytes() {
        return region.sizeBytes();
    }

    /** What all graphs take, retired blocks that wait for readers included. */
    public long usedBytes() {
        return allocator.usedBytes();
    }

    /** What was ever taken: that much the system has backed with memory. */
    public long committedBytes() {
        return allocator.committedBytes();
    }

    /** What marks of snapshots take that some reader may not see yet. */
    public long markBytes() {
        return marks.publishedBytes();
    }

    /** Blocks that will be reused when the readers that may see them have left. */
    public long retiredBytes() {
        return retired.bytes();
    }

    /** Gives all memory back; nobody may use a graph of it any more. */
    @Override
    public void close() {
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

    /** The snapshot that {@link #beginSnapshot} began. */
    long writingSnapshot() {
        return writingSnapshot;
    }

    GraphWriter writer() {
        return writer;
    }
}
