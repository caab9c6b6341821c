package org.wukongs.kafka.replay;

/** Time as a replay sees it; a replay's thread uses it. */
public interface ReplayClock {

    long nanoTime();

    /** False where the replay is to end instead of waiting on. */
    boolean await(long nanos);
}
