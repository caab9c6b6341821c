package org.wukongs.table.source;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.functions.AsyncLookupFunction;
import org.apache.flink.table.functions.FunctionContext;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.table.type.ResultRowDecoder;

/** The triples of a stored graph that have the key's terms. */
@Internal
public final class GraphLookup extends AsyncLookupFunction {

    private static final long serialVersionUID = 1L;

    private final StoreConnector store;
    private final GraphQuery query;
    private final List<String> keys;
    private final ResultRowDecoder decoder;
    private final int connections;
    private final int retriesMax;
    private transient StoreQueries queries;

    GraphLookup(
            StoreConnector store,
            GraphQuery query,
            List<String> keys,
            ResultRowDecoder decoder,
            int connections,
            int retriesMax) {
        this.store = store;
        this.query = query;
        this.keys = keys;
        this.decoder = decoder;
        this.connections = connections;
        this.retriesMax = retriesMax;
    }

    @Override
    public void open(FunctionContext context) {
        queries = new StoreQueries(store, connections, retriesMax);
    }

    /** A key that no term can be has no rows. */
    @Override
    public CompletableFuture<Collection<RowData>> asyncLookup(RowData key) {
        Map<String, String> conditions = new TreeMap<>();
        for (int i = 0; i < keys.size(); i++) {
            String value = key.getString(i).toString();
            String before = query.conditions().get(keys.get(i));
            boolean contradicts = before != null && !before.equals(value);
            if (contradicts || !GraphQuery.canAsk(keys.get(i), value, query.format())) {
                return CompletableFuture.completedFuture(List.of());
            }
            conditions.put(keys.get(i), value);
        }
        return queries.ask(
                query.where(conditions).text(),
                result -> List.copyOf(decoder.decode(result.rows(), 0)));
    }

    @Override
    public void close() {
        if (queries != null) {
            queries.close();
        }
    }
}
