package org.wukongs.store.graph;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.wukongs.id.Keys;
import org.wukongs.store.view.EmptyView;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.TripleView;

/**
 * A stored graph: a set of triples in off-heap vertex records of both directions, with index
 * vertices (docs/adr/0005).
 *
 * <p>Invariants: o ∈ [s|p|OUT] ⇔ s ∈ [o|p|IN]; s ∈ [0|p|OUT] ⇔ [s|p|OUT] is not empty; o ∈ [0|p|IN]
 * ⇔ [o|p|IN] is not empty; p ∈ [v|0|d] ⇔ p is in the predicate set of v's word in direction d ⇔
 * [v|p|d] is not empty; p ∈ [0|0|OUT] ⇔ some triple has p; counts equal the lengths that they
 * count.
 *
 * <p>One thread writes. It reads the graph directly, with everything inserted so far; what it has
 * read is valid until its next write. Other threads read {@link #at} a snapshot without locks,
 * between enter and leave of a reader of {@link GraphMemory#epochs}.
 */
public final class StoredGraph extends TripleView implements GraphStatistics {

    /** Number of the directory of predicates, next to those of directions IN and OUT. */
    static final int PREDICATES = 2;

    /** The birth of a graph without triples. */
    private static final long NOT_BORN = Long.MAX_VALUE;

    private static final long KNOWN = Long.MAX_VALUE;

    private final GraphMemory memory;
    private final MemoryRegion region;
    private final PredicateSets sets;
    private final VertexDirectory[] directories = new VertexDirectory[3];
    private final long head;
    private final int nameBytes;
    private final GraphKernels kernels;
    private final GraphSnapshot all;
    // vertices by direction and set; owner: the writer
    private volatile long[][] verticesBySet = {new long[0], new long[0]};
    private volatile long birthSn = NOT_BORN; // first snapshot with triples; owner: the writer
    private volatile long forgottenSn = KNOWN; // first snapshot without it; owner: the writer
    private GraphRetention retention; // null if everything stays for ever
    private ChangeObserver observer; // null if there is none; owner: the writer
    private final ChangedSubjects changed = new ChangedSubjects();
    private final ChangedSubjects changedObjects = new ChangedSubjects(); // of halves only

    /**
     * @param older offset of the head of the graph that was made before this one, 0: none
     */
    StoredGraph(GraphMemory memory, String name, long older) {
        this.memory = memory;
        this.region = memory.region();
        this.sets = memory.sets();
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        this.nameBytes = utf8.length;
        this.head = newHead(utf8, older);
        for (int i = 0; i < directories.length; i++) {
            directories[i] =
                    new VertexDirectory(
                            region,
                            memory.allocator(),
                            memory.retired(),
                            GraphDescriptor.table(head, i));
        }
        this.kernels = new GraphKernels(region, sets, directories);
        this.all = new GraphSnapshot(this, Marks.ALL);
    }

    private long newHead(byte[] name, long older) {
        long granules = GraphDescriptor.granules(name.length);
        long at = memory.allocator().allocate(granules);
        region.zero(at, granules << SizeClasses.GRANULE_SHIFT);
        region.putLong(at + GraphDescriptor.BIRTH_OFFSET, NOT_BORN);
        region.putLong(at + GraphDescriptor.OLDER_OFFSET, older);
        region.putLong(at + GraphDescriptor.NAME_BYTES_OFFSET, name.length);
        for (int i = 0; i < name.length; i++) {
            region.putByte(at + GraphDescriptor.NAME_OFFSET + i, name[i]);
        }
        return at;
    }

    // Writing

    /** Adds a triple, like {@link #insert}; returns false if the graph has it already. */
    public boolean add(long subject, long predicate, long object) {
        return memory.writer().add(this, subject, predicate, object);
    }

    /**
     * Adds all triples of {@code buffers}; returns how many of them were new.
     *
     * <p>If no snapshot was started, the triples are a snapshot of their own. More than {@link
     * GraphWriter#PART_ROWS_MAX} triples added to a graph that readers may see become several
     * snapshots, because marks take three times the memory of what they mark.
     *
     * @throws org.wukongs.error.WukongsException FATAL if the memory is full; then nothing has
     *     changed except for snapshots already published, and the graph can still be read
     */
    public long insert(TripleBuffer... buffers) {
        return memory.writer().insert(this, buffers);
    }

    /**
     * Removes a triple, like {@link #remove(TripleBuffer...)}; returns false if it is not there.
     */
    public boolean remove(long subject, long predicate, long object) {
        return memory.writer().remove(this, subject, predicate, object);
    }

    /**
     * Removes all triples of {@code buffers}; returns how many of them were there. Snapshots and
     * errors are as with {@link #insert}. Triples that one snapshot adds and removes are gone if
     * the removal is the later call.
     */
    public long remove(TripleBuffer... buffers) {
        return memory.writer().remove(this, buffers);
    }

    /**
     * Adds triples as {@link #insert(TripleBuffer...)} does, and then lets {@code mentions} log, by
     * {@link GraphRetention#append}, those by which they are kept for a time; what it has logged is
     * forgotten if memory is full.
     */
    public long insert(TripleBuffer triples, Runnable mentions) {
        return memory.writer().insert(this, triples, mentions);
    }

