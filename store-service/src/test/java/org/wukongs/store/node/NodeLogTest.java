package org.wukongs.store.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.naive.Seeds;
import org.wukongs.store.history.NodeRecordType;
import org.wukongs.store.log.FaultyStorage;
import org.wukongs.store.log.SyncMode;

/**
 * A node with a log does things at random, and crashes: the process at any moment, the machine at
 * any operation of its disk. What was acknowledged comes back, nothing that was never asked for
 * does, and the node is then as one that has done the same without a crash; tuples that jobs send
 * again count once. {@code -Dwukongs.log.minutes=N} goes on for N minutes with other runs, {@code
 * -Dwukongs.log.case=N} starts at this run of the seed.
 */
class NodeLogTest {

    private static final int RUNS = 40;
    private static final int LIVES = 4;
    private static final int STEPS = 150;
    private static final int OPERATIONS = 80;

    private final long seed = Seeds.seed(NodeLogTest.class);
    private final Set<NodeRecordType> types = new TreeSet<>();
    private long recoveries;
    private long recoveredRecords;
    private long lostRecords;
    private long compared;
    private long notNow;
    private long shownLater;
    private long plans;
    private long checkpoints;
    private long open;
    private long restored;
    private long abandoned;
    private long reclaimedTerms;

    @TempDir private Path directory;

    @Test
    void whatWasAcknowledgedComesBackAndCountsOnce() {
        long endNs =
                System.nanoTime()
                        + TimeUnit.MINUTES.toNanos(Long.getLong("wukongs.log.minutes", 0));
        int number = Integer.getInteger("wukongs.log.case", 0);
        int end = number + RUNS;
        while (number < end || System.nanoTime() - endNs < 0) {
            run(number);
            number++;
        }
        System.out.printf(
                "NodeLogTest: recoveries=%d records=%d lost=%d compared=%d plans=%d notNow=%d"
                        + " shownLater=%d checkpoints=%d open=%d restored=%d abandoned=%d"
                        + " reclaimedTerms=%d%n",
                recoveries,
                recoveredRecords,
                lostRecords,
                compared,
                plans,
                notNow,
                shownLater,
                checkpoints,
                open,
                restored,
                abandoned,
                reclaimedTerms);
        assertThat(open).as("messages of open batches in checkpoints").isPositive();
        assertThat(restored).isPositive();
        assertThat(abandoned).isPositive();
        assertThat(reclaimedTerms).isPositive();
        assertThat(lostRecords).isPositive();
        assertThat(shownLater).isPositive();
        assertThat(notNow).isPositive();
        assertThat(EnumSet.complementOf(EnumSet.copyOf(types)))
                .as("of preambles, starts and clusters")
                .isSubsetOf(
                        NodeRecordType.TERMS,
                        NodeRecordType.RECLAIMED,
                        NodeRecordType.PREDICATES,
                        NodeRecordType.LAST_TERM,
                        NodeRecordType.OTHER_TERMS,
                        NodeRecordType.START,
                        NodeRecordType.STAGE,
                        NodeRecordType.STAGE_MOVE,
                        NodeRecordType.STAGE_HOMES,
                        NodeRecordType.ADOPT_HOMES,
                        NodeRecordType.DROP_HOMES,
                        NodeRecordType.ENTER,
                        NodeRecordType.UNSTAGE,
                        NodeRecordType.HAND_ON,
                        NodeRecordType.TURN,
                        NodeRecordType.BEGIN_REPLICA,
                        NodeRecordType.END_REPLICA,
                        NodeRecordType.REPLICA_READER);
    }

    private void run(int number) {
        Random random = Seeds.random(seed, number);
        SyncMode mode =
                number % 10 == 9
                        ? SyncMode.SYSTEM
                        : number % 3 == 2 ? SyncMode.BARRIER : SyncMode.COMMIT;
        boolean hasFaults = number % 2 == 1;
        NodeLogRun run =
                new NodeLogRun(
                        directory.resolve("run" + number),
                        random.nextLong(),
                        mode,
                        hasFaults,
                        number % 5 > 2);
        try {
            run.crashAndRecover(true);
            for (int life = 0; life < LIVES; life++) {
                boolean machine = mode != SyncMode.BARRIER && (hasFaults || random.nextBoolean());
                live(run, machine ? 1 + random.nextInt(OPERATIONS) : 0);
                run.crashAndRecover(machine);
                recoveries++;
            }
            run.end();
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(
                    String.format(
                            "-Dwukongs.seed=%d -Dwukongs.log.case=%d mode=%s faults=%s",
                            seed, number, mode, hasFaults),
                    e);
        } finally {
            run.close();
        }
        recoveredRecords += run.recoveredRecords;
        lostRecords += run.lostRecords;
        compared += run.comparedCount;
        notNow += run.notNowCount;
        shownLater += run.shownLaterCount;
        plans += run.planCount;
        checkpoints += run.checkpointCount;
        open += run.openCount;
        restored += run.restoredCount;
        abandoned += run.abandonedCount;
        reclaimedTerms += run.reclaimedTermCount;
        types.addAll(run.types);
    }

    private static void live(NodeLogRun run, long crashAt) {
        if (crashAt > 0) {
            run.disk.crashAt(crashAt);
        }
        try {
            run.live(STEPS);
        } catch (FaultyStorage.Crash e) {
            // the machine is gone
        }
    }
}
