package org.wukongs.store.graph;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.wukongs.error.CorruptionException;
import org.wukongs.id.GivenIds;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;

/**
 * Walks all data of graphs in a {@link GraphMemory}, and reports violations of the invariants of
 * {@link StoredGraph}, its layouts and {@link BlockAllocator}.
 *
 * <p>Both directions are walked separately; each triple found at its object is then looked up at
 * its subject. Since no list has an id twice, the two sets are equal if their sizes are. Every
 * vertex and predicate must be known to the dictionary. Pointers are followed only within allocated
 * memory, and after the first violation no triple is looked up.
 *
 * <p>Runs in the writer's thread, or while nothing is written. Takes about 8 bytes of heap per
 * block.
 */
public final class GraphChecker {

    static final String REGION = "stored-graphs";

    private final GraphMemory memory;
    private final GivenIds given;
    private final LongPredicate isOwn; // null if the graphs are whole
    private final MemoryRegion region;
    private final PredicateSets sets;
    private final Consumer<CorruptionException> violations;
    private final BlockMap blocks = new BlockMap();
    private final VertexRecord record;
    private final MarkChecker marks;
    private long[] ids = new long[16];

    // state of the current graph
    private StoredGraph graph;
    private int direction;
    private final Map<Integer, long[]> countsByPid = new HashMap<>();
    private long[] verticesBySet;
    private int violationCount;

    private static final int NOT_MARKED = -1;

    /** The counts found for one predicate. */
    private static final int TRIPLES_IN = Keys.IN;

    private static final int TRIPLES_OUT = Keys.OUT;
    private static final int PAIRS_IN = 2 + Keys.IN;
    private static final int PAIRS_OUT = 2 + Keys.OUT;
    private static final int COUNTS = 4;

    /** {@code given} knows which ids exist. */
    public GraphChecker(
            GraphMemory memory, GivenIds given, Consumer<CorruptionException> violations) {
        this(memory, given, null, violations);
    }

    /**
     * As above, of the parts of graphs that one node has: halves of triples of vertices for which
     * {@code isOwn} is true, and of no others.
     */
    GraphChecker(
            GraphMemory memory,
            GivenIds given,
            LongPredicate isOwn,
            Consumer<CorruptionException> violations) {
        this.isOwn = isOwn;
        this.memory = memory;
        this.given = given;
        this.region = memory.region();
        this.sets = memory.sets();
        this.violations = violations;
        this.record = new VertexRecord(region, sets);
        this.marks = new MarkChecker(memory, violations);
    }

    /** Checks one graph. Call it for each graph of the memory. */
    public void check(StoredGraph ofMemory) {
        graph = ofMemory;
        countsByPid.clear();
        blocks.add(graph.head(), graph.headGranules());
        checkVertices(Keys.OUT);
        checkVertices(Keys.IN);
        checkDirectory(StoredGraph.PREDICATES);
        graph.directory(StoredGraph.PREDICATES)
                .forEach((pid, word) -> checkPredicate(pid, ValueDescriptor.offset(word)));
        checkTotals();
        long birthAt = graph.head() + GraphDescriptor.BIRTH_OFFSET;
        expect("birth of a graph", birthAt, graph.birth(), region.getLong(birthAt));
        if (graph.retention() != null) {
            graph.retention().forEachBlock(blocks::add);
            // Of a part, the owners of the triples know which mentions are void.
            boolean isWhole = isOwn == null && violationCount == 0;
            long orphans = isWhole ? graph.retention().orphanCount() : 0;
            expect("mentions of triples that are not there", graph.head(), 0, orphans);
        }
    }

    /**
     * Checks, after all graphs, that every granule belongs to exactly one block that is free,
     * retired or used.
     */
    public void checkBlocks() {
        memory.allocator().forEachFree(blocks::add);
        memory.retired().forEach(blocks::add);
        memory.marks().forEachBlock(blocks::add);
        blocks.check(
                BlockAllocator.FIRST_GRANULE,
                memory.allocator().committedBytes() >>> SizeClasses.GRANULE_SHIFT,
                violations);
    }

