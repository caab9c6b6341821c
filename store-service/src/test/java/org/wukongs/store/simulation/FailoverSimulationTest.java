package org.wukongs.store.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.error.WukongsException;
import org.wukongs.naive.Seeds;
import org.wukongs.store.simulation.FailoverJob.Checkpoint;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/**
 * Jobs that fail at any point and go on from a checkpoint, with other writers and another shuffle:
 * windows by time, blocks by count and the stored graph are those of the records read once.
 */
class FailoverSimulationTest {

    private static final int RUN_COUNT = 120;

    /** Fewer, as each checkpoint waits for the disk. */
    private static final int STORE_RUN_COUNT = 25;

    /** {@code -Dwukongs.simulation.run=N} repeats one run of a seed. */
    private static final int ONLY_RUN = Integer.getInteger("wukongs.simulation.run", -1);

    @TempDir private Path directory;

    private int failures;
    private int storeFailures;
    private int refusals;
    private long late;

    @Test
    void everyTupleCountsOnceWhateverFailsOfTheJob() {
        runAll(RUN_COUNT, false);
        assertThat(failures).isGreaterThan(RUN_COUNT);
        assertThat(late).isPositive();
    }

    /** A job goes on from a checkpoint that it had when the store made its own; no newer one. */
    @Test
    void everyTupleCountsOnceWhenTheStoreFailsToo() {
        runAll(STORE_RUN_COUNT, true);
        assertThat(storeFailures).isGreaterThan(STORE_RUN_COUNT / 2);
    }

    private void runAll(int runCount, boolean storeFails) {
        long seed = Seeds.seed(getClass());
        for (int run = 0; run < runCount; run++) {
            if (ONLY_RUN >= 0 && run != ONLY_RUN) {
                continue;
            }
            Path data = directory.resolve("run" + run);
            try (FailoverStore store = new FailoverStore(data)) {
                run(store, new Random(seed + run), storeFails);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("run " + run + " of seed " + seed, e);
            }
        }
        System.out.println(
                "failover simulation: failures="
                        + failures
                        + " storeFailures="
                        + storeFailures
                        + " refusals="
                        + refusals
                        + " late="
                        + late);
    }

    private void run(FailoverStore store, Random random, boolean storeFails) {
        List<List<Tuple>> partitions = partitions(random);
        Checkpoint start = new Checkpoint(new int[partitions.size()], List.of());
        List<Checkpoint> checkpoints = new ArrayList<>(List.of(start));
        int jobCount = 1;
        FailoverJob job = new FailoverJob(store, partitions, "job1", start, random);
        int failuresLeft = random.nextInt(8);
        int coveredCount = 1; // checkpoints that the store's own one covers
        int pause = 1 << random.nextInt(10); // so that closed batches wait for a plan now and then
        while (job.running()) {
            if (random.nextInt(pause) == 0) {
                store.work(random.nextInt(3));
            }
            if (storeFails && random.nextInt(60) == 0) {
                store.checkpoint();
                coveredCount = checkpoints.size();
            }
            boolean fenced = step(store, job, checkpoints, random);
            boolean killed = failuresLeft > 0 && random.nextInt(150) == 0;
            failuresLeft -= killed ? 1 : 0;
            if (fenced || killed) {
                failures++;
                job.fail();
                if (storeFails && random.nextBoolean()) {
                    failStore(store, checkpoints, coveredCount);
                }
                coveredCount = Math.min(coveredCount, checkpoints.size());
                Checkpoint from = restored(checkpoints, random);
                // Later jobs go on from a savepoint, always, so the store may not have seen them
                // yet.
                jobCount = from.writers().isEmpty() ? 1 : jobCount + random.nextInt(2);
                job = new FailoverJob(store, partitions, "job" + jobCount, from, random);
            }
        }
        store.node.advance();
        late += store.node.status().streams().get(0).lateCount();
        check(store, partitions);
    }

    /** What is left of the job's checkpoints is not newer than what the store comes back with. */
    private void failStore(FailoverStore store, List<Checkpoint> checkpoints, int coveredCount) {
        storeFailures++;
        boolean restored = store.fail();
        while (checkpoints.size() > (restored ? coveredCount : 1)) {
            Checkpoint newer = checkpoints.remove(checkpoints.size() - 1);
            refusals += isRefused(store, newer) ? 1 : 0;
        }
    }

    /** A newer checkpoint may have no more messages; else it is refused. */
    private static boolean isRefused(FailoverStore store, Checkpoint checkpoint) {
        WriterId writer = new WriterId(FailoverStore.STREAM.name(), 0, 2, "ahead", 0);
        try {
            store.node.openWriter(writer, WriterOrigin.restored(checkpoint.writers()));
            return false;
        } catch (WukongsException e) {
            assertThat(e.category()).isEqualTo(WukongsException.Category.USER);
            assertThat(e).hasMessageStartingWith("the job's checkpoint is newer");
            return true;
        }
    }

