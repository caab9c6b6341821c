package org.wukongs.store.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/**
 * One attempt of a job: partitions are read by a source and shuffled to writers at random, with
 * aligned barriers between them, as Flink does it.
 */
final class FailoverJob {

    /** What a completed checkpoint has: where to read on, and the writers' positions. */
    record Checkpoint(int[] offsets, List<MessageId> writers) {}

    /** An element of a channel: a tuple, or a watermark or barrier where that is null. */
    private record Element(Tuple tuple, long watermarkMs, boolean barrier) {}

    private final List<List<Tuple>> partitions;
    private final Random random;
    private final int[] offsets;
    private final long[] newestMs;
    private final List<FailoverWriter> writers = new ArrayList<>();
    private final List<List<Deque<Element>>> channels = new ArrayList<>(); // [writer][partition]
    private final List<Integer> unopened = new ArrayList<>();
    private final List<List<MessageId>> states = new ArrayList<>();
    private boolean[][] blocked;
    private int[] offsetsAtBarrier;
    private MessageId[] snapshots;
    private boolean finished;

    FailoverJob(
            FailoverStore store,
            List<List<Tuple>> partitions,
            String jobId,
            Checkpoint from,
            Random random) {
        this.partitions = partitions;
        this.random = random;
        this.offsets = from.offsets().clone();
        this.newestMs = new long[offsets.length];
        Arrays.fill(newestMs, Long.MIN_VALUE / 2);
        int count = 1 + random.nextInt(3);
        for (int index = 0; index < count; index++) {
            WriterId id = new WriterId(FailoverStore.STREAM.name(), index, count, jobId, 0);
            writers.add(new FailoverWriter(store, id, offsets.length));
            states.add(new ArrayList<>());
            unopened.add(index);
            channels.add(emptyInputs());
        }
        List<MessageId> positions = new ArrayList<>(from.writers());
        Collections.shuffle(positions, random);
        positions.forEach(position -> states.get(random.nextInt(count)).add(position));
        Collections.shuffle(unopened, random);
    }

    private List<Deque<Element>> emptyInputs() {
        List<Deque<Element>> inputs = new ArrayList<>();
        for (int partition = 0; partition < offsets.length; partition++) {
            inputs.add(new ArrayDeque<>());
        }
        return inputs;
    }

    /** True until all that was read is taken, and the last flush says so. */
    boolean running() {
        return !finished;
    }

    private boolean isAllTaken() {
        boolean idle = unopened.isEmpty() && offsetsAtBarrier == null;
        for (FailoverWriter writer : writers) {
            idle &= writer.ended() && !writer.hasInFlight();
        }
        return idle;
    }

    /** One random step; returns a checkpoint where one was completed by it. */
    Checkpoint step() {
        if (isAllTaken()) {
            writers.forEach(FailoverWriter::flush);
            finished = true;
            return null;
        }
        int partition = random.nextInt(offsets.length);
        int index = random.nextInt(writers.size());
        switch (random.nextInt(8)) {
            case 0 -> {
                if (!unopened.isEmpty()) {
                    int opening = unopened.remove(unopened.size() - 1);
                    WriterOrigin origin = WriterOrigin.restored(states.get(opening));
                    writers.get(opening).open(origin);
                }
            }
            case 1, 2, 3 -> read(partition);
            case 4, 5 -> process(index, partition);
            case 6 -> writers.get(index).deliver();
            default -> {
                if (random.nextInt(10) == 0) {
                    beginCheckpoint();
                }
            }
        }
        return completed();
    }

    /** Messages on their way may arrive before the job is gone, if no writer is fenced. */
    void fail() {
        for (FailoverWriter writer : writers) {
            for (int i = random.nextInt(4); i > 0 && writer.isCurrent(); i--) {
                writer.deliver();
            }
        }
    }

    private void read(int partition) {
        List<Tuple> records = partitions.get(partition);
        if (offsets[partition] == records.size()) {
            broadcast(partition, new Element(null, Long.MAX_VALUE, false));
            return;
        }
        Tuple tuple = records.get(offsets[partition]++);
        channels.get(random.nextInt(writers.size()))
                .get(partition)
                .add(new Element(tuple, 0, false));
        newestMs[partition] = Math.max(newestMs[partition], tuple.eventTimeMs());
        if (random.nextInt(3) == 0) {
            long watermarkMs = newestMs[partition] - FailoverStore.DISORDER_MS - 1;
            broadcast(partition, new Element(null, watermarkMs, false));
        }
    }

    private void broadcast(int partition, Element element) {
        channels.forEach(inputs -> inputs.get(partition).add(element));
    }

    private void process(int index, int partition) {
        FailoverWriter writer = writers.get(index);
        if (!writer.isOpen() || (blocked != null && blocked[index][partition])) {
            return;
        }
        Element element = channels.get(index).get(partition).poll();
        if (element == null) {
            return;
        }
        if (element.barrier()) {
            blocked[index][partition] = true;
            snapshotIfAligned(index);
        } else if (element.tuple() != null) {
            writer.write(element.tuple());
        } else {
            writer.watermark(partition, element.watermarkMs());
        }
    }

    private void beginCheckpoint() {
        if (offsetsAtBarrier == null && unopened.isEmpty()) {
            offsetsAtBarrier = offsets.clone();
            blocked = new boolean[writers.size()][offsets.length];
            snapshots = new MessageId[writers.size()];
            for (int partition = 0; partition < offsets.length; partition++) {
                broadcast(partition, new Element(null, 0, true));
            }
        }
    }

    private void snapshotIfAligned(int index) {
        for (boolean arrived : blocked[index]) {
            if (!arrived) {
                return;
            }
        }
        snapshots[index] = writers.get(index).flush();
        blocked[index] = new boolean[offsets.length];
    }

    private Checkpoint completed() {
        if (snapshots == null) {
            return null;
        }
        for (MessageId snapshot : snapshots) {
            if (snapshot == null) {
                return null;
            }
        }
        Checkpoint checkpoint = new Checkpoint(offsetsAtBarrier, List.of(snapshots));
        offsetsAtBarrier = null;
        snapshots = null;
        blocked = null;
        return checkpoint;
    }
}
