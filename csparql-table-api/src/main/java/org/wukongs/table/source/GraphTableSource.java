package org.wukongs.table.source;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.annotation.Internal;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.Projection;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.source.DataStreamScanProvider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.LookupTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.abilities.SupportsFilterPushDown;
import org.apache.flink.table.connector.source.abilities.SupportsLimitPushDown;
import org.apache.flink.table.connector.source.abilities.SupportsProjectionPushDown;
import org.apache.flink.table.connector.source.lookup.AsyncLookupFunctionProvider;
import org.apache.flink.table.connector.source.lookup.LookupOptions;
import org.apache.flink.table.connector.source.lookup.LookupOptions.LookupCacheType;
import org.apache.flink.table.connector.source.lookup.PartialCachingAsyncLookupProvider;
import org.apache.flink.table.connector.source.lookup.cache.DefaultLookupCache;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.expressions.CallExpression;
import org.apache.flink.table.expressions.FieldReferenceExpression;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.expressions.ValueLiteralExpression;
import org.apache.flink.table.functions.BuiltInFunctionDefinitions;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.RowType;
import org.wukongs.flink.lookup.LookupSettings;
import org.wukongs.table.LookupConfig;
import org.wukongs.table.WukongsTableOptions;
import org.wukongs.table.type.ResultRowDecoder;
import org.wukongs.table.type.TermFormat;

/**
 * A stored graph as a table of s, p, o. A scan is bounded and reads one snapshot; a lookup reads
 * the newest. Projection, conditions on equality and LIMIT become part of the SPARQL text.
 */
