package org.wukongs.table.source;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.functions.AsyncLookupFunction;
import org.apache.flink.table.functions.FunctionContext;
import org.wukongs.csparql.NTriples;
import org.wukongs.csparql.ParameterizedQuery;
import org.wukongs.flink.lookup.LookupKey;
import org.wukongs.flink.lookup.LookupSettings;
import org.wukongs.flink.lookup.Lookups;
import org.wukongs.table.type.ResultRowDecoder;

/** Looks up the triples of a stored graph that have the key's terms. */
@Internal
public final class GraphLookup extends AsyncLookupFunction {

    private static final long serialVersionUID = 1L;

    private final LookupSettings settings;
    private final GraphQuery query;
    private final List<String> keys;
    private final ResultRowDecoder decoder;
    private transient Lookups<Collection<RowData>> lookups;
    private transient ParameterizedQuery byTerms;
    private transient ParameterizedQuery byLabel;

    GraphLookup(
            LookupSettings settings,
            GraphQuery query,
            List<String> keys,
            ResultRowDecoder decoder) {
        this.settings = settings;
        this.query = query;
        this.keys = keys;
        this.decoder = decoder;
    }

    @Override
    public void open(FunctionContext context) {
        GraphQuery unconditioned = query.whateverIn(keys);
        byTerms = unconditioned.byTerms(keys);
        byLabel = unconditioned.byLabel(keys);
        lookups =
                new Lookups<>(
                        settings,
                        rows -> List.copyOf(decoder.decode(rows, 0)),
                        context.getMetricGroup());
    }

    /** A key that is not a term has no rows. */
    @Override
    public CompletableFuture<Collection<RowData>> asyncLookup(RowData key) {
        List<List<String>> alternatives = List.of(List.of());
        boolean label = false;
        for (int i = 0; i < keys.size(); i++) {
            String column = keys.get(i);
            String value = key.getString(i).toString();
            List<String> allowed = query.conditions().get(column);
            boolean contradicts = allowed != null && !allowed.contains(value);
            if (contradicts || !GraphQuery.canAsk(column, value, query.format())) {
                return CompletableFuture.completedFuture(List.of());
            }
            List<String> terms = query.terms(column, value);
            label |= terms.isEmpty();
            alternatives =
                    times(alternatives, terms.isEmpty() ? List.of(NTriples.literal(value)) : terms);
        }
        return lookups.ask(new LookupKey(label ? byLabel : byTerms, alternatives));
    }

    private static List<List<String>> times(List<List<String>> alternatives, List<String> terms) {
        List<List<String>> all = new ArrayList<>();
        for (List<String> alternative : alternatives) {
            for (String term : terms) {
                List<String> more = new ArrayList<>(alternative);
                more.add(term);
                all.add(more);
            }
        }
        return all;
    }

    @Override
    public void close() {
        if (lookups != null) {
            lookups.close();
        }
    }
}
