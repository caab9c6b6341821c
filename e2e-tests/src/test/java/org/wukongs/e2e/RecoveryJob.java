package org.wukongs.e2e;

import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.wukongs.client.WindowResultJson;
import org.wukongs.flink.sink.WukongsSink;
import org.wukongs.flink.source.ContinuousQuerySource;
import org.wukongs.kafka.lsbench.LsbenchQueries;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.kafka.rdf.DeadLetterSplit;
import org.wukongs.kafka.rdf.RdfDeserializationSchema;
import org.wukongs.kafka.rdf.RdfRecord;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * Queries over topics of two partitions, exactly once. Between sources and sinks every tuple goes
 * to a subtask by chance, so that on replay it reaches another writer.
 *
 * @param kafka bootstrap servers
 * @param store the store's address
 * @param topicPrefix before the names of the streams' topics
 * @param resultTopic where windows go, a line of JSON each, in transactions
 */
record RecoveryJob(
        String kafka,
        String store,
        String topicPrefix,
        String resultTopic,
        Duration checkpointInterval)
        implements Serializable {

    static final Duration CHECKPOINT_INTERVAL = Duration.ofMillis(400);

    private static final Duration TRANSACTION_TIMEOUT = Duration.ofMinutes(5);

    /**
     * Runs the job with L1–L6 on a cluster.
     *
     * @param restored a checkpoint or savepoint to begin with, null to begin anew
     */
    JobClient submit(FlinkCluster cluster, Path jars, int parallelism, String restored)
            throws Exception {
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.createRemoteEnvironment(
                        "localhost",
                        cluster.restPort(),
                        configuration(cluster, restored),
                        UserJars.of(jars));
        env.setParallelism(parallelism);
        addTo(env, LsbenchQueries.all().values());
        return env.executeAsync("recovery");
    }

    /** Adds the job to an environment, with checkpoints. */
    void addTo(StreamExecutionEnvironment env, Collection<String> queries) {
        env.enableCheckpointing(checkpointInterval.toMillis());
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            tuples(env, stream)
                    .shuffle()
                    .sinkTo(
                            WukongsSink.<Tuple>builder()
                                    .setStoreAddresses(store)
                                    .setStream(definition(stream))
                                    .build())
                    .uid("store " + stream);
        }
        env.fromSource(querySource(queries), WatermarkStrategy.noWatermarks(), "queries")
                .uid("queries")
                .map(WindowResultJson::toLine)
                .returns(String.class)
                .sinkTo(resultSink())
                .uid("results");
    }

    private static Configuration configuration(FlinkCluster cluster, String restored) {
        Configuration configuration = configuration(cluster.uri("checkpoints"));
        if (restored != null) {
            configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, restored);
        }
        return configuration;
    }

    /** What the job asks of a cluster; {@code checkpoints} is the URI of a directory. */
    static Configuration configuration(String checkpoints) {
        Configuration configuration = new Configuration();
        configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints);
        configuration.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        configuration.set(PipelineOptions.AUTO_WATERMARK_INTERVAL, Duration.ofMillis(20));
        return configuration;
    }

    private DataStream<Tuple> tuples(StreamExecutionEnvironment env, LsbenchStreams stream) {
        KafkaSource<RdfRecord> source =
                KafkaSource.<RdfRecord>builder()
                        .setBootstrapServers(kafka)
                        .setTopics(topicPrefix + stream.topic())
                        .setStartingOffsets(OffsetsInitializer.earliest())
                        .setDeserializer(RdfDeserializationSchema.builder().build())
                        .build();
        WatermarkStrategy<RdfRecord> watermarks =
                WatermarkStrategy.<RdfRecord>forMonotonousTimestamps()
                        .withTimestampAssigner(RdfRecord.timestampAssigner());
        return DeadLetterSplit.split(
                env.fromSource(source, watermarks, "kafka " + stream).uid("kafka " + stream));
    }

    private ContinuousQuerySource querySource(Collection<String> queries) {
        return ContinuousQuerySource.builder()
                .setStoreAddresses(store)
                .setQueries(queries.toArray(String[]::new))
                .setStreams(
                        Arrays.stream(LsbenchStreams.values())
                                .map(RecoveryJob::definition)
                                .toArray(StreamDefinition[]::new))
                .build();
    }

    private KafkaSink<String> resultSink() {
        return KafkaSink.<String>builder()
                .setBootstrapServers(kafka)
                .setRecordSerializer(
                        KafkaRecordSerializationSchema.builder()
                                .setTopic(resultTopic)
                                .setValueSerializationSchema(new SimpleStringSchema())
                                .build())
                .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                .setTransactionalIdPrefix(resultTopic)
                // The sink's own default is longer than brokers allow.
                .setProperty(
                        ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                        String.valueOf(TRANSACTION_TIMEOUT.toMillis()))
                .build();
    }

    static StreamDefinition definition(LsbenchStreams stream) {
        return stream.definition(LsbenchCase.BATCH_INTERVAL_MS);
    }
}