    private void checkVertices(int ofDirection) {
        direction = ofDirection;
        verticesBySet = new long[sets.count() + 1];
        checkDirectory(direction);
        graph.directory(direction).forEach(this::checkVertex);
        for (int set = 0; set < verticesBySet.length; set++) {
            expect(
                    "vertices of a predicate set",
                    graph.head(),
                    verticesBySet[set],
                    graph.vertexCountOfSet(set, direction));
        }
    }

    private void checkDirectory(int number) {
        VertexDirectory directory = graph.directory(number);
        directory.forEachBlock(blocks::add);
        long[] count = {0};
        directory.forEach(
                (vid, word) -> {
                    count[0]++;
                    expect("word of a vid", vid, word, directory.word(vid));
                });
        expect("vertices of a directory", graph.head(), count[0], directory.vertexCount());
        checkTable(directory.table(), GraphDescriptor.table(graph.head(), number));
    }

    /** What other processes read of a table is what this one reads. */
    private void checkTable(VertexDirectory.Table table, long wordAt) {
        expect("word of a table", wordAt, table.tableWord(), region.getLong(wordAt));
        for (int chunk = 0; table.isDense() && chunk < table.chunks.length; chunk++) {
            long at = DirectoryDescriptor.chunk(table.chunksAt, chunk);
            expect("chunk of a directory", at, table.chunks[chunk], region.getLong(at));
        }
    }

    private void checkVertex(long vid, long word) {
        int set = ValueDescriptor.set(word);
        if (vid <= 0 || vid >>> Vids.BITS != 0 || set > sets.count()) {
            report("no such vertex or predicate set", vid, sets.count(), set);
            return;
        }
        if (!given.isGivenVid(vid)) {
            report("a vertex that the dictionary does not know", word, 0, vid);
        }
        if (!isReadable(set, word)) {
            report("the record of a vertex is not a block", vid, 0, ValueDescriptor.offset(word));
            return;
        }
        verticesBySet[set]++;
        record.read(graph.directory(direction).table().find(region, vid));
        if (record.hasBlock()) {
            blocks.add(record.block(), record.blockGranules());
        }
        int lastPid = 0;
        int count = record.count();
        for (int place = 0; place < count; place++) {
            int pid = record.pid(place);
            if (pid <= lastPid) {
                report("predicates of a vertex do not ascend", record.block(), lastPid, pid);
            }
            lastPid = pid;
            checkValue(vid, pid, record.valueAt(place), record.value(place));
        }
        expect("predicates of a vertex", record.block(), 1, Math.min(1, record.count()));
    }

    private boolean isReadable(int set, long word) {
        long offset = ValueDescriptor.offset(word);
        if (set == PredicateSets.OWN) {
            int count = isUsed(offset, 1) ? region.getInt(offset) : 0;
            return count > 0
                    && count <= Keys.PID_MAX
                    && isUsed(offset, RecordDescriptor.ownGranules(count));
        }
        int count = sets.pids(set).length;
        return count == 1 || isUsed(offset, RecordDescriptor.granules(count));
    }

    private boolean isUsed(long offset, long granules) {
        long end = memory.allocator().committedBytes();
        return offset >= BlockAllocator.FIRST_GRANULE << SizeClasses.GRANULE_SHIFT
                && offset <= end - (granules << SizeClasses.GRANULE_SHIFT);
    }

