package org.wukongs.kafka.producer;

import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.stream.Tuple;

/** Takes tuples that are due. */
@FunctionalInterface
interface TupleSender {
    void send(LsbenchStreams stream, Tuple tuple);
}
