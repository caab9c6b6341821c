package org.wukongs.table.source;

import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.Collector;
import org.wukongs.csparql.ParameterizedQuery;
import org.wukongs.flink.lookup.LookupKey;
import org.wukongs.flink.lookup.LookupSettings;
import org.wukongs.flink.lookup.Lookups;
import org.wukongs.table.type.ResultRowDecoder;

/** The rows of a SPARQL text, at one snapshot. */
@Internal
final class GraphScan extends RichFlatMapFunction<String, RowData> {

    private static final long serialVersionUID = 1L;

    private final LookupSettings settings;
    private final ResultRowDecoder decoder;
    private transient Lookups<List<GenericRowData>> lookups;

    GraphScan(LookupSettings settings, ResultRowDecoder decoder) {
        this.settings = settings;
        this.decoder = decoder;
    }

    @Override
    public void open(OpenContext context) {
        lookups =
                new Lookups<>(
                        settings,
                        rows -> decoder.decode(rows, 0),
                        getRuntimeContext().getMetricGroup());
    }

    @Override
    public void flatMap(String text, Collector<RowData> out)
            throws ExecutionException, InterruptedException {
        LookupKey all = LookupKey.of(ParameterizedQuery.of(text, List.of()), List.of());
        lookups.ask(all).get().forEach(out::collect);
    }

    @Override
    public void close() {
        if (lookups != null) {
            lookups.close();
        }
    }
}
