package org.wukongs.e2e;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.wukongs.naive.Seeds;

/**
 * What is killed when, drawn from a seed. Instants are event times of the input, which is sent as
 * fast as its event time goes: so a seed tells much the same story on any machine.
 */
record KillPlan(List<Kill> kills) {

    /** Each target is killed before any is killed again; so often more are killed with it. */
    private static final int TOGETHER_PERCENT = 15;

    private static final int STOPPED_PERCENT = 30;
    private static final int REPEATED_PERCENT = 30;
    private static final int RESTARTED_LATE_PERCENT = 40;
    private static final int AFTER_MS_MAX = 1_500;
    private static final int REPEATED_AFTER_MS_MAX = 9_000;

    /** Longer than heartbeats, sessions and requests wait. */
    private static final int STOPPED_MS_MAX = 14_000;

    private static final int RESTARTED_MS_MAX = 4_000;

    /** What happens to a target. */
    enum Way {
        KILLED,
        STOPPED,
        STOPPED_THEN_KILLED;

        boolean stops() {
            return this != KILLED;
        }

        boolean kills() {
            return this != STOPPED;
        }
    }

    /**
     * @param stoppedMs between SIGSTOP and what follows, 0 without it
     * @param restartedMs between the kill and the next start
     */
    record Hit(KillTarget target, Way way, long stoppedMs, long restartedMs) {

        @Override
        public String toString() {
            String name = target.label();
            return switch (way) {
                case KILLED -> name;
                case STOPPED -> name + " (stopped " + stoppedMs + " ms)";
                case STOPPED_THEN_KILLED -> name + " (stopped " + stoppedMs + " ms, killed)";
            };
        }
    }

    /**
     * Some targets at one instant.
     *
     * @param recovered the instant is {@code afterMs} of input after the windows of all that was
     *     sent at the last kill are committed; otherwise after the last kill itself, whatever has
     *     become of the job since
     */
    record Kill(boolean recovered, long afterMs, List<Hit> hits) {

        @Override
        public String toString() {
            return hits.stream().map(String::valueOf).collect(Collectors.joining(" + "));
        }
    }

    static KillPlan of(long seed, int count) {
        Random random = Seeds.random(seed, 0);
        List<Kill> kills = new ArrayList<>();
        List<KillTarget> turns = new ArrayList<>();
        while (kills.size() < count) {
            if (turns.isEmpty()) {
                turns.addAll(Arrays.asList(KillTarget.values()));
                Collections.shuffle(turns, random);
            }
            Set<KillTarget> targets = EnumSet.of(turns.remove(0));
            for (KillTarget other : KillTarget.values()) {
                if (chance(random, TOGETHER_PERCENT)) {
                    targets.add(other);
                }
            }
            boolean repeated = !kills.isEmpty() && chance(random, REPEATED_PERCENT);
            long afterMs = random.nextInt(repeated ? REPEATED_AFTER_MS_MAX : AFTER_MS_MAX);
            kills.add(
                    new Kill(
                            !repeated,
                            afterMs,
                            targets.stream().map(target -> hit(target, random)).toList()));
        }
        return new KillPlan(List.copyOf(kills));
    }

    private static Hit hit(KillTarget target, Random random) {
        boolean stopped = chance(random, STOPPED_PERCENT);
        Way way =
                !stopped
                        ? Way.KILLED
                        : random.nextBoolean() ? Way.STOPPED : Way.STOPPED_THEN_KILLED;
        return new Hit(
                target,
                way,
                way.stops() ? random.nextInt(STOPPED_MS_MAX) : 0,
                chance(random, RESTARTED_LATE_PERCENT) ? random.nextInt(RESTARTED_MS_MAX) : 0);
    }

    private static boolean chance(Random random, int percent) {
        return random.nextInt(100) < percent;
    }
}
