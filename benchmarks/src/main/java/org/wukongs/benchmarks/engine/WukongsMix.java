package org.wukongs.benchmarks.engine;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.store.plan.PreparedQueries;

/** Each template parsed and planned once, executed with the ids of a query's constants. */
final class WukongsMix implements PreparedMix {

    private final Map<String, PreparedQueries.Prepared> templates = new HashMap<>();
    private final PreparedQueries.Prepared[] prepared;
    private final long[][] constants;

    WukongsMix(PreparedQueries node, List<MixQuery> queries) {
        prepared = new PreparedQueries.Prepared[queries.size()];
        constants = new long[queries.size()][];
        for (int i = 0; i < prepared.length; i++) {
            MixQuery query = queries.get(i);
            constants[i] = node.constantIds(query.text());
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
        templates.values().forEach(PreparedQueries.Prepared::close);
    }
}
