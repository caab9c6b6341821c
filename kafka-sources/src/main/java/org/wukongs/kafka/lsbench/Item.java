package org.wukongs.kafka.lsbench;

/** Something that a stream publishes and another stream may like. */
interface Item {

    /** Number of tuples that it takes in its stream. */
    int tupleCount();

    boolean likeable();
}
