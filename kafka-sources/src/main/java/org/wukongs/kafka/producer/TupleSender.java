package org.wukongs.kafka.producer;

import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.stream.Tuple;

/** Where due tuples go. */
@FunctionalInterface
interface TupleSender {
    void send(LsbenchStreams stream, Tuple tuple);
}
