package org.wukongs.table.source;

import java.util.concurrent.ExecutionException;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.Collector;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.table.type.ResultRowDecoder;

/** The rows of a SPARQL text, at one snapshot. */
@Internal
final class GraphScan extends RichFlatMapFunction<String, RowData> {

    private static final long serialVersionUID = 1L;

    private final StoreConnector store;
    private final ResultRowDecoder decoder;
    private final int retriesMax;
    private transient StoreQueries queries;

    GraphScan(StoreConnector store, ResultRowDecoder decoder, int retriesMax) {
        this.store = store;
        this.decoder = decoder;
        this.retriesMax = retriesMax;
    }

    @Override
    public void open(OpenContext context) {
        queries = new StoreQueries(store, 1, retriesMax);
    }

    @Override
    public void flatMap(String text, Collector<RowData> out)
            throws ExecutionException, InterruptedException {
        queries.ask(text, result -> decoder.decode(result.rows(), 0)).get().forEach(out::collect);
    }

    @Override
    public void close() {
        if (queries != null) {
            queries.close();
        }
    }
}
