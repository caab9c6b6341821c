package org.wukongs.store.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.StoreClient.StreamWriter;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.naive.Seeds;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/**
 * A store that does things at random and copies at random instants, at a place that fails, tears
 * objects and lists late; then its disk is lost, or only its process. What comes back is what was
 * there at some moment: all that a barrier has covered, or all that was acknowledged if the disk is
 * still there, and nothing with a gap. {@code -Dwukongs.copy.lives=N} lives N times.
 */
@Timeout(600)
class LostDiskTest {

    private static final int LIVES = Integer.getInteger("wukongs.copy.lives", 12);
    private static final int STEPS_MAX = 60;
    private static final StreamDefinition STREAM =
            new StreamDefinition("s", 100, "http://g/s", Set.of());

    @TempDir private Path folder;

    private final Random random = Seeds.random(LostDiskTest.class);
    private final MemoryPlace place = new MemoryPlace(new Random(random.nextLong()));

    // The model
    private final List<String> loaded = new ArrayList<>(); // acknowledged, in order
    private final List<TupleBatch> unsaved = new ArrayList<>(); // since the last barrier
    private int covered; // of loaded, by a barrier
    private MessageId saved; // position of the job's newest checkpoint, null for none
    private int savedTuples; // that it covers
    private int names;
    private int lostCount;
    private int barrierCount;
    private int forgottenCount;

    private CopiedStore store;
    private StreamWriter writer;
    private TupleEncoder encoder;
    private long sequence;
    private int disk;
    private boolean lostDisk;

    @Test
    void whatABarrierHasCoveredComesBack() {
        for (int life = 0; life < LIVES; life++) {
            start();
            int steps = random.nextInt(STEPS_MAX);
            for (int i = 0; i < steps; i++) {
                step();
            }
            end(life == LIVES - 1 || random.nextInt(3) > 0);
        }
        start();
        assertThat(store.client.check().violations()).isEmpty();
        end(false);
        System.out.printf(
                "LostDiskTest: lives=%d lostDisks=%d barriers=%d failedRequests=%d forgotten=%d%n",
                LIVES, lostCount, barrierCount, place.failureCount(), forgottenCount);
        assertThat(lostCount).isPositive();
        assertThat(barrierCount).isPositive();
        assertThat(place.failureCount()).isPositive();
    }

    private void start() {
        place.setGone(false);
        place.setFaults(0, false);
        long intervalMs = random.nextBoolean() ? 5 : CopiedStore.HOUR_MS;
        store = CopiedStore.start(folder.resolve("disk" + disk), place, intervalMs, true);
        Set<String> found = store.loaded();
        assertThat(found).as("a prefix").isEqualTo(new TreeSet<>(loaded.subList(0, found.size())));
        assertThat(found.size())
                .as("what a barrier covers, or everything")
                .isGreaterThanOrEqualTo(lostDisk ? covered : loaded.size());
        forgottenCount += loaded.size() - found.size();
        loaded.subList(found.size(), loaded.size()).clear();
        store.client.registerStream(STREAM);
        encoder = new TupleEncoder(store.client.strings());
        WriterOrigin origin = WriterOrigin.restored(saved == null ? List.of() : List.of(saved));
        writer = store.client.openWriter(new WriterId("s", 0, 1, "job", 0), origin);
        sequence = 0;
        assertThat(staged()).as("tuples that the job's checkpoint covers").isEqualTo(savedTuples);
        place.setFaults(random.nextInt(6), random.nextInt(3) == 0);
        for (TupleBatch again : List.copyOf(unsaved)) {
            send(again);
        }
    }

    private long staged() {
        StreamStatus stream = store.client.status().streams().get(0);
        return stream.stagedTupleCount();
    }

    private void send(TupleBatch tuples) {
        writer.send(ShardBatch.whole(++sequence, encoder.encode(tuples)));
    }

    private void step() {
        switch (random.nextInt(8)) {
            case 0 -> {
                if (random.nextInt(3) > 0) {
                    return;
                }
                writer.flush();
                saved = writer.position();
                savedTuples += unsaved.stream().mapToInt(batch -> batch.tuples().size()).sum();
                unsaved.clear();
                covered = loaded.size();
                barrierCount++;
            }
            case 1 -> {
                if (random.nextInt(4) == 0) {
                    store.client.checkpoint();
                }
            }
            case 2, 3, 4 -> {
                String name = String.format("s%06d", names++);
                store.load(name);
                loaded.add(name);
            }
            default -> {
                List<Tuple> tuples = new ArrayList<>();
                for (int i = random.nextInt(5); i >= 0; i--) {
                    String subject = "<http://x/t" + names++ + ">";
                    tuples.add(
                            new Tuple(
                                    random.nextInt(100), subject, "<http://x/p>", "<http://x/o>"));
                }
                TupleBatch message = new TupleBatch(0, false, tuples);
                unsaved.add(message);
                send(message);
            }
        }
    }

    /** The process ends without copying what it has; its disk is gone or not. */
    private void end(boolean losesDisk) {
        place.setGone(true);
        store.close();
        if (losesDisk) {
            lostCount++;
            disk++;
        }
        lostDisk = losesDisk;
    }
}
