package org.wukongs.benchmarks.lsbench.drive;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.benchmarks.lsbench.query.BenchQuery;
import org.wukongs.store.server.StoreNode;

/** Queries of a node that are each read on their own, in the order of registration. */
final class RegisteredQueries {

    private final StoreNode node;
    private final List<String> names = new ArrayList<>();

    RegisteredQueries(StoreNode node) {
        this.node = node;
    }

    void register(List<BenchQuery> queries) {
        for (BenchQuery query : queries) {
            node.registerQuery(query.text());
            node.continuous().attachReader(query.name(), Long.MIN_VALUE);
            names.add(query.name());
        }
    }

    List<String> names() {
        return names;
    }

    void release(long windowEndMs) {
        for (String name : names) {
            node.continuous().release(name, windowEndMs);
        }
    }

    void unregister() {
        names.forEach(node.continuous()::unregister);
        names.clear();
    }
}
