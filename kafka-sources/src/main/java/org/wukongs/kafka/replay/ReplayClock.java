package org.wukongs.kafka.replay;

/** Clock of a replay, used by its thread. */
public interface ReplayClock {

    long nanoTime();

    /** Waits; false if the replay is to end instead. */
    boolean await(long nanos);
}
