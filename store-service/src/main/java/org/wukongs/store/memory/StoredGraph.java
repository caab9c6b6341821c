package org.wukongs.store.memory;

import java.lang.ref.Reference;
import java.util.Arrays;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;

/**
 * A stored graph off the heap: a set of triples as vertex records in both directions, with index
 * vertices (docs/adr/0005).
 *
 * <p>Invariants: o ∈ [s|p|OUT] ⇔ s ∈ [o|p|IN]; s ∈ [0|p|OUT] ⇔ [s|p|OUT] is not empty; o ∈ [0|p|IN]
 * ⇔ [o|p|IN] is not empty; p ∈ [v|0|d] ⇔ p is in the predicate set of v's word in direction d ⇔
 * [v|p|d] is not empty; p ∈ [0|0|OUT] ⇔ some triple has p; counts are the lengths that they count.
 *
 * <p>One thread writes. Others read without locks, each between enter and leave of a reader of
 * {@link GraphMemory#epochs}; what the writer's own thread has read is valid until its next write.
 * Two reads of one triple in both directions may differ while an insert is published.
 */
public final class StoredGraph implements TripleView, GraphStatistics {

    /** Number of the directory of predicates, beside those of directions IN and OUT. */
    static final int PREDICATES = 2;

    private static final Neighbours NONE = NeighbourList.EMPTY;

    private final GraphMemory memory;
    private final MemoryRegion region;
    private final PredicateSets sets;
    private final VertexDirectory[] directories = new VertexDirectory[3];
    private final long head;
    private final GraphKernels kernels;
    // vertices by direction and set; owner: the writer
    private volatile long[][] verticesBySet = {new long[0], new long[0]};

    StoredGraph(GraphMemory memory) {
        this.memory = memory;
        this.region = memory.region();
        this.sets = memory.sets();
        this.head = memory.allocator().allocate(GraphDescriptor.GRANULES);
        region.zero(head, GraphDescriptor.SIZE_BYTES);
        for (int i = 0; i < directories.length; i++) {
            directories[i] = new VertexDirectory(region, memory.allocator(), memory.retired());
        }
        this.kernels = new GraphKernels(region, sets, directories);
    }

    // Writing

    /** Adds a triple; false where it was there. As {@link #insert}. */
    public boolean add(long subject, long predicate, long object) {
        boolean own = memory.beginOwnSnapshot();
        try {
            return memory.writer().add(this, subject, predicate, object);
        } finally {
            memory.publishOwnSnapshot(own);
        }
    }

    /**
     * Adds all triples of {@code buffers}; how many of them were new.
     *
     * @throws org.wukongs.error.WukongsException FATAL where the memory is full; nothing has
     *     changed then and the graph can be read on
     */
    public long insert(TripleBuffer... buffers) {
        boolean own = memory.beginOwnSnapshot();
        try {
            return memory.writer().insert(this, buffers);
        } finally {
            memory.publishOwnSnapshot(own);
        }
    }

    VertexDirectory directory(int number) {
        return directories[number];
    }

    long head() {
        return head;
    }

    void publish() {
        for (VertexDirectory directory : directories) {
            directory.publish();
        }
    }

    void discard() {
        for (VertexDirectory directory : directories) {
            directory.discard();
        }
    }

    /** A directory word is about to change. */
    void countVertex(int number, long before, long after) {
        if (before == 0) {
            directories[number].countVertex();
        }
        if (number != PREDICATES) {
            count(number, before, -1);
            count(number, after, 1);
        }
    }

    private void count(int direction, long word, int change) {
        if (word == 0) {
            return;
        }
        int set = ValueDescriptor.set(word);
        if (set >= verticesBySet[direction].length) {
            long[][] longer = verticesBySet.clone();
            longer[direction] = Arrays.copyOf(longer[direction], Math.max(8, set * 2));
            verticesBySet = longer;
        }
        verticesBySet[direction][set] += change;
    }

    // Reading

    /**
     * The graph at the snapshot that a reader holds, for as long as it holds it. Any thread between
     * enter and leave.
     */
    public TripleView at(long sn) {
        return new GraphSnapshot(this, sn);
    }

