package org.wukongs.benchmarks.e2e;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.wukongs.examples.lsbench.LsbenchJob;
import org.wukongs.examples.lsbench.LsbenchJobConfig;
import org.wukongs.flink.sink.WukongsSink;
import org.wukongs.kafka.lsbench.LsbenchQueries;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/** The jobs that are compared; all read and parse in the same way, that of the model job. */
final class BenchJobs {

    private BenchJobs() {}

    static void addTo(StreamExecutionEnvironment env, JobSpec spec) {
        LsbenchJobConfig config = config(spec);
        switch (spec.kind()) {
            case STORE -> LsbenchJob.addTo(env, config);
            case SQL, SQL_INTERVALS -> SqlJob.addTo(env, spec);
            case SINK, DISCARD -> {
                for (LsbenchStreams stream : LsbenchStreams.values()) {
                    end(LsbenchJob.tuples(env, stream, config), stream, spec);
                }
            }
        }
    }

    private static void end(
            SingleOutputStreamOperator<Tuple> tuples, LsbenchStreams stream, JobSpec spec) {
        if (spec.kind() == JobKind.DISCARD) {
            tuples.sinkTo(new DiscardingSink<>()).setParallelism(1);
            return;
        }
        StreamDefinition model = stream.definition(JobSpec.BATCH_MS);
        StreamDefinition named =
                new StreamDefinition(
                        model.name() + "/" + spec.round(),
                        model.batchIntervalMs(),
                        model.graph(),
                        stream.timingPredicates());
        tuples.sinkTo(
                        WukongsSink.<Tuple>builder()
                                .setStoreAddresses(spec.store())
                                .setStream(named)
                                .build())
                .setParallelism(1);
    }

    static LsbenchJobConfig config(JobSpec spec) {
        Map<String, String> queries = LsbenchQueries.all(spec.user());
        queries.put("L2", LsbenchQueries.l2("L2", spec.person()));
        queries.put("L3", LsbenchQueries.l3("L3", spec.person()));
        List<String> texts = new ArrayList<>(queries.values());
        return new LsbenchJobConfig(
                spec.kafka(),
                spec.store(),
                JobSpec.BATCH_MS,
                texts,
                spec.kind().resultTopic(),
                LsbenchJobConfig.DEAD_LETTER_TOPIC,
                spec.bounded());
    }
}
