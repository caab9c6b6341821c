package org.wukongs.benchmarks.engine;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.store.query.PreparedQuery;
import org.wukongs.store.server.StoreNode;

/** Each template parsed and planned once, executed with the ids of a query's constants. */
final class WukongsMix implements PreparedMix {

    private final Map<String, PreparedQuery> templates = new HashMap<>();
    private final PreparedQuery[] prepared;
    private final long[][] constants;

    /** Called in the node's own thread. */
    WukongsMix(StoreNode node, List<MixQuery> queries) {
        prepared = new PreparedQuery[queries.size()];
        constants = new long[queries.size()][];
        for (int i = 0; i < prepared.length; i++) {
            MixQuery query = queries.get(i);
            try (PreparedQuery own = node.prepare(query.text())) {
                constants[i] = own.constantIds();
            }
            prepared[i] =
                    templates.computeIfAbsent(
                            query.template(), template -> node.prepare(query.text()));
        }
    }

    @Override
    public long run(int query) {
        return prepared[query].execute(constants[query]).size();
    }

    @Override
    public void close() {
        templates.values().forEach(PreparedQuery::close);
    }
}
