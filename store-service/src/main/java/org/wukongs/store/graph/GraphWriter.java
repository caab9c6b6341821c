package org.wukongs.store.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Keys;
import org.wukongs.stream.VertexOwners;

/**
 * Adds batches of triples to stored graphs and removes them; all changes go through it. A batch is
 * sorted and merged vertex by vertex: all triples by subject, then those that change the graph by
 * object, then the index vertices. The {@link InsertThreads} share a large batch; each merges the
 * vertices that it owns (docs/adr/0012).
 *
 * <p>All or nothing: everything is built outside of what readers see, and the writer publishes it
 * at the end. A batch that finds the region full leaves the graph as it was. Owned by one thread at
 * a time.
 */
final class GraphWriter {

    /** Rows of a snapshot that an insert makes itself: 26 MB of marks at 100 bytes per triple. */
    static final int PART_ROWS_MAX = 1 << 18;

    private final BlockAllocator allocator;
    private final RetiredBlocks retired;
    private final GraphMemory memory;
    private final MarkLog marks;
    private final InsertThreads threads;
    private final VertexOwners owners;
    private final PartWriter[] parts;
    private final PidCounts sharedCounts = new PidCounts();
    private final IndexVertices indexVertices;
    private final ChangeNotes notes = new ChangeNotes();
    private final TripleBuffer single = new TripleBuffer();
    private boolean removing;

    GraphWriter(GraphMemory memory, InsertThreads threads) {
        this.memory = memory;
        this.marks = memory.marks();
        this.allocator = memory.allocator();
        this.retired = memory.retired();
        this.threads = threads;
        this.owners = VertexOwners.of(threads.count());
        this.parts = new PartWriter[threads.count()];
        Arrays.setAll(parts, i -> new PartWriter(memory, marks.writer(i)));
        PartWriter first = parts[0];
        this.indexVertices =
                new IndexVertices(
                        memory.region(), allocator, first.journal(), first.lists(), first.marks());
    }

    boolean add(StoredGraph graph, long subject, long predicate, long object) {
        return insert(graph, single(subject, predicate, object)) == 1;
    }

    boolean remove(StoredGraph graph, long subject, long predicate, long object) {
        return remove(graph, single(subject, predicate, object)) == 1;
    }

    private TripleBuffer single(long subject, long predicate, long object) {
        single.clear();
        single.append(subject, predicate, object);
        return single;
    }

    /**
     * Adds the triples to the started snapshot or, if there is none, to snapshots of their own;
     * returns how many triples were new.
     *
     * @throws WukongsException FATAL if the region is full, RETRIABLE if readers of old snapshots
     *     hold much of it; the graph then is as it was, except for snapshots already published
     */
    long insert(StoredGraph graph, TripleBuffer... buffers) {
        return change(graph, Kind.ADD, buffers);
    }

    /** As above, and lets {@code mentions} log what keeps the triples in the same change. */
    long insert(StoredGraph graph, TripleBuffer triples, Runnable mentions) {
        long rowCount = SortedTriples.rowCount(triples);
        if (rowCount == 0) {
            return 0;
        }
        boolean alone = !memory.isWritingSnapshot();
        if (alone) {
            memory.beginSnapshot();
        }
        try {
            return change(List.of(new Step(graph, Kind.ADD, 0, rowCount, triples)), mentions)[0];
        } finally {
            if (alone) {
                memory.publishSnapshot();
            }
        }
    }

    /**
     * Adds halves of triples to the started snapshot, OUT halves at their subjects and IN halves at
     * their objects; other nodes have the other halves. Returns how many OUT halves were new.
     */
    long insert(StoredGraph graph, TripleHalves halves) {
        return change(graph, Kind.ADD_HALVES, halves);
    }

    /** Removes halves of triples, as {@link #insert} adds them; returns how many OUT were there. */
    long remove(StoredGraph graph, TripleHalves halves) {
        return change(graph, Kind.REMOVE_HALVES, halves);
    }

    private long change(StoredGraph graph, Kind kind, TripleHalves halves) {
        int rowCount = SortedTriples.rowCount(halves.out());
        if (rowCount + SortedTriples.rowCount(halves.in()) == 0) {
            return 0;
        }
        Step step = new Step(graph, kind, 0, rowCount, halves.out(), halves.in());
        return change(List.of(step), GraphWriter::logNothing)[0];
    }

    /** Removes the triples, as {@link #insert} adds them; returns how many were there. */
    long remove(StoredGraph graph, TripleBuffer... buffers) {
        return change(graph, Kind.REMOVE, buffers);
    }

