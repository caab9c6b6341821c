package org.wukongs.flink.sink;

import org.apache.flink.annotation.PublicEvolving;

/** Which event times the tuples of a sink get, and what closes the batches of its stream. */
@PublicEvolving
public enum TupleTimes {
    /**
     * Each tuple has its own event time, and watermarks close batches. A tuple of a closed batch is
     * late.
     */
    OWN,

    /**
     * The order of the tuples counts, as it does for additions and removals: a tuple gets its own
     * event time or, if an earlier tuple of the subtask or the watermark is newer, that time. So no
     * tuple is late. Watermarks close batches.
     */
    IN_ORDER,

    /**
     * A tuple gets the time at which it comes, whatever its own event time is, and never an earlier
     * one than a tuple before it. Each subtask closes batches by its clock; watermarks do nothing.
     */
    ARRIVAL
}
