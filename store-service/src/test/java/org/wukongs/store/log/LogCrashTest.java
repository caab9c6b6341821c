package org.wukongs.store.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;
import org.wukongs.store.log.FaultyStorage.Crash;

/**
 * The machine crashes at every operation of the disk, for runs of appends, groups, rolls,
 * truncations, clean ends and faults of the disk. What was acknowledged comes back, in order, as it
 * was, with the terms that it names, and nothing that was never appended; then the log goes on, and
 * the machine crashes again. {@code -Dwukongs.log.minutes=N} goes on for N minutes with other runs,
 * {@code -Dwukongs.log.case=N} starts at this run of the seed.
 */
class LogCrashTest {

    private static final int RUNS = 40;
    private static final int STEPS = 60;
    private static final int STEPS_AFTER_CRASH = 40;
    private static final int OPERATIONS_AFTER_CRASH = 25;

    private final long seed = Seeds.seed(LogCrashTest.class);
    private long caseCount;
    private long recoveredCount;
    private long tornCount;
    private long deletedCount;
    private long stallCount;
    private long killCount;
    private long againCount;
    private long reservedCount;

    @Test
    void acknowledgedRecordsSurviveACrashAtEveryOperation() {
        runAll(false);
    }

    @Test
    void acknowledgedRecordsSurviveFaultsAndACrashAtEveryOperation() {
        runAll(true);
        assertThat(stallCount).isPositive();
    }

    private void runAll(boolean hasFaults) {
        long endNs =
                System.nanoTime()
                        + TimeUnit.MINUTES.toNanos(Long.getLong("wukongs.log.minutes", 0));
        int number = Integer.getInteger("wukongs.log.case", 0);
        int end = number + RUNS;
        while (number < end || System.nanoTime() - endNs < 0) {
            for (SyncMode mode : SyncMode.values()) {
                crashEverywhere(number, mode, hasFaults);
            }
            number++;
        }
        System.out.printf(
                "LogCrashTest: faults=%s crashes=%d kills=%d recoveries=%d torn=%d again=%d"
                        + " deleted=%d stalled=%d reserved=%d%n",
                hasFaults,
                caseCount,
                killCount,
                recoveredCount,
                tornCount,
                againCount,
                deletedCount,
                stallCount,
                reservedCount);
        assertThat(caseCount).isGreaterThan(5_000);
        assertThat(tornCount).isPositive();
        assertThat(killCount).isPositive();
        assertThat(againCount).isPositive();
        assertThat(deletedCount).isPositive();
        assertThat(reservedCount).isPositive();
    }

    /** Runs once to see how many operations there are, and then once for each of them. */
    private void crashEverywhere(int number, SyncMode mode, boolean hasFaults) {
        long operations = run(number, mode, hasFaults, 0);
        for (long operation = 1; operation <= operations; operation++) {
            run(number, mode, hasFaults, operation);
        }
    }

    /** Returns how many operations the first life has, without a crash if that is at 0. */
    private long run(int number, SyncMode mode, boolean hasFaults, long crashAt) {
        LogRun run = new LogRun(Seeds.random(seed, number).nextLong(), mode, hasFaults);
        try {
            long operations = lives(run, crashAt);
            caseCount++;
            recoveredCount += run.recoveredCount;
            tornCount += run.tornCount;
            deletedCount += run.deletedCount;
            stallCount += run.stallCount;
            killCount += run.killCount;
            againCount += run.againCount;
            reservedCount += run.disk.reservedCount();
            return operations;
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(
                    String.format(
                            "-Dwukongs.seed=%d -Dwukongs.log.case=%d mode=%s faults=%s crashAt=%d",
                            seed, number, mode, hasFaults, crashAt),
                    e);
        }
    }

    private static long lives(LogRun run, long crashAt) {
        run.recover(0);
        if (crashAt > 0) {
            run.disk.crashAt(crashAt);
        }
        long operations = 0;
        try {
            run.live(STEPS);
            run.mustGoOn();
            operations = run.disk.operationCount();
        } catch (Crash e) {
            // the case
        }
        run.crashAndRecover();
        run.disk.crashAt(1 + crashAt % OPERATIONS_AFTER_CRASH);
        try {
            run.live(STEPS_AFTER_CRASH);
        } catch (Crash e) {
            // again
        }
        run.crashAndRecover();
        run.live(STEPS_AFTER_CRASH);
        run.mustGoOn();
        run.crashAndRecover();
        return operations;
    }
}