    private void checkValue(long vid, int pid, long at, long value) {
        long key = Keys.key(vid, pid, direction);
        boolean list = ValueDescriptor.isList(value);
        int length = value == 0 ? 0 : readIds(key, value, at, direction, list ? 2 : 1);
        if (length > 0 && isOwn != null && !isOwn.test(vid)) {
            report("a vertex that another node owns", at, 0, vid); // not for older readers only
        }
        long[] counts = countsByPid.computeIfAbsent(pid, number -> new long[COUNTS]);
        counts[direction] += length;
        counts[2 + direction] += length > 0 ? 1 : 0;
        for (int i = 0; i < length; i++) {
            boolean isElsewhere = isOwn != null && direction == Keys.IN && !isOwn.test(ids[i]);
            boolean there =
                    violationCount > 0
                            || isElsewhere
                            || (direction == Keys.OUT
                                    ? graph.contains(vid, pid, ids[i])
                                    : graph.contains(ids[i], pid, vid));
            if (!there) {
                report("a triple is not found at its subject: pid=" + pid, at, vid, ids[i]);
            }
        }
    }

    /**
     * Reads a value into ids, checks it with its marks, and notes its block; returns its length.
     */
    private int readIds(long key, long value, long at, int listDirection, int lengthMin) {
        if (!ValueDescriptor.isMarked(value)) {
            return readPlain(value, at, listDirection, lengthMin, NOT_MARKED);
        }
        int wrong = marks.check(key, ValueDescriptor.offset(value));
        violationCount += wrong;
        return wrong > 0
                ? 0
                : readPlain(
                        Marks.plain(region, value, Marks.ALL),
                        at,
                        listDirection,
                        0,
                        Marks.length(region, value, Marks.ALL));
    }

    /** Does the same for a value without mark; the length may be known from its mark. */
    private int readPlain(long value, long at, int listDirection, int lengthMin, int lengthMarked) {
        if (!ValueDescriptor.isList(value)) {
            ids[0] = ValueDescriptor.neighbour(value);
            return value == 0 ? 0 : checkIds(1, at);
        }
        long list = ValueDescriptor.offset(value);
        if (!isUsed(list, 1)) {
            report("a list is not a block", at, 0, list);
            return 0;
        }
        if (ListTree.isTree(region, list)) {
            return ListTree.hasTail(region, list)
                    ? readTailed(list, lengthMarked)
                    : checkIds(readTree(list, lengthMarked), list);
        }
        int length =
                lengthMarked == NOT_MARKED
                        ? region.getInt(list + ListDescriptor.LENGTH_OFFSET)
                        : lengthMarked;
        int capacity = region.getInt(list + ListDescriptor.CAPACITY_OFFSET);
        boolean indexed = ListDescriptor.indexed(listDirection, capacity);
        if (length < lengthMin
                || length > capacity
                || capacity > ListDescriptor.CAPACITY_MAX
                || !isUsed(list, ListDescriptor.granules(indexed, capacity))) {
            report("length of a list, capacity=" + capacity, list, lengthMin, length);
            return 0;
        }
        blocks.add(list, NeighbourLists.granules(region, listDirection, list));
        if (ids.length < length) {
            ids = new long[length * 2];
        }
        region.getLongs(ListDescriptor.id(list, 0), length, ids, 0);
        if (indexed) {
            checkSlots(list, capacity, length);
        }
        return checkIds(length, list);
    }

    /** Does the same for a tree with a tail. */
    private int readTailed(long list, int lengthMarked) {
        int treeLength = ListTree.treeLength(region, list);
        int capacity = ListTree.tailCapacity(region, list);
        int length = lengthMarked == NOT_MARKED ? ListTree.length(region, list) : lengthMarked;
        int inTail = length - treeLength;
        if (inTail < 0
                || inTail > capacity
                || capacity > TailDescriptor.CAPACITY_MAX
                || !isUsed(list, TailDescriptor.granules(capacity))) {
            report("length of a tail, capacity=" + capacity, list, treeLength, length);
            return 0;
        }
        long root = ListTree.root(region, list);
        if (!isUsed(root, 2) || ListTree.length(region, root) != treeLength) {
            report("a tail has no such tree", list, treeLength, root);
            return 0;
        }
        blocks.add(list, TailDescriptor.granules(capacity));
        if (readTree(root, NOT_MARKED) != treeLength) {
            return 0; // reported
        }
        if (ids.length < length) {
            ids = Arrays.copyOf(ids, length * 2);
        }
        region.getLongs(TailDescriptor.id(list, treeLength, treeLength), inTail, ids, treeLength);
        return checkIds(length, list);
    }

