package org.wukongs.table.source;

import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.Collector;
import org.wukongs.csparql.NTriples;
import org.wukongs.csparql.ParameterizedQuery;
import org.wukongs.flink.lookup.LookupKey;
import org.wukongs.flink.lookup.LookupSettings;
import org.wukongs.flink.lookup.Lookups;
import org.wukongs.table.type.ResultRowDecoder;

/**
 * Emits the rows of a SPARQL text, at one snapshot. If the text counts equal rows, each row is
 * emitted so often, or has the number in its last columns.
 */
@Internal
final class GraphScan extends RichFlatMapFunction<String, RowData> {

    private static final long serialVersionUID = 1L;

    private final LookupSettings settings;
    private final ResultRowDecoder decoder;
    private final boolean counted;
    private final int countColumns;
    private transient Lookups<Found> lookups;

    /** Rows and how often to emit each, null for once. */
    private record Found(List<GenericRowData> rows, long[] times) {}

    /**
     * @param countColumns how many columns after the others have the number of equal rows, if they
     *     are counted; 0 to emit each row so often
     */
    GraphScan(
            LookupSettings settings, GraphQuery query, ResultRowDecoder decoder, int countColumns) {
        this.settings = settings;
        this.decoder = decoder;
        this.counted = query.counted();
        this.countColumns = countColumns;
    }

    @Override
    public void open(OpenContext context) {
        lookups =
                new Lookups<>(
                        settings,
                        counted
                                ? this::decodeCounted
                                : rows -> new Found(decoder.decode(rows, 0), null),
                        getRuntimeContext().getMetricGroup());
    }

    private Found decodeCounted(List<String[]> rows) {
        List<GenericRowData> decoded = decoder.decode(rows, countColumns);
        long[] times = new long[rows.size()];
        for (int i = 0; i < times.length; i++) {
            String[] row = rows.get(i);
            times[i] = Long.parseLong(NTriples.label(row[row.length - 1]));
            for (int column = 0; column < countColumns; column++) {
                decoded.get(i).setField(decoder.columnCount() + column, times[i]);
            }
        }
        return new Found(decoded, countColumns > 0 ? null : times);
    }

    @Override
    public void flatMap(String text, Collector<RowData> out)
            throws ExecutionException, InterruptedException {
        LookupKey all = LookupKey.of(ParameterizedQuery.of(text, List.of()), List.of());
        Found found = lookups.ask(all).get();
        for (int i = 0; i < found.rows().size(); i++) {
            long times = found.times() == null ? 1 : found.times()[i];
            for (long time = 0; time < times; time++) {
                out.collect(found.rows().get(i));
            }
        }
    }

    @Override
    public void close() {
        if (lookups != null) {
            lookups.close();
        }
    }
}
