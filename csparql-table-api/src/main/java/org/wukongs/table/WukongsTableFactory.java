package org.wukongs.table;

import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.annotation.Internal;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.wukongs.error.ClassPathCheck;
import org.wukongs.table.sink.StreamTableSink;
import org.wukongs.table.source.GraphTableSource;
import org.wukongs.table.source.QueryTableSource;

/** {@code 'connector' = 'wukongs'}. */
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
                            "A stream of the store is written, not read. Read it by a continuous"
                                    + " query: a table with the option 'query'.");
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
                            "A table with '%s' is read, not written. Write a stream: a table with"
                                    + " the option 'stream'.",
                            kind == TableKind.QUERY ? "query" : "graph"));
        }
        return StreamTableSink.of(options, context.getCatalogTable().getResolvedSchema());
    }

    private ReadableConfig options(Context context) {
        ClassPathCheck.check(WukongsTableFactory.class);
        FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
        helper.validate();
        ReadableConfig options = helper.getOptions();
        TableKind.of(options).check(context.getCatalogTable().getOptions().keySet());
        if (context.getPhysicalRowDataType().getChildren().isEmpty()) {
            throw new ValidationException(
                    "A table without columns needs a catalog of type 'wukongs', which infers them."
                            + " Elsewhere, declare a column for each variable that is wanted.");
        }
        return options;
    }
}
