package org.wukongs.kafka.table;

import java.io.Serializable;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;
import org.wukongs.error.WukongsException;
import org.wukongs.kafka.rdf.EventTime;
import org.wukongs.kafka.rdf.RdfFormat;

/**
 * Options of reading a table.
 *
 * @param eventTime null if no predicate is given
 */
record RdfReadOptions(
        RdfFormat format,
        OnError onError,
        EventTime eventTime,
        boolean ignoreGraphNames,
        boolean ignoreTombstones,
        int triplesPerRecordMax)
        implements Serializable {

    static RdfReadOptions of(ReadableConfig options) {
        int triplesMax = options.get(RdfFormatOptions.TRIPLES_PER_RECORD_MAX);
        if (triplesMax < 1) {
            throw new ValidationException(
                    "A record must be allowed at least one triple: option="
                            + RdfFormatOptions.TRIPLES_PER_RECORD_MAX.key()
                            + " value="
                            + triplesMax);
        }
        return new RdfReadOptions(
                options.get(RdfFormatOptions.FORMAT),
                options.get(RdfFormatOptions.ON_ERROR),
                options.getOptional(RdfFormatOptions.EVENT_TIME_PREDICATE)
                        .map(RdfReadOptions::eventTime)
                        .orElse(null),
                options.get(RdfFormatOptions.IGNORE_GRAPH_NAMES),
                options.get(RdfFormatOptions.IGNORE_TOMBSTONES),
                triplesMax);
    }

    private static EventTime eventTime(String predicate) {
        try {
            return EventTime.of(null, predicate);
        } catch (WukongsException e) {
            throw new ValidationException(e.getMessage(), e);
        }
    }
}
