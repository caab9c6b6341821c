package org.wukongs.kafka.rdf;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.eventtime.SerializableTimestampAssigner;
import org.apache.flink.api.common.eventtime.TimestampAssigner;
import org.wukongs.stream.Tuple;

/** A tuple of a Kafka record, or a bad record. Exactly one of both components is not null. */
@PublicEvolving
public record RdfRecord(Tuple tuple, BadRecord bad) {

    public RdfRecord {
        if ((tuple == null) == (bad == null)) {
            throw new IllegalArgumentException("exactly one of tuple and bad record");
        }
    }

    public static RdfRecord of(Tuple tuple) {
        return new RdfRecord(tuple, null);
    }

    public static RdfRecord of(BadRecord bad) {
        return new RdfRecord(null, bad);
    }

    /** The tuple's event time; a bad record has none and so never moves a watermark. */
    public long eventTimeMs() {
        return tuple == null ? TimestampAssigner.NO_TIMESTAMP : tuple.eventTimeMs();
    }

    /** For {@code WatermarkStrategy.withTimestampAssigner}. */
    public static SerializableTimestampAssigner<RdfRecord> timestampAssigner() {
        return (record, recordTimestampMs) -> record.eventTimeMs();
    }
}
