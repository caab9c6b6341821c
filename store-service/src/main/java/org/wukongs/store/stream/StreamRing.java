package org.wukongs.store.stream;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.wukongs.error.WukongsException;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.StreamDefinition;

/**
 * The tuples of one stream that are still needed: records in order of event time, in a ring of
 * chunks, followed by the open batches.
 *
 * <p>A tuple is identified by its position, counted from the stream's first tuple, so that any
 * window, by time or by count, is an interval of positions. Invariants: records are those of
 * positions [{@code tail}, {@code end}), in order of batch and, within a batch, of event time; open
 * batches are above {@code closedBatch}. Tuples of an open batch have no position yet.
 *
 * <p>Written by the store agent. Another thread may read positions that it learned of after they
 * were written, as long as they are not reclaimed.
 */
public final class StreamRing {

    /** 8 M tuples of 32 bytes: 256 MB per stream, without its index. */
    public static final long TUPLE_COUNT_MAX_DEFAULT = 8_000_000;

    /** Limit under which positions of two generations of the index are less than 2^31 apart. */
    public static final long TUPLE_COUNT_LIMIT = 1L << 28;

    private static final int CHUNKS_MIN = 4;

    private final StreamDefinition definition;
    private final TransientMemory memory;
    private final long tupleCountMax;
    private final int chunkShift;
    private final long positionMask;

    private final StagedBatches staged = new StagedBatches();
    private final EventTimeOrder order = new EventTimeOrder();
    private BatchEnds batches = new BatchEnds(0); // replaced only before there are readers

    // by chunk number modulo length; owner: the store agent
    private volatile long[][] chunks = new long[CHUNKS_MIN][];
    private long tail;
    private long end;
    private long closedBatch = Long.MIN_VALUE;
    private long retainedFromMs = Long.MIN_VALUE;

    public StreamRing(StreamDefinition definition, long tupleCountMax, TransientMemory memory) {
        this.definition = definition;
        this.memory = memory;
        this.tupleCountMax = Math.min(tupleCountMax, TUPLE_COUNT_LIMIT);
        this.chunkShift = memory.chunkShift();
        this.positionMask = (1L << chunkShift) - 1;
    }

    // Taking in

    /**
     * Takes in tuples of an open batch. Returns false and changes nothing if they do not fit; a
     * ring without tuples takes any number. The tuples can be {@link #dropOpen dropped} by {@code
     * message}.
     *
     * @throws WukongsException USER if an event time is outside the batch
     */
    public boolean offer(MessageId message, EncodedBatch tuples) {
        if (tuples.batch() <= closedBatch) {
            throw new IllegalStateException(
                    "batch is closed: batch=" + tuples.batch() + " closedBatch=" + closedBatch);
        }
        checkTimes(tuples);
        if (tupleCount() > 0 && !hasRoom(tuples.size())) {
            return false;
        }
        if (tuples.size() > 0) {
            staged.add(message, tuples);
            memory.count((long) tuples.size() * TupleDescriptor.BYTES);
        }
        return true;
    }

    /** Takes in tuples of a message that is never dropped. */
    public boolean offer(EncodedBatch tuples) {
        return offer(MessageId.NONE, tuples);
    }

    /** Drops messages of open batches above {@code batch}; returns how many tuples they had. */
    public long dropOpen(long batch, Predicate<MessageId> messages) {
        long count = staged.dropAbove(Math.max(batch, closedBatch), messages);
        memory.count(-count * TupleDescriptor.BYTES);
        return count;
    }

    /** Returns true if {@code count} more tuples fit. */
    public boolean hasRoom(long count) {
        return hasPlaces(count) && memory.hasRoom(count * TupleDescriptor.BYTES);
    }

    /**
     * Returns true if {@code count} more tuples fit the ring's limit of tuples, whatever their
     * memory.
     */
    public boolean hasPlaces(long count) {
        return tupleCount() + count <= tupleCountMax;
    }

    private void checkTimes(EncodedBatch tuples) {
        long startMs = definition.batchEndMs(tuples.batch()) - definition.batchIntervalMs();
        for (long timeMs : tuples.eventTimesMs()) {
            if (timeMs < startMs || timeMs - startMs >= definition.batchIntervalMs()) {
                throw WukongsException.user(
                        "event time is outside its batch: stream="
                                + definition.name()
                                + " batch="
                                + tuples.batch()
                                + " eventTimeMs="
                                + timeMs);
            }
        }
    }

