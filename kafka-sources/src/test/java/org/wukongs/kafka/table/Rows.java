package org.wukongs.kafka.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.connector.format.DecodingFormat;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.connector.sink.SinkRuntimeProviderContext;
import org.apache.flink.table.runtime.connector.source.ScanRuntimeProviderContext;
import org.apache.flink.table.types.DataType;
import org.apache.flink.util.InstantiationUtil;
import org.apache.flink.util.SimpleUserCodeClassLoader;
import org.apache.flink.util.UserCodeClassLoader;

/** The format as a connector uses it, without one. */
final class Rows {

    static final DataType TRIPLE = columns("s", "p", "o");
    static final DataType QUAD = columns("s", "p", "o", "g");

    private final Counter errors = new SimpleCounter();
    private final Counter tombstones = new SimpleCounter();
    private final DeserializationSchema<RowData> decoder;

    Rows(DataType columns, List<String> metadata, Map<String, String> options) throws Exception {
        DecodingFormat<DeserializationSchema<RowData>> format =
                new RdfFormatFactory().createDecodingFormat(null, Configuration.fromMap(options));
        format.applyReadableMetadata(metadata);
        decoder =
                InstantiationUtil.clone(
                        format.createRuntimeDecoder(ScanRuntimeProviderContext.INSTANCE, columns));
        decoder.open(new Context());
    }

    static DataType columns(String... names) {
        DataTypes.Field[] fields = new DataTypes.Field[names.length];
        for (int i = 0; i < names.length; i++) {
            fields[i] = DataTypes.FIELD(names[i], DataTypes.STRING());
        }
        return DataTypes.ROW(fields);
    }

    static SerializationSchema<RowData> encoder(DataType columns, Map<String, String> options)
            throws Exception {
        SerializationSchema<RowData> schema =
                InstantiationUtil.clone(
                        new RdfFormatFactory()
                                .createEncodingFormat(null, Configuration.fromMap(options))
                                .createRuntimeEncoder(
                                        new SinkRuntimeProviderContext(false), columns));
        schema.open(null);
        return schema;
    }

    List<RowData> read(byte[] value) throws Exception {
        List<RowData> rows = new ArrayList<>();
        decoder.deserialize(value, new ListCollector<>(rows));
        return rows;
    }

    long errors() {
        return errors.getCount();
    }

    long tombstones() {
        return tombstones.getCount();
    }

    private final class Context implements DeserializationSchema.InitializationContext {
        @Override
        public MetricGroup getMetricGroup() {
            return new UnregisteredMetricsGroup() {
                @Override
                public Counter counter(String name) {
                    return name.equals("numRecordsInErrors") ? errors : tombstones;
                }
            };
        }

        @Override
        public UserCodeClassLoader getUserCodeClassLoader() {
            return SimpleUserCodeClassLoader.create(Rows.class.getClassLoader());
        }
    }
}