    /** Removes triples whose last mention was due. */
    long expire(StoredGraph graph, TripleBuffer... buffers) {
        return change(graph, Kind.EXPIRE, buffers);
    }

    private long change(StoredGraph graph, Kind kind, TripleBuffer... buffers) {
        int rowCount = SortedTriples.rowCount(buffers);
        if (rowCount == 0) {
            return 0;
        }
        if (memory.isWritingSnapshot()) {
            return change(new Step(graph, kind, 0, rowCount, buffers));
        }
        boolean inParts = !graph.isUnseen(memory.publishedSnapshot() + 1);
        int partRows = inParts ? Math.min(rowCount, PART_ROWS_MAX) : rowCount;
        long changed = 0;
        for (long from = 0; from < rowCount; from += partRows) {
            memory.beginSnapshot();
            try {
                long to = Math.min(rowCount, from + partRows);
                changed += change(new Step(graph, kind, from, to, buffers));
            } finally {
                memory.publishSnapshot();
            }
        }
        return changed;
    }

    private long change(Step step) {
        return change(List.of(step), GraphWriter::logNothing)[0];
    }

    /**
     * Adds and removes the triples of several graphs, all or nothing, in the started snapshot.
     *
     * @throws WukongsException FATAL if the region is full, RETRIABLE if readers of old snapshots
     *     hold much of it; all graphs then are as they were
     */
    void changeAll(List<GraphChange> changes) {
        List<Step> steps = new ArrayList<>();
        for (GraphChange change : changes) {
            addStep(steps, change.graph(), Kind.ADD, change.added());
            addStep(steps, change.graph(), Kind.REMOVE, change.removed());
        }
        if (!steps.isEmpty()) {
            change(steps, GraphWriter::logNothing);
        }
    }

    private static void logNothing() {
        // what is added stays for ever
    }

    private static void addStep(List<Step> steps, StoredGraph graph, Kind kind, TripleBuffer rows) {
        if (rows.size() > 0) {
            steps.add(new Step(graph, kind, 0, rows.size(), rows));
        }
    }

    private enum Kind {
        ADD,
        REMOVE,
        EXPIRE,
        /** The first buffer has OUT halves, the second one IN halves. */
        ADD_HALVES,
        /** The same. */
        REMOVE_HALVES
    }

    /** Rows of one graph to add or to remove. The steps of a graph follow each other. */
    private record Step(StoredGraph graph, Kind kind, long from, long to, TripleBuffer... buffers) {

        boolean removes() {
            return kind == Kind.REMOVE || kind == Kind.EXPIRE || kind == Kind.REMOVE_HALVES;
        }

        boolean isOfHalves() {
            return kind == Kind.ADD_HALVES || kind == Kind.REMOVE_HALVES;
        }

        /** Returns how many rows are written. */
        long rowCount() {
            return isOfHalves() ? SortedTriples.rowCount(buffers) : to - from;
        }
    }

    /** Returns how many triples each step has changed. */
    private long[] change(List<Step> steps, Runnable mentions) {
        long[] counts;
        allocator.openReserve(steps.stream().allMatch(Step::removes));
        try {
            counts = reclaimIfFull(steps, mentions);
        } catch (WukongsException e) {
            throw isFull(e) && memory.recallHeld() ? held(e) : e;
        } finally {
            allocator.openReserve(false);
            for (PartWriter part : parts) {
                part.release();
            }
        }
        retired.reclaimSometimes();
        allocator.coalesceSometimes();
        return counts;
    }

    private long[] reclaimIfFull(List<Step> steps, Runnable mentions) {
        try {
            return tryChange(steps, mentions);
        } catch (WukongsException full) {
            boolean reclaimed = retired.reclaim();
            if (!allocator.coalesce() && !reclaimed) {
                throw full;
            }
        }
        return tryChange(steps, mentions);
    }

    private static boolean isFull(WukongsException failure) {
        return failure.category() == WukongsException.Category.FATAL;
    }

    private static WukongsException held(WukongsException full) {
        return new WukongsException(
                WukongsException.Category.RETRIABLE,
                "readers of old snapshots hold much of the memory, try again: " + full.getMessage(),
                full);
    }

