package org.wukongs.table.catalog;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.table.catalog.ObjectPath;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreStatus;
import org.wukongs.error.WukongsException;
import org.wukongs.stream.Retention;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.table.WukongsTableOptions;

/**
 * The databases that show everything registered in the store: a table for each stream, query and
 * graph, with its name.
 */
final class StoreTables {

    static final String STREAMS = "streams";
    static final String QUERIES = "queries";
    static final String GRAPHS = "graph";

    private static final List<String> DATABASES = List.of(GRAPHS, QUERIES, STREAMS);

    private final StoreSession store;

    StoreTables(StoreSession store) {
        this.store = store;
    }

    static List<String> databases() {
        return DATABASES;
    }

    List<String> names(String database) {
        return switch (database) {
            case STREAMS ->
                    store.ask(client -> client.catalog().streams()).stream()
                            .map(StreamDefinition::name)
                            .toList();
            case QUERIES -> queryNames(store.ask(StoreClient::status));
            default ->
                    Stream.concat(
                                    Stream.of(StreamDefinition.STORED),
                                    store.ask(client -> client.catalog().graphNames()).stream())
                            .toList();
        };
    }

    /** RETRIABLE error if a node of a cluster does not say which queries it has. */
    private static List<String> queryNames(StoreStatus status) {
        for (StoreStatus.NodeStatus node : status.nodes()) {
            if (!node.failure().isEmpty()) {
                throw WukongsException.retriable(
                        "a node of the cluster does not answer: node="
                                + node.node()
                                + " reason="
                                + node.failure());
            }
        }
        return status.queries().stream().map(StoreStatus.QueryStatus::name).sorted().toList();
    }

    /** A table's options without the store's address; empty if there is no such table. */
    Optional<Map<String, String>> options(ObjectPath path) {
        String name = path.getObjectName();
        return switch (path.getDatabaseName()) {
            case STREAMS ->
                    store.ask(client -> client.catalog().streams()).stream()
                            .filter(stream -> stream.name().equals(name))
                            .map(StoreTables::streamOptions)
                            .findFirst();
            case QUERIES ->
                    names(QUERIES).contains(name)
                            ? Optional.of(queryOptions(name))
                            : Optional.empty();
            default ->
                    names(GRAPHS).contains(name)
                            ? Optional.of(Map.of(WukongsTableOptions.GRAPH.key(), name))
                            : Optional.empty();
        };
    }

    private Map<String, String> queryOptions(String name) {
        QueryDescription query = store.ask(client -> client.describeQuery(name));
        return Map.of(WukongsTableOptions.QUERY.key(), query.text());
    }

    private static Map<String, String> streamOptions(StreamDefinition stream) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put(WukongsTableOptions.STREAM.key(), stream.name());
        options.put(WukongsTableOptions.GRAPH.key(), stream.graph());
        options.put(WukongsTableOptions.BATCH_INTERVAL.key(), stream.batchIntervalMs() + " ms");
        if (!stream.timingPredicates().isEmpty()) {
            List<String> timing = stream.timingPredicates().stream().sorted().toList();
            options.put(WukongsTableOptions.TIMING_PREDICATES.key(), String.join(";", timing));
        }
        if (!stream.retention().equals(Retention.FOREVER)) {
            options.put(WukongsTableOptions.RETENTION.key(), stream.retention().toString());
        }
        return options;
    }
}
