package org.wukongs.kafka.lsbench;

/** The schedule of a stream: tuple i is due at start + i·1000/rate ms. */
record StreamClock(long startMs, int rate) {

    long timeMs(long tupleIndex) {
        return startMs + tupleIndex * 1000 / rate;
    }
}