    private long[] tryChange(List<Step> steps, Runnable mentions) {
        long rows = 0;
        for (Step step : steps) {
            rows += step.rowCount();
        }
        boolean shared = threads.share(rows);
        long[] counts = new long[steps.size()];
        allocator.begin();
        allocator.share(shared);
        marks.begin(shared ? parts.length : 1);
        try {
            StoredGraph graph = null;
            for (int i = 0; i < counts.length; i++) {
                Step step = steps.get(i);
                if (step.graph() != graph) {
                    graph = step.graph();
                    turnTo(graph, i + 1 < counts.length && steps.get(i + 1).graph() == graph);
                }
                counts[i] = merge(step, shared);
                noteAgain(step);
            }
            allocator.share(false);
            mentions.run();
        } catch (RuntimeException | Error e) {
            rollback(steps);
            throw e;
        }
        allocator.commit();
        for (Step step : steps) {
            step.graph().bear(memory.writingSnapshot());
            step.graph().publish();
        }
        for (PartWriter part : parts) {
            part.journal().apply();
        }
        forEachRetention(steps, GraphRetention::commit);
        notes.tell();
        return counts;
    }

    private void rollback(List<Step> steps) {
        allocator.share(false);
        allocator.rollback();
        marks.rollback();
        for (PartWriter part : parts) {
            part.journal().clear();
        }
        steps.forEach(step -> step.graph().discard());
        notes.drop();
        forEachRetention(steps, GraphRetention::rollback);
    }

    private static void forEachRetention(List<Step> steps, Consumer<GraphRetention> consumer) {
        StoredGraph last = null;
        for (Step step : steps) {
            if (step.graph() != last && step.graph().retention() != null) {
                consumer.accept(step.graph().retention());
            }
            last = step.graph();
        }
    }

    /** Notes which triples of a step the graph already had. */
    private void noteAgain(Step step) {
        if (step.kind() == Kind.ADD && step.graph().retention() != null) {
            for (PartWriter part : parts) {
                step.graph().retention().repeat(part.again());
            }
        }
    }

    /** Notes which triples a step has added or removed, from rows that are sorted by subject. */
    private void note(Step step, SortedTriples... rows) {
        StoredGraph graph = step.graph();
        for (SortedTriples part : rows) {
            graph.changed(Keys.OUT).note(part, memory.writingSnapshot(), graph.tripleCount());
        }
        ChangeObserver observer = step.graph().observer();
        if (observer != null) {
            notes.add(observer, step.removes(), rows);
        }
        GraphRetention retention = step.graph().retention();
        if (retention != null && step.kind() == Kind.REMOVE) {
            for (SortedTriples part : rows) {
                retention.remove(part);
            }
        }
    }

    /** Starts the steps of a graph; {@code several} is true if there is more than one. */
    private void turnTo(StoredGraph graph, boolean several) {
        if (graph.retention() != null) {
            graph.retention().begin();
        }
        marks.turnTo(graph);
        for (PartWriter part : parts) {
            part.journal().begin(graph);
            part.journal().track(several);
        }
    }

    private long merge(Step step, boolean shared) {
        StoredGraph graph = step.graph();
        boolean marking = !graph.isUnseen(memory.writingSnapshot());
        removing = step.removes();
        for (PartWriter part : parts) {
            part.countAgain(step.kind() == Kind.ADD && graph.retention() != null);
        }
        if (step.isOfHalves()) {
            return mergeHalves(step, marking, shared);
        }
        return shared ? mergeShared(step, marking) : mergeAlone(step, marking);
    }

    private long mergeAlone(Step step, boolean marking) {
        StoredGraph graph = step.graph();
        PartWriter part = parts[0];
        part.takeAll(step.from(), step.to(), step.buffers());
        SortedTriples rows = part.rows(Keys.OUT);
        mergeAlone(graph, rows, Keys.OUT, marking);
        note(step, rows);
        if (rows.size() > 0) {
            indexVertices.begin(graph, part.counts(), marking, removing);
            indexVertices.fill(Keys.OUT, rows);
            part.turn();
            mergeAlone(graph, rows, Keys.IN, marking);
            indexVertices.fill(Keys.IN, rows);
            indexVertices.finish(rows.size());
        }
        return rows.size();
    }

    private void mergeAlone(StoredGraph graph, SortedTriples rows, int direction, boolean marking) {
        PartWriter part = parts[0];
        VertexDirectory directory = graph.directory(direction);
        if (!removing) {
            part.findVertices(rows, directory);
            directory.reserve(part.vids(), part.vertexCount(), part.absent());
        }
        part.merge(rows, directory, direction, marking, removing, false);
    }

