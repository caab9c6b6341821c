package org.wukongs.flink.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.wukongs.flink.source.SimulatedJob.Step;
import org.wukongs.naive.Seeds;

/**
 * Whatever fails when, and in whichever order Flink tells of it: each split has one reader, none is
 * lost, and each window is committed once.
 */
final class SplitOwnershipTest {

    /** Enough to fail and come back, and to fail again; tens of thousands of sequences. */
    private static final int STEPS = 5;

    private static final int RUNS = 2_000;
    private static final int STEPS_MAX = 250;

    /** Where sequences of steps begin. */
    enum Start implements Supplier<SimulatedJob> {
        NEW {
            @Override
            public SimulatedJob get() {
                return new SimulatedJob(2, 2, SimulatedJob.UNBOUNDED);
            }
        },
        RUNNING {
            @Override
            public SimulatedJob get() {
                return SimulatedJob.running(2, 2, SimulatedJob.UNBOUNDED);
            }
        },
        /** One failure is behind it and no checkpoint since. */
        RESTARTED {
            @Override
            public SimulatedJob get() {
                SimulatedJob job = SimulatedJob.running(2, 2, SimulatedJob.UNBOUNDED);
                take(job, "fail 0");
                take(job, "reset 0");
                take(job, "register 0");
                return job;
            }
        },
        /** Its splits end while steps are taken. */
        BOUNDED {
            @Override
            public SimulatedJob get() {
                return SimulatedJob.running(2, 2, 10);
            }
        },
        /** Its splits have other readers than in the checkpoint. */
        RESTORED {
            @Override
            public SimulatedJob get() {
                SimulatedJob job = SimulatedJob.running(2, 2, SimulatedJob.UNBOUNDED);
                take(job, "global failover to 2");
                take(job, "register 0");
                take(job, "register 1");
                take(job, "queries registered");
                return job;
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void everySequenceOfStepsLeavesOneReaderASplit(Start start) {
        long count = explore(start, new int[0]);
        System.out.println("SplitOwnershipTest: sequences=" + count + " start=" + start);
        assertThat(count).isGreaterThan(20_000);
    }

    /** As an enumerator cannot be copied, each sequence begins anew. */
    private static long explore(Start start, int[] choices) {
        SimulatedJob job = start.get();
        for (int choice : choices) {
            job.take(job.steps().get(choice));
        }
        if (choices.length == STEPS) {
            job.finish();
            return 1;
        }
        long count = 0;
        int stepCount = job.steps().size();
        for (int choice = 0; choice < stepCount; choice++) {
            int[] longer = Arrays.copyOf(choices, choices.length + 1);
            longer[choices.length] = choice;
            count += explore(start, longer);
        }
        return count;
    }

    @Test
    void soDoesEveryLongRandomSequence() {
        Random random = Seeds.random(SplitOwnershipTest.class);
        long windows = 0;
        for (int run = 0; run < RUNS; run++) {
            long endWindow = random.nextBoolean() ? SimulatedJob.UNBOUNDED : random.nextInt(100);
            SimulatedJob job =
                    new SimulatedJob(1 + random.nextInt(9), 1 + random.nextInt(5), endWindow);
            // Some jobs fail all the time, others complete checkpoints between failures.
            int calm = 1 << random.nextInt(6);
            for (int i = random.nextInt(STEPS_MAX); i > 0; i--) {
                List<Step> steps = job.steps();
                Step step = steps.get(random.nextInt(steps.size()));
                if (!step.failure() || random.nextInt(calm) == 0) {
                    job.take(step);
                }
            }
            job.finish();
            windows += job.committedCount();
        }
        assertThat(windows).isGreaterThan(RUNS * 10L);
    }

    private static void take(SimulatedJob job, String name) {
        job.take(job.steps().stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow());
    }
}
