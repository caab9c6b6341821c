package org.wukongs.kafka.table;

import java.util.Set;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.connector.format.DecodingFormat;
import org.apache.flink.table.connector.format.EncodingFormat;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DeserializationFormatFactory;
import org.apache.flink.table.factories.DynamicTableFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.factories.SerializationFormatFactory;
import org.wukongs.error.ClassPathCheck;

/** Factory for {@code 'format' = 'rdf'} of a table whose connector takes formats. */
@Internal
public final class RdfFormatFactory
        implements DeserializationFormatFactory, SerializationFormatFactory {

    public static final String IDENTIFIER = "rdf";

    @Override
    public String factoryIdentifier() {
        return IDENTIFIER;
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
        return Set.of();
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
        return RdfFormatOptions.all();
    }

    @Override
    public DecodingFormat<DeserializationSchema<RowData>> createDecodingFormat(
            DynamicTableFactory.Context context, ReadableConfig options) {
        ClassPathCheck.check(RdfFormatFactory.class);
        FactoryUtil.validateFactoryOptions(this, options);
        return new RdfDecodingFormat(RdfReadOptions.of(options));
    }

    @Override
    public EncodingFormat<SerializationSchema<RowData>> createEncodingFormat(
            DynamicTableFactory.Context context, ReadableConfig options) {
        ClassPathCheck.check(RdfFormatFactory.class);
        FactoryUtil.validateFactoryOptions(this, options);
        return new RdfEncodingFormat(options.get(RdfFormatOptions.FORMAT));
    }
}
