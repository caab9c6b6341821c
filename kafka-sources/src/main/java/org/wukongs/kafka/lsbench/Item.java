package org.wukongs.kafka.lsbench;

/** An item that a stream publishes and a stream of likes may refer to. */
interface Item {

    /** Number of its tuples in its stream. */
    int tupleCount();

    boolean likeable();
}
