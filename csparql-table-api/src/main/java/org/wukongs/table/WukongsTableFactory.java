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
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.types.DataType;
import org.wukongs.error.ClassPathCheck;
import org.wukongs.table.sink.GraphTableSink;
import org.wukongs.table.sink.RowConverter;
import org.wukongs.table.sink.RowToTuple;
import org.wukongs.table.sink.SinkOnError;
import org.wukongs.table.sink.StreamTableSink;
import org.wukongs.table.sink.TableDeadLetters;
import org.wukongs.table.source.GraphChangelogTableSource;
import org.wukongs.table.source.GraphTableSource;
import org.wukongs.table.source.QueryTableSource;
import org.wukongs.table.source.ScanMode;

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
            case GRAPH -> graphSource(options, context);
        };
    }

    private static DynamicTableSource graphSource(ReadableConfig options, Context context) {
        DataType columns = context.getPhysicalRowDataType();
        if (options.get(WukongsTableOptions.SCAN_MODE) == ScanMode.CHANGELOG) {
            return GraphChangelogTableSource.of(options, columns);
        }
        if (options.getOptional(WukongsTableOptions.SCAN_FETCH_WAIT).isPresent()) {
            throw new ValidationException(
                    "Option 'scan.fetch-wait' of a table with 'graph' has a meaning with"
                            + " 'scan.mode' = 'changelog' only.");
        }
        return GraphTableSource.of(options, columns);
    }

    @Override
    public DynamicTableSink createDynamicTableSink(Context context) {
        ReadableConfig options = options(context);
        ResolvedSchema schema = context.getCatalogTable().getResolvedSchema();
        return switch (TableKind.of(options)) {
            case STREAM -> {
                RowConverter rows = StreamTableSink.converter(options, schema);
                yield StreamTableSink.of(options, rows, deadLetters(options, context, rows));
            }
            case GRAPH -> {
                RowToTuple rows = GraphTableSink.rows(options, schema);
                yield GraphTableSink.of(options, schema, rows, deadLetters(options, context, rows));
            }
            case QUERY ->
                    throw new ValidationException(
                            "A table with 'query' can be read, not written. Write a stream: a"
                                    + " table with the option 'stream'.");
        };
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
        if (kind != TableKind.STREAM) {
            FactoryUtil.createDynamicTableSource(
                    factory, name, table, Map.of(), none, loader, false);
        }
        if (kind == TableKind.STREAM || isWritten(kind, table)) {
            FactoryUtil.createDynamicTableSink(factory, name, table, Map.of(), none, loader, false);
        }
    }

    /** Whether a graph's table says something about how it is written. */
    private static boolean isWritten(TableKind kind, ResolvedCatalogTable table) {
        return kind == TableKind.GRAPH
                && (table.getResolvedSchema().getPrimaryKey().isPresent()
                        || table.getOptions().keySet().stream()
                                .anyMatch(key -> key.startsWith("sink.")));
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
        ConnectionConfig.client(options); // throws for what cannot be
        if (context.getPhysicalRowDataType().getChildren().isEmpty()) {
            throw new ValidationException(
                    "A table without columns needs a catalog of type 'wukongs', which infers"
                            + " them. Elsewhere, declare a column for each variable wanted.");
        }
        return options;
    }
}
