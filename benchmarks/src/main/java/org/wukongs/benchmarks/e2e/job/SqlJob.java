package org.wukongs.benchmarks.e2e.job;

import java.util.Locale;
import java.util.Map;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.wukongs.examples.lsbench.LsbenchJob;
import org.wukongs.examples.lsbench.LsbenchJobConfig;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.stream.Tuple;

/**
 * L1 to L6 in plain Flink SQL over the same topics, parsed by the same format. A result row is a
 * line of the result topic: query, window end in ms and terms, with tabs between.
 */
final class SqlJob {

    private static final TypeInformation<Row> TRIPLE =
            Types.ROW_NAMED(new String[] {"s", "p", "o"}, Types.STRING, Types.STRING, Types.STRING);

    private SqlJob() {}

    static void addTo(StreamExecutionEnvironment env, LsbenchJobConfig config, JobSpec spec) {
        StreamTableEnvironment tables = StreamTableEnvironment.create(env);
        tables.getConfig().set("table.local-time-zone", "UTC");
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            addStream(tables, stream, LsbenchJob.tuples(env, stream, config));
        }
        SqlTexts.stored()
                .forEach((name, predicate) -> addStored(env, tables, name, predicate, spec));
        SqlTexts.views(spec.user())
                .forEach((name, text) -> tables.createTemporaryView(name, tables.sqlQuery(text)));
        DataStream<String> all = null;
        for (Map.Entry<String, String> query : SqlTexts.queries(spec.person()).entrySet()) {
            Table table = tables.sqlQuery(query.getValue());
            DataStream<String> lines =
                    tables.toDataStream(table).map(new RowLine(query.getKey())).setParallelism(1);
            all = all == null ? lines : all.union(lines);
        }
        all.sinkTo(sink(config)).setParallelism(1);
    }

    private static void addStream(
            StreamTableEnvironment tables, LsbenchStreams stream, DataStream<Tuple> tuples) {
        Schema schema =
                Schema.newBuilder()
                        .column("s", "STRING")
                        .column("p", "STRING")
                        .column("o", "STRING")
                        .columnByMetadata("ts", DataTypes.TIMESTAMP_LTZ(3), "rowtime")
                        .watermark("ts", "SOURCE_WATERMARK()")
                        .build();
        DataStream<Row> rows =
                tuples.map(t -> Row.of(t.subject(), t.predicate(), t.object()))
                        .returns(TRIPLE)
                        .setParallelism(1);
        tables.createTemporaryView(
                stream.name().toLowerCase(Locale.ROOT), tables.fromDataStream(rows, schema));
    }

    private static void addStored(
            StreamExecutionEnvironment env,
            StreamTableEnvironment tables,
            String name,
            String predicate,
            JobSpec spec) {
        DataStream<Row> rows =
                env.fromData(spec.storedFile())
                        .flatMap(new StoredRows(predicate))
                        .returns(
                                Types.ROW_NAMED(
                                        new String[] {"s", "o"}, Types.STRING, Types.STRING))
                        .setParallelism(1);
        tables.createTemporaryView(name, tables.fromDataStream(rows));
    }

    private static KafkaSink<String> sink(LsbenchJobConfig config) {
        return KafkaSink.<String>builder()
                .setBootstrapServers(config.kafka())
                .setRecordSerializer(
                        KafkaRecordSerializationSchema.builder()
                                .setTopic(config.resultTopic())
                                .setValueSerializationSchema(new SimpleStringSchema())
                                .build())
                .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
                .setProperty(ProducerConfig.LINGER_MS_CONFIG, "0")
                .build();
    }
}
