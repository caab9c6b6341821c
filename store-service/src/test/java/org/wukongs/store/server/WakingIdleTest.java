package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.naive.Waits.await;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.SleepingIdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two agents that pause for longer than any test, each of which gives the other one work. */
@Timeout(60)
final class WakingIdleTest {

    private static final int TURNS = 1_000;
    private static final long PAUSE_NS = TimeUnit.HOURS.toNanos(1);

    private final AtomicInteger turns = new AtomicInteger();
    private final WakingIdle evenIdle = new WakingIdle(new SleepingIdleStrategy(PAUSE_NS));
    private final WakingIdle oddIdle = new WakingIdle(new SleepingIdleStrategy(PAUSE_NS));
    private final AgentRunner even = runner(0, evenIdle);
    private final AgentRunner odd = runner(1, oddIdle);

    /** An agent that takes its turns of a ball. */
    private AgentRunner runner(int parity, WakingIdle idle) {
        Agent agent =
                new Agent() {
                    @Override
                    public int doWork() {
                        int turn = turns.get();
                        if (turn >= TURNS) {
                            throw new AgentTerminationException();
                        }
                        return turn % 2 == parity && turns.incrementAndGet() > 0 ? 1 : 0;
                    }

                    @Override
                    public String roleName() {
                        return "turns-" + parity;
                    }
                };
        return new AgentRunner(
                idle,
                error -> assertThat(error).isInstanceOf(AgentTerminationException.class),
                null,
                agent);
    }

    @AfterEach
    void end() {
        even.close();
        odd.close();
    }

    @Test
    void everyTurnIsTakenAlthoughNobodyLooks() {
        evenIdle.wakes(oddIdle, () -> true);
        oddIdle.wakes(evenIdle, () -> true);
        AgentRunner.startOnThread(even);
        AgentRunner.startOnThread(odd);
        await(even::isClosed);
        await(odd::isClosed);
        assertThat(turns).hasValue(TURNS);
    }

    @Test
    void workThatComesWithTimeEndsAPause() {
        WakingIdle idle = new WakingIdle(new SleepingIdleStrategy(PAUSE_NS));
        idle.endsPauses(() -> 1_000);
        for (int round = 0; round < 10; round++) {
            idle.idle(0); // or it takes hours
        }
    }
}