    /** Reads the ids of a tree; returns how many there are, 0 if something is wrong with it. */
    private int readTree(long root, int lengthMarked) {
        int level = ListTree.level(region, root);
        int length = ListTree.length(region, root);
        if (level > TreeDescriptor.LEVELS_MAX
                || length > ListDescriptor.CAPACITY_MAX
                || (lengthMarked != NOT_MARKED && lengthMarked != length)) {
            report("length of a tree, level=" + level, root, lengthMarked, length);
            return 0;
        }
        if (ids.length < length) {
            ids = new long[length * 2];
        }
        int before = violationCount;
        int read = readTree(root, level, 0, length);
        expect("ids of a tree", root, length, read);
        for (int i = 1; i < read; i++) {
            if (ids[i] <= ids[i - 1]) {
                report("the ids of a tree do not ascend", root, ids[i - 1], ids[i]);
            }
        }
        return violationCount > before ? 0 : length;
    }

    /** Reads the ids below a node after those read so far; returns how many there are then. */
    private int readTree(long node, int level, int from, int lengthMax) {
        if (!isUsed(node, 2)) {
            report("a node of a tree is not a block", node, 0, node);
            return from;
        }
        int length = ListTree.length(region, node);
        if (length < 1 || length > lengthMax - from) {
            report("length of a node of a tree", node, lengthMax - from, length);
            return from;
        }
        return level == 0 ? readLeaf(node, length, from) : readNode(node, level, from, lengthMax);
    }

    private int readLeaf(long leaf, int length, int from) {
        if (length > TreeDescriptor.LEAF_IDS_MAX
                || !isUsed(leaf, TreeDescriptor.leafGranules(length))) {
            report("length of a leaf", leaf, TreeDescriptor.LEAF_IDS_MAX, length);
            return from;
        }
        blocks.add(leaf, TreeDescriptor.leafGranules(length));
        region.getLongs(ListDescriptor.id(leaf, 0), length, ids, from);
        return from + length;
    }

    private int readNode(long node, int level, int from, int lengthMax) {
        int count = ListTree.childCount(region, node);
        if (ListTree.level(region, node) != level
                || count < 1
                || count > TreeDescriptor.CHILDREN_MAX
                || !isUsed(node, TreeDescriptor.nodeGranules(count))) {
            report("children of a node, level=" + level, node, TreeDescriptor.CHILDREN_MAX, count);
            return from;
        }
        blocks.add(node, TreeDescriptor.nodeGranules(count));
        int to = from;
        for (int child = 0; child < count; child++) {
            int start = to;
            long next = region.getLong(TreeDescriptor.child(node, count, child));
            to = readTree(next, level - 1, start, lengthMax);
            if (to == start) {
                return to; // reported
            }
            expect(
                    "length of a child",
                    node,
                    to - start,
                    region.getLong(TreeDescriptor.childLength(node, count, child)));
            long firstId = region.getLong(TreeDescriptor.firstId(node, child));
            if (firstId != ids[start]) {
                report("first id of a child", node, ids[start], firstId);
            }
        }
        return to;
    }

    private int checkIds(int length, long at) {
        long[] sorted = Arrays.copyOf(ids, length);
        Arrays.sort(sorted);
        for (int i = 0; i < length; i++) {
            if (sorted[i] <= 0 || sorted[i] >>> Vids.BITS != 0) {
                report("a list has an invalid id", at, 1, sorted[i]);
            }
            if (i > 0 && sorted[i] == sorted[i - 1]) {
                report("a list has an id twice", at, 1, sorted[i]);
            }
        }
        return length;
    }

