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
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.Projection;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.source.DataStreamScanProvider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.LookupTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.abilities.SupportsAggregatePushDown;
import org.apache.flink.table.connector.source.abilities.SupportsFilterPushDown;
import org.apache.flink.table.connector.source.abilities.SupportsLimitPushDown;
import org.apache.flink.table.connector.source.abilities.SupportsProjectionPushDown;
import org.apache.flink.table.connector.source.lookup.AsyncLookupFunctionProvider;
import org.apache.flink.table.connector.source.lookup.LookupOptions;
import org.apache.flink.table.connector.source.lookup.LookupOptions.LookupCacheType;
import org.apache.flink.table.connector.source.lookup.PartialCachingAsyncLookupProvider;
import org.apache.flink.table.connector.source.lookup.cache.DefaultLookupCache;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.expressions.AggregateExpression;
import org.apache.flink.table.expressions.FieldReferenceExpression;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;
import org.wukongs.flink.lookup.LookupSettings;
import org.wukongs.table.LookupConfig;
import org.wukongs.table.WukongsTableOptions;
import org.wukongs.table.type.ResultRowDecoder;

/**
 * Table source for a stored graph with the columns s, p, o. A scan is bounded and reads one
 * snapshot; a lookup reads the newest. Projection, conditions on equality, COUNT and LIMIT become
 * part of the SPARQL text. The planner does not push down DISTINCT, and COUNT in batch jobs only;
 * so if at most one column is left, the store counts equal rows and sends each once.
 */
