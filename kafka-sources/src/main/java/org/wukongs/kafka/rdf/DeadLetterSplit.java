package org.wukongs.kafka.rdf;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.wukongs.stream.Tuple;

/** Passes tuples on; sends bad records to the side output {@link #BAD_RECORDS}. */
@PublicEvolving
public final class DeadLetterSplit extends ProcessFunction<RdfRecord, Tuple>
        implements ResultTypeQueryable<Tuple> {

    /** Side output of the bad records. */
    public static final OutputTag<BadRecord> BAD_RECORDS =
            new OutputTag<>("bad-records", RdfTypeInfo.BAD_RECORD);

    private static final long serialVersionUID = 1L;

    /**
     * The tuples of {@code records}; bad records are its {@code getSideOutput(BAD_RECORDS)}. Assign
     * watermarks at the source.
     */
    public static SingleOutputStreamOperator<Tuple> split(DataStream<RdfRecord> records) {
        return records.process(new DeadLetterSplit()).name("dead-letter-split");
    }

    @Override
    public void processElement(RdfRecord record, Context context, Collector<Tuple> out) {
        if (record.tuple() != null) {
            out.collect(record.tuple());
        } else {
            context.output(BAD_RECORDS, record.bad());
        }
    }

    @Override
    public TypeInformation<Tuple> getProducedType() {
        return RdfTypeInfo.TUPLE;
    }
}