    /**
     * Adds halves of triples of which this node owns the subjects (OUT) or objects (IN) to the
     * snapshot that was started; returns how many OUT halves were new. Errors are as with {@link
     * #insert(TripleBuffer...)}.
     */
    public long insert(TripleHalves halves) {
        return memory.writer().insert(this, halves);
    }

    /** Removes halves of triples, as {@link #insert} adds them; returns how many OUT were there. */
    public long remove(TripleHalves halves) {
        return memory.writer().remove(this, halves);
    }

    /** Removes triples that no mention keeps any longer, as {@link #remove(TripleBuffer...)}. */
    public long expire(TripleBuffer triples) {
        return memory.writer().expire(this, triples);
    }

    /** Writer only: returns what the graph keeps for a time, which it does from now on. */
    public GraphRetention retain() {
        if (retention == null) {
            retention = new GraphRetention(this);
        }
        return retention;
    }

    /** Writer only: returns what the graph keeps for a time, null if it keeps all for ever. */
    public GraphRetention retention() {
        return retention;
    }

    /**
     * Lets an observer know the changes from now on, null to end that. Writer only, between
     * snapshots.
     */
    public void observe(ChangeObserver newObserver) {
        observer = newObserver;
    }

    ChangeObserver observer() {
        return observer;
    }

    /**
     * When its triples have changed, by subject (OUT); or its halves in a cluster, by subject or by
     * object (IN).
     */
    ChangedSubjects changed(int direction) {
        return direction == Keys.OUT ? changed : changedObjects;
    }

    VertexDirectory directory(int number) {
        return directories[number];
    }

    GraphMemory memory() {
        return memory;
    }

    GraphKernels kernels() {
        return kernels;
    }

    long head() {
        return head;
    }

    long headGranules() {
        return GraphDescriptor.granules(nameBytes);
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

    /** Writer only, between changes: reclaims room of vertices that are gone. */
    void reclaimForgotten() {
        for (VertexDirectory directory : directories) {
            directory.reclaimForgotten();
        }
    }

    /** Updates the counts for a directory word that is about to change. */
    void countVertex(int number, long before, long after) {
        directories[number].countVertices((before == 0 ? 1 : 0) - (after == 0 ? 1 : 0));
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
     * Returns the graph at the snapshot that a reader holds, valid as long as the reader holds it.
     * Any thread between enter and leave.
     */
    public TripleView at(long sn) {
        return sn < birthSn ? EmptyView.INSTANCE : new GraphSnapshot(this, sn);
    }

    /**
     * Returns the subjects (OUT) or objects (IN) at a snapshot that a reader holds, from a vid on.
     * As {@link #at}.
     */
    SubjectCursor verticesAt(long sn, int direction, long fromVid) {
        return sn < birthSn
                ? new SubjectCursor()
                : new SubjectCursor(region, directories[direction].table(), fromVid);
    }

    /**
     * Writer only: returns true if no reader can see triples of the graph before {@code sn}, so
     * that inserts need no marks.
     */
    boolean isUnseen(long sn) {
        return birthSn >= sn;
    }

    /** Writer only: notes that triples of snapshot {@code sn} are about to be published. */
    void bear(long sn) {
        if (birthSn == NOT_BORN) {
            birthSn = sn;
            region.putLongRelease(head + GraphDescriptor.BIRTH_OFFSET, sn);
        }
    }

    /** Writer only: returns the first snapshot with triples. */
    long birth() {
        return birthSn;
    }

    /** Returns true if the graph's name is known at a snapshot. Any thread. */
    boolean isKnownAt(long sn) {
        return sn < forgottenSn;
    }

    /** Writer only: lets the name be unknown from a snapshot on. */
    void forgetFrom(long sn) {
        forgottenSn = sn;
    }

    /** Writer only: makes a forgotten name known again. */
    void remember() {
        forgottenSn = KNOWN;
    }

    @Override
    public Neighbours neighbours(long key) {
        return all.neighbours(key);
    }

    @Override
    public long degree(long key) {
        return all.degree(key);
    }

    @Override
    public boolean concurrentReads() {
        return true;
    }

    @Override
    public boolean contains(long subject, long predicate, long object) {
        return all.contains(subject, predicate, object);
    }

    @Override
    public void expand(long[] vertices, int count, long pid, int direction, Expansion into) {
        all.expand(vertices, count, pid, direction, into);
    }

    @Override
    public int probe(long[] subjects, long pid, long[] objects, int count, int[] kept) {
        return all.probe(subjects, pid, objects, count, kept);
    }

    @Override
    public int probeConstant(
            long[] vertices, int count, long pid, int direction, long neighbour, int[] kept) {
        return all.probeConstant(vertices, count, pid, direction, neighbour, kept);
    }

    /** Returns the value, maybe marked, under [0|pid|direction]; 0 if there is none. */
    long indexList(long pid, int direction) {
        long word = directories[PREDICATES].word(pid);
        return word == 0
                ? 0
                : region.getLongAcquire(
                        PredicateDescriptor.list(ValueDescriptor.offset(word), direction));
    }

    /** Returns the value, maybe marked, under [0|0|OUT]; 0 if there is none. */
    long predicateList() {
        return region.getLongAcquire(GraphDescriptor.predicates(head));
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
        return Marks.length(region, indexList(predicate, direction), Marks.ALL);
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