    /** Returns the oldest open batch with tuples, {@code Long.MAX_VALUE} if there is none. */
    public long firstOpenBatch() {
        return staged.first();
    }

    /** Returns the number of tuples of open batches. */
    public long openTupleCount() {
        return staged.tupleCount();
    }

    /** The open batches with their tuples. */
    StagedBatches staged() {
        return staged;
    }

    /**
     * Returns the tuples of open batches up to {@code batch}, in order of batch, then of arrival.
     */
    public List<EncodedBatch> openUpTo(long batch) {
        return staged.upTo(batch);
    }

    /** Closes batches up to {@code batch}: their tuples get positions. */
    public void close(long batch) {
        for (List<EncodedBatch> parts = staged.take(batch);
                parts != null;
                parts = staged.take(batch)) {
            append(parts);
        }
        closedBatch = Math.max(closedBatch, batch);
    }

    private void append(List<EncodedBatch> parts) {
        long number = parts.get(0).batch();
        long startMs = number * definition.batchIntervalMs();
        List<EncodedBatch> ordered =
                EventTimeOrder.isSorted(parts) ? parts : List.of(order.sort(parts, startMs));
        long before = end;
        for (EncodedBatch part : ordered) {
            append(part, startMs);
        }
        memory.count(-(end - before) * TupleDescriptor.BYTES);
        batches.append(number, end, tail);
    }

    private void append(EncodedBatch tuples, long startMs) {
        int row = 0;
        while (row < tuples.size()) {
            long[] chunk = writableChunk();
            int count =
                    (int) Math.min(tuples.size() - row, positionMask + 1 - (end & positionMask));
            int at = at(end);
            for (int i = 0; i < count; i++, row++, at += TupleDescriptor.WORDS) {
                TupleDescriptor.put(
                        chunk,
                        at,
                        tuples.subjects()[row],
                        tuples.pid(row),
                        tuples.objects()[row],
                        tuples.eventTimesMs()[row] - startMs);
                if (tuples.isRemoval(row)) {
                    TupleDescriptor.putRemoval(chunk, at);
                }
            }
            end += count;
        }
    }

    /** Returns the chunk of position {@code end}. */
    private long[] writableChunk() {
        long number = end >>> chunkShift;
        long[][] directory = chunks;
        if (number - (tail >>> chunkShift) >= directory.length) {
            directory = grown(directory, number);
            chunks = directory;
        }
        int place = (int) number & (directory.length - 1);
        if (directory[place] == null) {
            directory[place] = memory.takeChunk();
        }
        return directory[place];
    }

    private long[][] grown(long[][] directory, long number) {
        long[][] longer = new long[directory.length * 2][];
        for (long known = tail >>> chunkShift; known < number; known++) {
            longer[(int) known & (longer.length - 1)] =
                    directory[(int) known & (directory.length - 1)];
        }
        return longer;
    }

    // Reading

    /**
     * Returns the array of chunks. If read after the word that led to a position, it has that
     * position and all before it.
     */
    public long[][] directory() {
        return chunks;
    }

    /** Returns the chunk of an existing position. */
    public long[] chunk(long[][] directory, long position) {
        return directory[(int) (position >>> chunkShift) & (directory.length - 1)];
    }

    private long[] chunk(long position) {
        return chunk(chunks, position);
    }

    /** Returns the index of a position's record in its chunk. */
    public int at(long position) {
        return (int) (position & positionMask) << TupleDescriptor.WORDS_SHIFT;
    }