    private void checkSlots(long list, int capacity, int length) {
        long slots = ListDescriptor.slots(list, capacity);
        boolean[] found = new boolean[length];
        int taken = 0;
        for (int slot = 0; slot < ListDescriptor.slotCount(capacity); slot++) {
            long at = ListDescriptor.slot(slots, slot);
            int place = region.getInt(at) - 1;
            if (place >= length || (place >= 0 && found[place])) {
                report("a slot of a membership index", at, length, place);
            } else if (place >= 0) {
                found[place] = true;
                taken++;
            }
        }
        expect("slots taken in a membership index", slots, length, taken);
    }

    private void checkPredicate(long pidFound, long predicate) {
        int pid = (int) pidFound;
        if (pidFound > Keys.PID_MAX || !isUsed(predicate, PredicateDescriptor.GRANULES)) {
            report("no such predicate", predicate, 0, pidFound);
            return;
        }
        if (!given.isGivenPid(pid)) {
            report("a predicate that the dictionary does not know", predicate, 0, pid);
        }
        blocks.add(predicate, PredicateDescriptor.GRANULES);
        long[] counts = countsByPid.computeIfAbsent(pid, key -> new long[COUNTS]);
        long countAt = PredicateDescriptor.count(predicate);
        expect("triples at subjects", countAt, counts[TRIPLES_OUT], region.getLong(countAt));
        if (isOwn == null) {
            expect("triples at objects", countAt, counts[TRIPLES_IN], region.getLong(countAt));
        }
        checkIndexVertex(pid, predicate, Keys.OUT, counts[PAIRS_OUT]);
        checkIndexVertex(pid, predicate, Keys.IN, counts[PAIRS_IN]);
    }

    private void checkIndexVertex(int pid, long predicate, int ofDirection, long vertices) {
        long at = PredicateDescriptor.list(predicate, ofDirection);
        long key = Keys.key(Vids.INDEX_VERTEX, pid, ofDirection);
        long value = region.getLong(at);
        int length = value == 0 ? 0 : readIds(key, value, at, Keys.IN, 1);
        expect("vertices of a predicate: pid=" + pid, at, vertices, length);
        for (int i = 0; i < length; i++) {
            if (violationCount == 0 && !hasPredicate(ids[i], pid, ofDirection)) {
                report(
                        "an index vertex lists a vertex without the predicate:" + " pid=" + pid,
                        at,
                        0,
                        ids[i]);
            }
        }
    }

    private boolean hasPredicate(long vid, int pid, int ofDirection) {
        return graph.neighbours(Keys.key(vid, Keys.PREDICATES, ofDirection)).contains(pid);
    }

    private void checkTotals() {
        long at = GraphDescriptor.predicates(graph.head());
        long value = region.getLong(at);
        long triples = 0;
        long predicates = 0;
        for (Map.Entry<Integer, long[]> counts : countsByPid.entrySet()) {
            triples += counts.getValue()[TRIPLES_OUT];
            boolean there = counts.getValue()[TRIPLES_OUT] > 0;
            predicates += there ? 1 : 0;
            if (there && graph.tripleCount(counts.getKey()) == 0) {
                report("a predicate has no entry", at, 0, counts.getKey());
            }
        }
        long countAt = GraphDescriptor.count(graph.head());
        expect("triples of a graph", countAt, triples, region.getLong(countAt));
        long key = Keys.key(Vids.INDEX_VERTEX, Keys.PREDICATES, Keys.OUT);
        int length = value == 0 ? 0 : readIds(key, value, at, Keys.IN, 1);
        expect("predicates of a graph", at, predicates, length);
        for (int i = 0; i < length; i++) {
            long[] counts = countsByPid.get((int) ids[i]);
            if (counts == null || counts[TRIPLES_OUT] == 0) {
                report("no triple has a listed predicate", at, 0, ids[i]);
            }
        }
    }

    private void expect(String what, long offset, long expected, long found) {
        if (expected != found) {
            report(what, offset, expected, found);
        }
    }

    private void report(String what, long offset, long expected, long found) {
        violationCount++;
        violations.accept(new CorruptionException(what, REGION, offset, expected, found));
    }
}
