package org.wukongs.table;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.annotation.Internal;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.wukongs.error.ClassPathCheck;
import org.wukongs.table.sink.RowConverter;
import org.wukongs.table.sink.SinkOnError;
import org.wukongs.table.sink.StreamTableSink;
import org.wukongs.table.sink.TableDeadLetters;
import org.wukongs.table.source.GraphTableSource;
import org.wukongs.table.source.QueryTableSource;

/** Factory of table sources and sinks for {@code 'connector' = 'wukongs'}. */
@Internal
public final class WukongsTableFactory
        implements DynamicTableSourceFactory, DynamicTableSinkFactory {

    public static final String IDENTIFIER = "wukongs";

    @Override
    public String factoryIdentifier() {
        return IDENTIFIER;
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
        return Set.of(WukongsTableOptions.STORE);
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
        return TableKind.allOptions().stream()
                .filter(option -> !option.equals(WukongsTableOptions.STORE))
                .filter(option -> !option.equals(FactoryUtil.CONNECTOR))
                .collect(Collectors.toSet());
    }

    @Override
    public DynamicTableSource createDynamicTableSource(Context context) {
        ReadableConfig options = options(context);
        return switch (TableKind.of(options)) {
            case STREAM ->
                    throw new ValidationException(
                            "A stream of the store can be written, not read. Read it by a"
                                    + " continuous query: a table with the option 'query'.");
            case QUERY -> QueryTableSource.of(options, context.getPhysicalRowDataType());
            case GRAPH -> GraphTableSource.of(options, context.getPhysicalRowDataType());
        };
    }

    @Override
    public DynamicTableSink createDynamicTableSink(Context context) {
        ReadableConfig options = options(context);
        TableKind kind = TableKind.of(options);
        if (kind != TableKind.STREAM) {
            throw new ValidationException(
                    String.format(
                            "A table with '%s' can be read, not written. Write a stream: a"
                                    + " table with the option 'stream'.",
                            kind == TableKind.QUERY ? "query" : "graph"));
        }
        RowConverter rows =
                StreamTableSink.converter(options, context.getCatalogTable().getResolvedSchema());
        return StreamTableSink.of(options, rows, deadLetters(options, context, rows));
    }

    private static TableDeadLetters deadLetters(
            ReadableConfig options, Context context, RowConverter rows) {
        if (options.get(WukongsTableOptions.SINK_ON_ERROR) == SinkOnError.DEAD_LETTER) {
            return TableDeadLetters.of(context, rows);
        }
        for (String key : context.getCatalogTable().getOptions().keySet()) {
            if (key.startsWith(WukongsTableOptions.DEAD_LETTER_PREFIX)) {
                throw new ValidationException(
                        String.format(
                                "Option '%s' has a meaning with 'sink.on-error' = 'dead-letter'"
                                        + " only.",
                                key));
            }
        }
        return null;
    }

    /**
     * Checks what planning a statement with the table would check, for CREATE and ALTER in our
     * catalog. Throws a {@link ValidationException}.
     */
    public static void check(ObjectIdentifier name, ResolvedCatalogTable table) {
        WukongsTableFactory factory = new WukongsTableFactory();
        TableKind kind = TableKind.of(Configuration.fromMap(table.getOptions()));
        MetadataColumns.check(kind, table.getResolvedSchema());
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        ReadableConfig none = new Configuration();
        if (kind == TableKind.STREAM) {
            FactoryUtil.createDynamicTableSink(factory, name, table, Map.of(), none, loader, false);
        } else {
            FactoryUtil.createDynamicTableSource(
                    factory, name, table, Map.of(), none, loader, false);
        }
    }

    /** Throws a {@link ValidationException} that lists all options if one does not exist. */
    public static void checkKeys(Map<String, String> options) {
        Set<String> known =
                TableKind.allOptions().stream().map(ConfigOption::key).collect(Collectors.toSet());
        Set<String> keys =
                options.keySet().stream()
                        .filter(key -> !key.startsWith(WukongsTableOptions.DEAD_LETTER_PREFIX))
                        .filter(
                                key ->
                                        TableKind.allOptions().stream()
                                                .noneMatch(o -> TableKind.isKeyOf(o, key)))
                        .collect(Collectors.toSet());
        FactoryUtil.validateUnconsumedKeys(IDENTIFIER, keys, known);
    }

    private ReadableConfig options(Context context) {
        ClassPathCheck.check(WukongsTableFactory.class);
        FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
        helper.validateExcept(WukongsTableOptions.DEAD_LETTER_PREFIX);
        ReadableConfig options = helper.getOptions();
        TableKind.of(options).check(context.getCatalogTable().getOptions().keySet());
        if (context.getPhysicalRowDataType().getChildren().isEmpty()) {
            throw new ValidationException(
                    "A table without columns needs a catalog of type 'wukongs', which infers"
                            + " them. Elsewhere, declare a column for each variable wanted.");
        }
        return options;
    }
}
