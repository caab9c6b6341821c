package org.wukongs.examples.lsbench;

import java.time.Duration;
import java.util.Arrays;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.KafkaSinkBuilder;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.wukongs.client.WindowResultJson;
import org.wukongs.flink.sink.WukongsSink;
import org.wukongs.flink.source.ContinuousQuerySource;
import org.wukongs.flink.source.ContinuousQuerySourceBuilder;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.kafka.rdf.BadRecord;
import org.wukongs.kafka.rdf.DeadLetterSerializer;
import org.wukongs.kafka.rdf.DeadLetterSplit;
import org.wukongs.kafka.rdf.RdfDeserializationSchema;
import org.wukongs.kafka.rdf.RdfRecord;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/** Adds the LSBench job to an environment; a model for your own jobs. */
public final class LsbenchJob {

    private static final Duration TRANSACTION_TIMEOUT = Duration.ofMinutes(10);

    private LsbenchJob() {}

    public static void addTo(StreamExecutionEnvironment env, LsbenchJobConfig config) {
        DataStream<BadRecord> deadLetters = null;
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            SingleOutputStreamOperator<Tuple> tuples = tuples(env, stream, config);
            tuples.sinkTo(
                            WukongsSink.<Tuple>builder()
                                    .setStoreAddresses(config.store())
                                    .setClientOptions(config.client())
                                    .setStream(stream.definition(config.batchIntervalMs()))
                                    .build())
                    .name("store " + stream.topic())
                    .setParallelism(1);
            DataStream<BadRecord> bad = tuples.getSideOutput(DeadLetterSplit.BAD_RECORDS);
            deadLetters = deadLetters == null ? bad : deadLetters.union(bad);
        }
        deadLetters.sinkTo(deadLetterSink(config)).name("dead letters").setParallelism(1);
        env.fromSource(querySource(config), WatermarkStrategy.noWatermarks(), "L1-L6")
                .setParallelism(1)
                .map(WindowResultJson::toLine)
                .returns(String.class)
                .setParallelism(1)
                .sinkTo(resultSink(config))
                .name("results")
                .setParallelism(1);
    }

    /**
     * The tuples of a stream's topic. A topic has one partition, so the source has one subtask: a
     * second one would have no watermark to close batches.
     */
    public static SingleOutputStreamOperator<Tuple> tuples(
            StreamExecutionEnvironment env, LsbenchStreams stream, LsbenchJobConfig config) {
        KafkaSourceBuilder<RdfRecord> source =
                KafkaSource.<RdfRecord>builder()
                        .setBootstrapServers(config.kafka())
                        .setTopics(stream.topic())
                        .setStartingOffsets(OffsetsInitializer.earliest())
                        .setDeserializer(RdfDeserializationSchema.builder().build());
        if (config.bounded()) {
            source.setBounded(OffsetsInitializer.latest());
        }
        return DeadLetterSplit.split(
                        env.fromSource(
                                        source.build(),
                                        WatermarkStrategy.<RdfRecord>forMonotonousTimestamps()
                                                .withTimestampAssigner(
                                                        RdfRecord.timestampAssigner()),
                                        "kafka " + stream.topic())
                                .setParallelism(1))
                .setParallelism(1);
    }

    private static ContinuousQuerySource querySource(LsbenchJobConfig config) {
        ContinuousQuerySourceBuilder source =
                ContinuousQuerySource.builder()
                        .setStoreAddresses(config.store())
                        .setClientOptions(config.client())
                        .setQueries(config.queries().toArray(new String[0]))
                        .setBoundedByStreams(config.bounded())
                        .setStreams(
                                Arrays.stream(LsbenchStreams.values())
                                        .map(stream -> stream.definition(config.batchIntervalMs()))
                                        .toArray(StreamDefinition[]::new));
        return source.build();
    }

    static KafkaSink<BadRecord> deadLetterSink(LsbenchJobConfig config) {
        return KafkaSink.<BadRecord>builder()
                .setBootstrapServers(config.kafka())
                .setRecordSerializer(new DeadLetterSerializer(config.deadLetterTopic()))
                .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
                .build();
    }

    static KafkaSink<String> resultSink(LsbenchJobConfig config) {
        KafkaSinkBuilder<String> sink =
                KafkaSink.<String>builder()
                        .setBootstrapServers(config.kafka())
                        .setRecordSerializer(
                                KafkaRecordSerializationSchema.builder()
                                        .setTopic(config.resultTopic())
                                        .setValueSerializationSchema(new SimpleStringSchema())
                                        .build())
                        .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
                        // At ten windows a second, a window would only wait for others.
                        .setProperty(ProducerConfig.LINGER_MS_CONFIG, "0");
        if (config.exactlyOnce()) {
            sink.setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                    .setTransactionalIdPrefix(config.resultTopic())
                    // The sink's own default is longer than brokers allow.
                    .setProperty(
                            ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                            String.valueOf(TRANSACTION_TIMEOUT.toMillis()));
        }
        return sink.build();
    }
}