    /**
     * Returns the first existing position with an event time of at least {@code timeMs}, else
     * {@link #end}. The store agent only.
     */
    public long positionAt(long timeMs) {
        BatchEnds.Table table = batches.table();
        int count = table.sizeAcquire();
        long batch = definition.batchOf(timeMs);
        int index = table.indexOfBatch(batch, count);
        long low = Math.max(tail, table.start(index));
        if (index == count || table.batch(index) > batch) {
            return low;
        }
        long timeInBatchMs = timeMs - batch * definition.batchIntervalMs();
        long high = table.start(index + 1);
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (TupleDescriptor.timeInBatchMs(chunk(middle), at(middle)) < timeInBatchMs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    public long eventTimeMs(long position) {
        BatchEnds.Table table = batches.table();
        long batch = table.batch(table.indexOfPosition(position, table.sizeAcquire()));
        return batch * definition.batchIntervalMs()
                + TupleDescriptor.timeInBatchMs(chunk(position), at(position));
    }

    /** Returns the position after the last tuple of the batches up to {@code batch}, if closed. */
    public long endOf(long batch) {
        if (batch == Long.MIN_VALUE) {
            return tail;
        }
        BatchEnds.Table table = batches.table();
        int count = table.sizeAcquire();
        return Math.max(tail, table.start(table.indexOfBatch(batch + 1, count)));
    }

    /** Returns the batch of an existing position. */
    public long batchAt(long position) {
        BatchEnds.Table table = batches.table();
        return table.batch(table.indexOfPosition(position, table.sizeAcquire()));
    }

    /** Returns the oldest existing position. */
    public long tail() {
        return tail;
    }

    /** Returns the position after the newest one. */
    public long end() {
        return end;
    }

    /** Returns the number of tuples, including those of open batches. */
    public long tupleCount() {
        return end - tail + staged.tupleCount();
    }

    // Reclaiming

    /** Drops the tuples before {@code position}; never moves the tail back. */
    public void reclaimBelow(long position) {
        long newTail = Math.min(position, end);
        if (newTail <= tail) {
            return;
        }
        retainedFromMs = Math.max(retainedFromMs, eventTimeMs(newTail - 1) + 1);
        long[][] directory = chunks;
        long keptNumber = newTail >>> chunkShift;
        for (long number = tail >>> chunkShift; number < keptNumber; number++) {
            int place = (int) number & (directory.length - 1);
            memory.giveBack(directory[place]);
            directory[place] = null;
        }
        tail = newTail;
    }

    /** Drops the tuples before {@code timeMs}. */
    public void reclaimBelowMs(long timeMs) {
        reclaimBelow(positionAt(timeMs));
        retainedFromMs = Math.max(retainedFromMs, timeMs);
    }

    /**
     * Returns the event time from which on all tuples are kept, {@code Long.MIN_VALUE} if none was
     * dropped.
     */
    public long retainedFromMs() {
        return retainedFromMs;
    }

    /** No tuple from an event time on was dropped, though windows may have ended after it. */
    public void noteRetained(long timeMs) {
        retainedFromMs = Math.min(retainedFromMs, timeMs);
    }

    // Cuts

    /** Returns the current content, for any thread until the memory's cut ends. */
    public RingCut cut() {
        return new RingCut(
                new RingBounds(tail, closedBatch, retainedFromMs),
                staged.messages(),
                new RingCut.Records(
                        definition, chunks.clone(), chunkShift, batches.table(), tail, end));
    }

    /**
     * Returns the tuples of the existing positions [from, to), to be read before any is reclaimed.
     */
    public RingCut.Records records(long from, long to) {
        return new RingCut.Records(
                definition, chunks, chunkShift, batches.table(), from, Math.max(from, to));
    }

    /** Starts the positions of a ring that never had tuples where those of a cut start. */
    public void restore(RingBounds bounds) {
        if (end != 0 || staged.tupleCount() != 0) {
            throw new IllegalStateException("the ring has had tuples: end=" + end);
        }
        batches = new BatchEnds(bounds.tail());
        tail = bounds.tail();
        end = bounds.tail();
        retainedFromMs = bounds.retainedFromMs();
    }

    /**
     * Like {@link #offer}, for tuples that were in a ring before: they were taken then, so they are
     * not refused now.
     */
    public void restore(MessageId message, EncodedBatch tuples) {
        checkTimes(tuples);
        staged.add(message, tuples);
        memory.count((long) tuples.size() * TupleDescriptor.BYTES);
    }

    /** Frees all memory; the ring must no longer be used. */
    public void close() {
        reclaimBelow(end);
        Arrays.stream(chunks).filter(chunk -> chunk != null).forEach(memory::giveBack);
        memory.count(-staged.tupleCount() * TupleDescriptor.BYTES);
    }
}
