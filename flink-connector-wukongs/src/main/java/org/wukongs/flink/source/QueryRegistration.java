package org.wukongs.flink.source;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.annotation.Internal;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.client.TemplateClient;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.flink.common.StreamSpec;

/**
 * What a source registers before it reads: streams, then query texts; queries and templates given
 * by name must be there.
 *
 * @param templates names of templates to be read as a whole
 * @param wholeTemplates queries are read with their templates, where that is possible
 */
@Internal
record QueryRegistration(
        List<StreamSpec> streams,
        List<String> texts,
        List<String> names,
        List<String> templates,
        boolean wholeTemplates)
        implements Serializable {

    /**
     * Returns all splits, from their first windows on, queries first. Blocks; a repetition changes
     * nothing.
     *
     * @param restored ids of splits that are being read already
     */
    List<QuerySplit> register(StoreConnector store, Set<String> restored) {
        try (StoreClient client = store.connect()) {
            List<String> queries = queries(client);
            List<QuerySplit> splits = splits(client, queries, store.nodes());
            checkRestored(restored, queries, splits);
            return splits;
        }
    }

    private List<String> queries(StoreClient client) {
        List<String> queries = new ArrayList<>();
        for (StreamSpec stream : streams) {
            client.registerStream(stream.definition());
        }
        for (String text : texts) {
            add(queries, client.registerQuery(text).name());
        }
        for (String name : names) {
            add(queries, client.describeQuery(name).name());
        }
        return queries;
    }

    private List<QuerySplit> splits(
            StoreClient client, List<String> queries, List<StoreAddress> nodes) {
        TemplateClient directory = client.templates();
        Map<String, String> templateOf =
                wholeTemplates ? TemplateLookup.templatesOf(directory, queries) : Map.of();
        Set<String> wanted = new LinkedHashSet<>();
        List<QuerySplit> splits = new ArrayList<>();
        for (String query : queries) {
            if (templateOf.containsKey(query)) {
                wanted.add(templateOf.get(query));
            } else {
                splits.add(QuerySplit.ofQuery(query, node(nodes, splits.size())));
            }
        }
        for (String template : templates) {
            wanted.add(TemplateLookup.describe(directory, template).name());
        }
        for (String template : wanted) {
            splits.add(QuerySplit.ofTemplate(template, node(nodes, splits.size())));
        }
        return splits;
    }

    private static String node(List<StoreAddress> nodes, int number) {
        return nodes.get(number % nodes.size()).toString();
    }

    /** A query that was read on its own and is read with its template now would come twice. */
    private static void checkRestored(
            Set<String> restored, List<String> queries, List<QuerySplit> splits) {
        Set<String> ids = new LinkedHashSet<>();
        splits.forEach(split -> ids.add(split.splitId()));
        for (String query : queries) {
            if (restored.contains(query) && !ids.contains(query)) {
                throw WukongsException.user(
                        "the restored state reads a query on its own that is to be read with its template:"
                                + " keep setWholeTemplates as it was, or start without state: query="
                                + query);
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

    private static void add(List<String> queries, String name) {
        if (queries.contains(name)) {
            throw WukongsException.user("a query is given twice to one source: query=" + name);
        }
        queries.add(name);
    }
}
