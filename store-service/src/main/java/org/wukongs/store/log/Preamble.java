package org.wukongs.store.log;

import org.wukongs.wire.WireWriter;

/**
 * What the owner of a log writes before a group of records: that which these records name, for
 * example terms that the dictionary has got since the last group.
 */
@FunctionalInterface
public interface Preamble {

    /** No record has a preamble. */
    Preamble NONE = out -> {};

    /** Takes the records of a preamble. */
    interface Sink {

        /**
         * Appends a record, which is copied. Its type is not 0. Until it is durable it counts
         * against the log's buffer as other records do.
         */
        void append(WireWriter frame);
    }

    /**
     * Appends what the records of a group need. The log's agent calls this once a group, when all
     * of the group's records have been offered. What was appended is not asked for again, even if
     * writing fails: the log tries again by itself.
     */
    void appendTo(Sink out);
}