@Internal
public final class GraphTableSource
        implements ScanTableSource,
                LookupTableSource,
                SupportsProjectionPushDown,
                SupportsFilterPushDown,
                SupportsLimitPushDown {

    private final ReadableConfig options;
    private final DataType columns;
    private final GraphQuery query;
    private Projected pushed;

    /** What the planner has pushed down. */
    private record Projected(DataType columns, GraphQuery query) {}

    private GraphTableSource(ReadableConfig options, DataType columns, GraphQuery query) {
        this.options = options;
        this.columns = columns;
        this.query = query;
        this.pushed = new Projected(columns, query);
    }

    /** Throws a {@link ValidationException} for other columns than s, p, o. */
    public static GraphTableSource of(ReadableConfig options, DataType columns) {
        List<String> names = DataType.getFieldNames(columns);
        if (!GraphQuery.COLUMNS.containsAll(names)) {
            throw new ValidationException(
                    String.format(
                            "A stored graph has the columns s STRING, p STRING and o, or some of"
                                    + " them; these are: %s",
                            names));
        }
        GraphQuery query =
                new GraphQuery(
                        options.get(WukongsTableOptions.GRAPH),
                        names,
                        Map.of(),
                        -1,
                        options.get(WukongsTableOptions.TERM_FORMAT));
        GraphTableSource source = new GraphTableSource(options, columns, query);
        source.decoder();
        LookupConfig.checkCache(options);
        source.lookups(options.get(WukongsTableOptions.LOOKUP_CONNECTIONS));
        return source;
    }

    @Override
    public ChangelogMode getChangelogMode() {
        return ChangelogMode.insertOnly();
    }

    @Override
    public boolean supportsNestedProjection() {
        return false;
    }

    @Override
    public void applyProjection(int[][] projectedFields, DataType producedDataType) {
        DataType projected = Projection.of(projectedFields).project(pushed.columns());
        List<String> names = DataType.getFieldNames(projected);
        pushed = new Projected(projected, pushed.query().with(names));
    }

    @Override
    public void applyLimit(long limit) {
        pushed = new Projected(pushed.columns(), pushed.query().withLimit(limit));
    }

    @Override
    public Result applyFilters(List<ResolvedExpression> filters) {
        List<ResolvedExpression> accepted = new ArrayList<>();
        List<ResolvedExpression> remaining = new ArrayList<>();
        for (ResolvedExpression filter : filters) {
            Optional<Map.Entry<String, String>> condition =
                    condition(filter)
                            .filter(c -> !pushed.query().conditions().containsKey(c.getKey()));
            condition.ifPresent(
                    c ->
                            pushed =
                                    new Projected(
                                            pushed.columns(),
                                            pushed.query()
                                                    .where(Map.of(c.getKey(), c.getValue()))));
            (condition.isPresent() ? accepted : remaining).add(filter);
        }
        return Result.of(accepted, remaining);
    }

    /** {@code column = 'string'}, of a STRING column and a string that SPARQL can ask for. */
    private Optional<Map.Entry<String, String>> condition(ResolvedExpression filter) {
        if (!(filter instanceof CallExpression call)
                || call.getFunctionDefinition() != BuiltInFunctionDefinitions.EQUALS) {
            return Optional.empty();
        }
        List<ResolvedExpression> sides = call.getResolvedChildren();
        boolean fieldFirst = sides.get(0) instanceof FieldReferenceExpression;
        if (!(sides.get(fieldFirst ? 0 : 1) instanceof FieldReferenceExpression field)
                || !(sides.get(fieldFirst ? 1 : 0) instanceof ValueLiteralExpression literal)
                || !field.getOutputDataType()
                        .getLogicalType()
                        .is(LogicalTypeFamily.CHARACTER_STRING)) {
            return Optional.empty();
        }
        TermFormat format = query.format();
        return literal.getValueAs(String.class)
                .filter(value -> GraphQuery.canAsk(field.getName(), value, format))
                .map(value -> Map.entry(field.getName(), value));
    }

    @Override
    public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
        GraphScan scan = new GraphScan(lookups(1), decoder());
        var rowType = context.<RowData>createTypeInformation(pushed.columns());
        String text = pushed.query().text();
        return new DataStreamScanProvider() {
            @Override
            public DataStream<RowData> produceDataStream(
                    ProviderContext provider, StreamExecutionEnvironment env) {
                var queries = env.fromData(text).setParallelism(1);
                provider.generateUid("query").ifPresent(queries::uid);
                var rows = queries.flatMap(scan).returns(rowType).setParallelism(1);
                provider.generateUid("rows").ifPresent(rows::uid);
                return rows;
            }

            @Override
            public boolean isBounded() {
                return true;
            }
        };
    }

    @Override
    public LookupRuntimeProvider getLookupRuntimeProvider(LookupContext context) {
        List<String> names = DataType.getFieldNames(pushed.columns());
        List<String> keys =
                Arrays.stream(context.getKeys()).map(path -> names.get(path[0])).toList();
        for (int[] path : context.getKeys()) {
            DataType type = DataType.getFieldDataTypes(pushed.columns()).get(path[0]);
            if (!type.getLogicalType().is(LogicalTypeFamily.CHARACTER_STRING)) {
                throw new ValidationException(
                        String.format(
                                "A lookup join with a stored graph is on columns of type STRING,"
                                        + " '%s' is of type %s.",
                                names.get(path[0]), type));
            }
        }
        GraphLookup lookup =
                new GraphLookup(
                        lookups(options.get(WukongsTableOptions.LOOKUP_CONNECTIONS)),
                        pushed.query(),
                        keys,
                        decoder());
        LookupCacheType cache = options.get(LookupOptions.CACHE_TYPE);
        return switch (cache) {
            case NONE -> AsyncLookupFunctionProvider.of(lookup);
            case PARTIAL ->
                    PartialCachingAsyncLookupProvider.of(
                            lookup, DefaultLookupCache.fromConfig(options));
            case FULL -> throw new IllegalStateException("lookup.cache has been checked");
        };
    }

    /** Without a cache: Flink has one for lookup joins. */
    private LookupSettings lookups(int connections) {
        return LookupConfig.settings(options, connections, LookupSettings.Cache.NONE);
    }

    private ResultRowDecoder decoder() {
        List<String> sent = pushed.query().columns();
        return ResultRowDecoder.of(
                sent,
                (RowType) pushed.columns().getLogicalType(),
                options.get(WukongsTableOptions.TERM_FORMAT),
                options.get(WukongsTableOptions.CAST_FAILURE));
    }

    @Override
    public DynamicTableSource copy() {
        GraphTableSource copy = new GraphTableSource(options, columns, query);
        copy.pushed = pushed;
        return copy;
    }

    @Override
    public String asSummaryString() {
        return "wukongs graph " + query.graph();
    }
}