    private long mergeShared(Step step, boolean marking) {
        StoredGraph graph = step.graph();
        VertexDirectory out = graph.directory(Keys.OUT);
        threads.runAll(
                i -> {
                    parts[i].takeSubjects(owners, i, step.from(), step.to(), step.buffers());
                    parts[i].findVertices(parts[i].rows(Keys.OUT), out);
                });
        mergeShared(graph, Keys.OUT, marking);
        SortedTriples[] rows = rows(Keys.OUT);
        note(step, rows);
        int newCount = Arrays.stream(rows).mapToInt(SortedTriples::size).sum();
        if (newCount > 0) {
            sharedCounts.clear();
            addCounts(Keys.OUT);
            indexVertices.begin(graph, sharedCounts, marking, removing);
            indexVertices.fill(Keys.OUT, rows);
            VertexDirectory in = graph.directory(Keys.IN);
            threads.runAll(
                    i -> {
                        parts[i].takeObjects(owners, i, parts);
                        parts[i].findVertices(parts[i].rows(Keys.IN), in);
                    });
            mergeShared(graph, Keys.IN, marking);
            addCounts(Keys.IN);
            indexVertices.fill(Keys.IN, rows(Keys.IN));
            indexVertices.finish(newCount);
        }
        return newCount;
    }

    private void mergeShared(StoredGraph graph, int direction, boolean marking) {
        VertexDirectory directory = graph.directory(direction);
        if (!removing) {
            reserve(directory, parts);
        }
        threads.runAll(
                i ->
                        parts[i].merge(
                                parts[i].rows(direction),
                                directory,
                                direction,
                                marking,
                                removing,
                                true));
    }

    /**
     * Merges halves: those of both directions are compared with what the graph has, because the
     * other halves, which would tell, are at other nodes.
     */
    private long mergeHalves(Step step, boolean marking, boolean shared) {
        StoredGraph graph = step.graph();
        PartWriter[] used = shared ? parts : Arrays.copyOf(parts, 1);
        VertexOwners shares = shared ? owners : VertexOwners.ONE;
        TripleBuffer out = step.buffers()[0];
        TripleBuffer in = step.buffers()[1];
        eachOf(used, i -> used[i].takeSubjects(shares, i, 0, out.size(), out));
        mergeHalves(used, graph, Keys.OUT, marking);
        note(step, rows(used, Keys.OUT));
        eachOf(used, i -> used[i].takeObjects(shares, i, in));
        mergeHalves(used, graph, Keys.IN, marking);
        for (SortedTriples rows : rows(used, Keys.IN)) {
            graph.changed(Keys.IN).note(rows, memory.writingSnapshot(), graph.tripleCount());
        }
        int newCount = Arrays.stream(rows(used, Keys.OUT)).mapToInt(SortedTriples::size).sum();
        sharedCounts.clear();
        for (PartWriter part : used) {
            sharedCounts.addAll(part.counts(), Keys.OUT);
            sharedCounts.addAll(part.counts(), Keys.IN);
        }
        if (sharedCounts.pids().length > 0) {
            indexVertices.begin(graph, sharedCounts, marking, removing);
            indexVertices.fill(Keys.OUT, rows(used, Keys.OUT));
            indexVertices.fill(Keys.IN, rows(used, Keys.IN));
            indexVertices.finish(newCount);
        }
        return newCount;
    }

    private void mergeHalves(PartWriter[] used, StoredGraph graph, int direction, boolean marking) {
        VertexDirectory directory = graph.directory(direction);
        if (!removing) {
            eachOf(used, i -> used[i].findVertices(used[i].rows(direction), directory));
            reserve(directory, used);
        }
        boolean shared = used.length > 1;
        eachOf(used, i -> used[i].mergeHalves(directory, direction, marking, removing, shared));
    }

    private void eachOf(PartWriter[] used, IntConsumer work) {
        if (used.length == 1) {
            work.accept(0);
        } else {
            threads.runAll(work);
        }
    }

    /** Makes room for the vertices of all parts. */
    private static void reserve(VertexDirectory directory, PartWriter... used) {
        int count = 0;
        long absent = 0;
        for (PartWriter part : used) {
            count += part.vertexCount();
            absent += part.absent();
        }
        if (absent == 0) {
            return;
        }
        long[] vids = new long[count];
        int to = 0;
        for (PartWriter part : used) {
            System.arraycopy(part.vids(), 0, vids, to, part.vertexCount());
            to += part.vertexCount();
        }
        directory.reserve(vids, count, absent);
    }

    private SortedTriples[] rows(int direction) {
        return rows(parts, direction);
    }

    private static SortedTriples[] rows(PartWriter[] of, int direction) {
        return Arrays.stream(of).map(part -> part.rows(direction)).toArray(SortedTriples[]::new);
    }

    private void addCounts(int direction) {
        for (PartWriter part : parts) {
            sharedCounts.addAll(part.counts(), direction);
        }
    }
}