    /**
     * True where a writer is fenced, as by the rest of its own job: one that opens before the
     * others joins an epoch that had begun with the attempt before.
     */
    private static boolean step(
            FailoverStore store, FailoverJob job, List<Checkpoint> checkpoints, Random random) {
        try {
            Checkpoint completed = job.step();
            if (completed != null) {
                checkpoints.add(completed);
                if (random.nextBoolean()) {
                    store.commit(completed); // else the job fails before it could
                }
            }
            return false;
        } catch (WukongsException e) {
            assertThat(e).hasMessageStartingWith("fenced");
            return true;
        }
    }

    /** The newest checkpoint, seldom an older one as from a savepoint; what came after is void. */
    private static Checkpoint restored(List<Checkpoint> checkpoints, Random random) {
        while (checkpoints.size() > 1 && random.nextInt(6) == 0) {
            checkpoints.remove(checkpoints.size() - 1);
        }
        return checkpoints.get(checkpoints.size() - 1);
    }

    /** Event times differ, so that the order of tuples is one. */
    private static List<List<Tuple>> partitions(Random random) {
        int count = 1 + random.nextInt(3);
        List<List<Tuple>> partitions = new ArrayList<>();
        for (int partition = 0; partition < count; partition++) {
            List<Tuple> records = new ArrayList<>();
            long baseMs = 0;
            for (int i = random.nextInt(60); i > 0; i--) {
                baseMs += random.nextInt(40);
                long timeMs = baseMs + random.nextInt((int) FailoverStore.DISORDER_MS - count);
                records.add(tuple(timeMs / count * count + partition, random));
            }
            partitions.add(unique(records));
        }
        return partitions;
    }

    private static List<Tuple> unique(List<Tuple> records) {
        TreeSet<Long> times = new TreeSet<>();
        records.removeIf(tuple -> !times.add(tuple.eventTimeMs()));
        return records;
    }

    private static Tuple tuple(long timeMs, Random random) {
        String predicate = random.nextBoolean() ? "<http://x/timing>" : "<http://x/p>";
        String subject = "<http://x/s" + random.nextInt(30) + ">";
        return new Tuple(timeMs, subject, predicate, "<http://x/o" + random.nextInt(3) + ">");
    }

    private static void check(FailoverStore store, List<List<Tuple>> partitions) {
        List<Tuple> all = new ArrayList<>();
        partitions.forEach(all::addAll);
        all.sort(Comparator.comparingLong(Tuple::eventTimeMs));
        TreeSet<String> stored = new TreeSet<>();
        for (Tuple tuple : all) {
            if (!tuple.predicate().equals("<http://x/timing>")) {
                stored.add(triple(tuple));
            }
        }
        assertThat(store.stored()).as("stored").isEqualTo(List.copyOf(stored));
        assertSame(store.executions("time"), byTime(all));
        assertSame(store.executions("count"), byCount(all));
    }

    private static void assertSame(List<List<String>> executions, List<List<String>> expected) {
        for (int i = 0; i < Math.min(executions.size(), expected.size()); i++) {
            assertThat(executions.get(i)).as("execution " + i).isEqualTo(expected.get(i));
        }
        assertThat(executions).as("executions").hasSize(expected.size());
    }

    private static List<List<String>> byTime(List<Tuple> all) {
        List<List<String>> windows = new ArrayList<>();
        if (all.isEmpty()) {
            return windows;
        }
        long stepMs = FailoverStore.STEP_MS;
        long lastMs = all.get(all.size() - 1).eventTimeMs();
        for (long endMs = (all.get(0).eventTimeMs() / stepMs + 1) * stepMs;
                endMs <= lastMs + FailoverStore.RANGE_MS + stepMs;
                endMs += stepMs) {
            TreeSet<String> window = new TreeSet<>();
            for (Tuple tuple : all) {
                long timeMs = tuple.eventTimeMs();
                if (timeMs < endMs && timeMs >= endMs - FailoverStore.RANGE_MS) {
                    window.add(triple(tuple));
                }
            }
            windows.add(List.copyOf(window));
        }
        return windows;
    }

    private static List<List<String>> byCount(List<Tuple> all) {
        List<List<String>> blocks = new ArrayList<>();
        for (int end = FailoverStore.BLOCK; end <= all.size(); end += FailoverStore.BLOCK) {
            TreeSet<String> block = new TreeSet<>();
            all.subList(end - FailoverStore.BLOCK, end).forEach(tuple -> block.add(triple(tuple)));
            blocks.add(List.copyOf(block));
        }
        return blocks;
    }

    private static String triple(Tuple tuple) {
        return tuple.subject() + " " + tuple.predicate() + " " + tuple.object();
    }
}