    @Override
    public Neighbours neighbours(long key) {
        long vid = Keys.vid(key);
        int pid = (int) Keys.pid(key);
        int direction = Keys.direction(key);
        if (pid == Keys.PREDICATES) {
            return vid == Vids.INDEX_VERTEX ? allPredicates(key) : predicates(vid, direction);
        }
        long value = vid == Vids.INDEX_VERTEX ? indexList(pid, direction) : value(key);
        return value == 0 ? NONE : new StoredNeighbours(this, region, key, value);
    }

    @Override
    public long degree(long key) {
        int pid = (int) Keys.pid(key);
        if (pid == Keys.PREDICATES) {
            return neighbours(key).size();
        }
        boolean index = Keys.vid(key) == Vids.INDEX_VERTEX;
        return NeighbourLists.length(
                region, index ? indexList(pid, Keys.direction(key)) : value(key));
    }

    @Override
    public boolean concurrentReads() {
        return true;
    }

    private Neighbours allPredicates(long key) {
        long value = region.getLongAcquire(GraphDescriptor.predicates(head));
        return value == 0 || Keys.direction(key) != Keys.OUT
                ? NONE
                : new StoredNeighbours(this, region, key, value);
    }

    private Neighbours predicates(long vid, int direction) {
        long word = directories[direction].word(vid);
        if (word == 0) {
            return NONE;
        }
        int set = ValueDescriptor.set(word);
        return new PidNeighbours(
                set == PredicateSets.OWN
                        ? kernels.ownPids(ValueDescriptor.offset(word))
                        : sets.pids(set));
    }

    private long indexList(long pid, int direction) {
        long word = directories[PREDICATES].word(pid);
        return word == 0
                ? 0
                : region.getLongAcquire(
                        PredicateDescriptor.list(ValueDescriptor.offset(word), direction));
    }

    private long value(long key) {
        return kernels.value(Keys.vid(key), (int) Keys.pid(key), Keys.direction(key));
    }

    @Override
    public boolean contains(long subject, long predicate, long object) {
        if (predicate <= Keys.PREDICATES || predicate > Keys.PID_MAX) {
            return false;
        }
        long value = kernels.value(subject, (int) predicate, Keys.OUT);
        return NeighbourLists.contains(region, Keys.OUT, value, object);
    }

    /** Whether the vertex is in [0|predicate|direction]; predicate 0 asks for a predicate's pid. */
    boolean hasPredicate(long vid, long predicate, int direction) {
        return predicate == Keys.PREDICATES
                ? tripleCount(vid) > 0
                : kernels.value(vid, (int) predicate, direction) != 0;
    }

    @Override
    public void expand(long[] vertices, int count, long pid, int direction, Expansion into) {
        try {
            if (pid == Keys.PREDICATES) {
                TripleView.super.expand(vertices, count, pid, direction, into);
            } else {
                kernels.expand(vertices, count, pid, direction, into);
            }
        } finally {
            Reference.reachabilityFence(memory);
        }
    }

    @Override
    public int probe(long[] subjects, long pid, long[] objects, int count, int[] kept) {
        try {
            return kernels.probe(subjects, pid, objects, count, kept);
        } finally {
            Reference.reachabilityFence(memory);
        }
    }

    @Override
    public int probeConstant(
            long[] vertices, int count, long pid, int direction, long neighbour, int[] kept) {
        try {
            return kernels.probeConstant(vertices, count, pid, direction, neighbour, kept);
        } finally {
            Reference.reachabilityFence(memory);
        }
    }

    // Statistics

    @Override
    public long tripleCount() {
        return region.getLongAcquire(GraphDescriptor.count(head));
    }

    @Override
    public long tripleCount(long predicate) {
        long word = directories[PREDICATES].word(predicate);
        return word == 0
                ? 0
                : region.getLongAcquire(PredicateDescriptor.count(ValueDescriptor.offset(word)));
    }

    @Override
    public long vertexCount(long predicate, int direction) {
        return NeighbourLists.length(region, indexList(predicate, direction));
    }

    @Override
    public int predicateSetCount() {
        return sets.count();
    }

    @Override
    public int[] predicateSet(int set) {
        return sets.pids(set).clone();
    }

    @Override
    public long vertexCountOfSet(int set, int direction) {
        long[] counts = verticesBySet[direction];
        return set < counts.length ? counts[set] : 0;
    }
}