@Internal
public final class GraphTableSource
        implements ScanTableSource,
                LookupTableSource,
                SupportsProjectionPushDown,
                SupportsFilterPushDown,
                SupportsAggregatePushDown,
                SupportsLimitPushDown {

    private final ReadableConfig options;
    private final DataType columns;
    private final GraphQuery query;
    private Pushed pushed;

    /**
     * The query with what the planner has pushed down.
     *
     * @param columns without those for the number of equal rows
     * @param countColumns how many columns have the number of equal rows
     */
    private record Pushed(DataType columns, GraphQuery query, int countColumns) {

        Pushed(DataType columns, GraphQuery query) {
            this(columns, query, 0);
        }
    }

    private GraphTableSource(ReadableConfig options, DataType columns, GraphQuery query) {
        this.options = options;
        this.columns = columns;
        this.query = query;
        this.pushed = new Pushed(columns, query);
    }

    /** Throws a {@link ValidationException} for other columns than s, p, o. */
    public static GraphTableSource of(ReadableConfig options, DataType columns) {
        List<String> names = DataType.getFieldNames(columns);
        if (!GraphQuery.COLUMNS.containsAll(names)) {
            throw new ValidationException(
                    String.format(
                            "A stored graph has the columns s STRING, p STRING and o, or"
                                    + " some of them; these are: %s",
                            names));
        }
        GraphQuery query =
                GraphQuery.all(
                        options.get(WukongsTableOptions.GRAPH),
                        names,
                        options.get(WukongsTableOptions.TERM_FORMAT));
        GraphTableSource source = new GraphTableSource(options, columns, query);
        source.decoder(query);
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
        pushed = new Pushed(projected, pushed.query().with(names));
    }

    @Override
    public void applyLimit(long limit) {
        pushed = new Pushed(pushed.columns(), pushed.query().withLimit(limit));
    }

    @Override
    public Result applyFilters(List<ResolvedExpression> filters) {
        List<ResolvedExpression> accepted = new ArrayList<>();
        List<ResolvedExpression> remaining = new ArrayList<>();
        for (ResolvedExpression filter : filters) {
            Optional<GraphCondition> condition =
                    GraphCondition.of(filter, query.format())
                            .filter(c -> !pushed.query().conditions().containsKey(c.column()));
            condition.ifPresent(
                    c ->
                            pushed =
                                    new Pushed(
                                            pushed.columns(),
                                            pushed.query().where(Map.of(c.column(), c.values()))));
            (condition.isPresent() ? accepted : remaining).add(filter);
        }
        return Result.of(accepted, remaining);
    }

    /**
     * Pushes down COUNT of rows or of a column that is never NULL; the planner asks in batch jobs
     * only.
     *
     * <p>Flink 2.3 replaces a column that a condition fixes by a constant, and groups by the
     * position of that constant: {@code WHERE o = '1' GROUP BY o} arrives as {@code GROUP BY s}. So
     * groups are refused if a column is fixed.
     */
    @Override
    public boolean applyAggregates(
            List<int[]> groupings, List<AggregateExpression> aggregates, DataType produced) {
        if (groupings.size() != 1
                || pushed.query().limit() >= 0
                || (groupings.get(0).length > 0 && pushed.query().fixesColumns())
                || !aggregates.stream().allMatch(GraphTableSource::countsRows)) {
            return false;
        }
        int[][] grouped =
                Arrays.stream(groupings.get(0)).mapToObj(i -> new int[] {i}).toArray(int[][]::new);
        DataType columns = Projection.of(grouped).project(pushed.columns());
        List<String> names = DataType.getFieldNames(columns);
        pushed = new Pushed(columns, pushed.query().with(names).withCount(), aggregates.size());
        return true;
    }

    /** The planner hides the classes of its functions; connectors recognise them by name. */
    private static boolean countsRows(AggregateExpression aggregate) {
        if (aggregate.isDistinct()
                || aggregate.isApproximate()
                || aggregate.getFilterExpression().isPresent()) {
            return false;
        }
        String function = aggregate.getFunctionDefinition().getClass().getSimpleName();
        return function.equals("Count1AggFunction")
                || (function.equals("CountAggFunction")
                        && aggregate.getArgs().stream().allMatch(GraphTableSource::isNeverNull));
    }

    /** A cast may give NULL, but any term has a STRING. */
    private static boolean isNeverNull(FieldReferenceExpression column) {
        LogicalType type = column.getOutputDataType().getLogicalType();
        return type.is(LogicalTypeRoot.VARCHAR)
                && LogicalTypeChecks.getLength(type) == VarCharType.MAX_LENGTH;
    }

    @Override
    public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
        boolean repeats = pushed.query().limit() < 0 && pushed.query().repeatsRows();
        GraphQuery asked = repeats ? pushed.query().withCount() : pushed.query();
        GraphScan scan = new GraphScan(lookups(1), asked, decoder(asked), pushed.countColumns());
        var rowType = context.<RowData>createTypeInformation(produced());
        String text = asked.text();
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
                                "A lookup join with a stored graph must be on columns of"
                                        + " type STRING, '%s' is of type %s.",
                                names.get(path[0]), type));
            }
        }
        GraphLookup lookup =
                new GraphLookup(
                        lookups(options.get(WukongsTableOptions.LOOKUP_CONNECTIONS)),
                        pushed.query(),
                        keys,
                        decoder(pushed.query()));
        LookupCacheType cache = options.get(LookupOptions.CACHE_TYPE);
        return switch (cache) {
            case NONE -> AsyncLookupFunctionProvider.of(lookup);
            case PARTIAL ->
                    PartialCachingAsyncLookupProvider.of(
                            lookup, DefaultLookupCache.fromConfig(options));
            case FULL -> throw new IllegalStateException("lookup.cache has been checked");
        };
    }

    /** Lookups without a cache: Flink has one for lookup joins. */
    private LookupSettings lookups(int connections) {
        return LookupConfig.settings(options, connections, LookupSettings.Cache.NONE);
    }

    private ResultRowDecoder decoder(GraphQuery asked) {
        return ResultRowDecoder.of(
                asked.names(),
                (RowType) pushed.columns().getLogicalType(),
                options.get(WukongsTableOptions.TERM_FORMAT),
                options.get(WukongsTableOptions.CAST_FAILURE));
    }

    private DataType produced() {
        List<DataTypes.Field> fields = new ArrayList<>(DataType.getFields(pushed.columns()));
        for (int i = 0; i < pushed.countColumns(); i++) {
            fields.add(DataTypes.FIELD("count" + i, DataTypes.BIGINT().notNull()));
        }
        return DataTypes.ROW(fields).notNull().bridgedTo(RowData.class);
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
