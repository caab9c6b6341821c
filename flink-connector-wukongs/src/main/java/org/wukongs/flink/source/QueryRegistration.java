package org.wukongs.flink.source;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.annotation.Internal;
import org.wukongs.client.HomeSubject;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.flink.common.StreamSpec;

/**
 * Registers the streams and query texts of a source before it reads. Queries and templates given by
 * name must exist.
 *
 * @param reader name of the source's reader in the store
 * @param templates names of templates to read as a whole
 * @param wholeTemplates whether queries are read with their templates, if possible
 */
@Internal
record QueryRegistration(
        String reader,
        List<StreamSpec> streams,
        List<String> texts,
        List<String> names,
        List<String> templates,
        boolean wholeTemplates)
        implements Serializable {

    private static final String ANY_NODE = "";

    /** Of a request. */
    private static final int LOCATED_COUNT_MAX = 10_000;

    /**
     * Registers streams and queries, and returns all splits, from their first windows on, queries
     * first. Blocks; repeating it changes nothing.
     *
     * @param restored ids of splits that are read already
     */
    List<QuerySplit> register(StoreConnector store, Set<String> restored) {
        try (StoreClient client = store.connect()) {
            Collection<QueryDescription> queries = queries(client);
            List<QuerySplit> splits = splits(client, queries, restored);
            checkRestored(restored, queries, splits);
            return splits;
        }
    }

    private Collection<QueryDescription> queries(StoreClient client) {
        Map<String, QueryDescription> queries = new LinkedHashMap<>();
        for (StreamSpec stream : streams) {
            client.registerStream(stream.definition());
        }
        for (String text : texts) {
            add(queries, client.registerQuery(text));
        }
        for (String name : names) {
            add(queries, client.describeQuery(name));
        }
        return queries.values();
    }

    private List<QuerySplit> splits(
            StoreClient client, Collection<QueryDescription> queries, Set<String> restored) {
        Set<String> wanted = new LinkedHashSet<>();
        List<QuerySplit> splits = new ArrayList<>();
        for (QueryDescription query : queries) {
            boolean alone = !wholeTemplates || restored.contains(query.name());
            if (!alone && query.template() != null) {
                wanted.add(query.template());
            } else {
                splits.add(QuerySplit.ofQuery(query.name(), ANY_NODE).by(reader));
            }
        }
        for (String template : templates) {
            wanted.add(client.templates().describe(template).name());
        }
        for (String template : wanted) {
            splits.add(QuerySplit.ofTemplate(template, ANY_NODE).by(reader));
        }
        return atHomes(client, splits);
    }

    /** Each split with the node that has its query or template. */
    private static List<QuerySplit> atHomes(StoreClient client, List<QuerySplit> splits) {
        List<QuerySplit> placed = new ArrayList<>(splits.size());
        int count;
        for (int from = 0; from < splits.size(); from += count) {
            count = Math.min(splits.size() - from, LOCATED_COUNT_MAX);
            List<QuerySplit> part = splits.subList(from, from + count);
            List<StoreAddress> homes =
                    client.homes(
                            part.stream()
                                    .map(split -> HomeSubject.of(split.kind(), split.name()))
                                    .toList());
            for (int i = 0; i < count; i++) {
                placed.add(part.get(i).at(homes.get(i).toString()));
            }
        }
        return placed;
    }

    /** USER error if a query would be read twice, on its own and with its template. */
    private void checkRestored(
            Set<String> restored, Collection<QueryDescription> queries, List<QuerySplit> splits) {
        Set<String> ids = new LinkedHashSet<>();
        splits.forEach(split -> ids.add(split.splitId()));
        for (QueryDescription query : queries) {
            if (wholeTemplates
                    && restored.contains(query.name())
                    && query.template() != null
                    && ids.contains(QuerySplit.TEMPLATE_ID + query.template())) {
                throw WukongsException.user(
                        "the restored state reads a query on its own that would now be read"
                                + " with its template:"
                                + " keep setWholeTemplates as it was, or start without state: query="
                                + query.name());
            }
        }
        for (String id : restored) {
            if (id.startsWith(QuerySplit.TEMPLATE_ID) && !ids.contains(id)) {
                throw WukongsException.user(
                        "the restored state reads a template that the source does not name: keep"
                                + " setTemplates and setWholeTemplates as they were, or start without state:"
                                + " split="
                                + id);
            }
        }
    }

    private static void add(Map<String, QueryDescription> queries, QueryDescription query) {
        if (queries.putIfAbsent(query.name(), query) != null) {
            throw WukongsException.user(
                    "a query is given twice to one source: query=" + query.name());
        }
    }
}
