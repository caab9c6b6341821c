package org.wukongs.table;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.annotation.Internal;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.source.lookup.LookupOptions;
import org.apache.flink.table.factories.FactoryUtil;

/** Kind of a table of {@code 'connector' = 'wukongs'}, and its options. */
@Internal
public enum TableKind {
    /** A stream of the store, to which Flink writes. */
    STREAM,
    /** The windows of a continuous query, which Flink reads. */
    QUERY,
    /** A stored graph, for scans, lookups and changes. */
    GRAPH;

    private static final List<ConfigOption<?>> COMMON =
            Stream.concat(
                            Stream.of(
                                    FactoryUtil.CONNECTOR,
                                    WukongsTableOptions.STORE,
                                    WukongsTableOptions.CONNECT_TIMEOUT,
                                    WukongsTableOptions.TERM_FORMAT),
                            ConnectionConfig.CLIENT.stream())
                    .toList();

    private static final Set<ConfigOption<?>> MAPS =
            Set.of(WukongsTableOptions.MAPPING_PREDICATE, WukongsTableOptions.MAPPING_OBJECT);

    /** The kind by the option that names the object; throws if there are none or several. */
    public static TableKind of(ReadableConfig options) {
        boolean stream = options.getOptional(WukongsTableOptions.STREAM).isPresent();
        boolean query = options.getOptional(WukongsTableOptions.QUERY).isPresent();
        boolean graph = options.getOptional(WukongsTableOptions.GRAPH).isPresent();
        if (stream && !query) {
            return STREAM;
        }
        if (query && !stream && !graph) {
            return QUERY;
        }
        if (graph && !query) {
            return GRAPH;
        }
        throw new ValidationException(
                String.format(
                        "A table of the connector 'wukongs' must have exactly one of these"
                                + " options: 'stream' (a stream to write, perhaps with 'graph'),"
                                + " 'query' (a continuous query to read), 'graph' (a stored graph to"
                                + " read and write). All options are:%n%n%s",
                        String.join("\n", allKeys())));
    }

    /** All options of tables of this kind. */
    public Set<ConfigOption<?>> options() {
        return Stream.concat(COMMON.stream(), own().stream()).collect(Collectors.toSet());
    }

    private static Set<String> allKeys() {
        return allOptions().stream()
                .map(ConfigOption::key)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Options of tables of any kind. */
    public static Set<ConfigOption<?>> allOptions() {
        return Stream.of(values())
                .flatMap(kind -> kind.options().stream())
                .collect(Collectors.toSet());
    }

    /** Keys of the options that do not define what is registered in the store, in order. */
    public Set<String> changeable() {
        Set<String> keys = keys();
        ConnectionConfig.CLIENT.forEach(option -> keys.remove(option.key()));
        keys.removeAll(
                List.of(
                        FactoryUtil.CONNECTOR.key(),
                        WukongsTableOptions.STORE.key(),
                        WukongsTableOptions.STREAM.key(),
                        WukongsTableOptions.QUERY.key(),
                        WukongsTableOptions.GRAPH.key(),
                        WukongsTableOptions.BATCH_INTERVAL.key(),
                        WukongsTableOptions.TIMING_PREDICATES.key(),
                        WukongsTableOptions.RETENTION.key()));
        return keys;
    }

    /** Whether the key is a changeable option, or one of the connector for dead letters. */
    public boolean isChangeable(String key) {
        Set<String> changeable = changeable();
        return options().stream().anyMatch(o -> changeable.contains(o.key()) && isKeyOf(o, key))
                || (this != QUERY && key.startsWith(WukongsTableOptions.DEAD_LETTER_PREFIX));
    }

    /** Whether a table's key sets an option: its own key, or one below it if its value is a map. */
    static boolean isKeyOf(ConfigOption<?> option, String key) {
        return key.equals(option.key())
                || (MAPS.contains(option) && key.startsWith(option.key() + "."));
    }

    private Set<String> keys() {
        return options().stream()
                .map(ConfigOption::key)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Throws if a key is an option of other kinds only. */
    void check(Set<String> keys) {
        Set<String> known = keys();
        for (ConfigOption<?> other : allOptions()) {
            if (!known.contains(other.key())
                    && keys.stream().anyMatch(key -> isKeyOf(other, key))) {
                throw new ValidationException(
                        String.format(
                                "Option '%s' has no meaning for a table with '%s'. Its options"
                                        + " are:%n%n%s",
                                other.key(), named(), String.join("\n", known)));
            }
        }
    }

    private String named() {
        return switch (this) {
            case STREAM -> WukongsTableOptions.STREAM.key();
            case QUERY -> WukongsTableOptions.QUERY.key();
            case GRAPH -> WukongsTableOptions.GRAPH.key();
        };
    }

    private List<ConfigOption<?>> own() {
        return switch (this) {
            case STREAM ->
                    List.of(
                            WukongsTableOptions.STREAM,
                            WukongsTableOptions.GRAPH,
                            WukongsTableOptions.TIMING_PREDICATES,
                            WukongsTableOptions.RETENTION,
                            WukongsTableOptions.BATCH_INTERVAL,
                            WukongsTableOptions.SINK_BUFFER_MAX_ROWS,
                            WukongsTableOptions.SINK_IDLE_TIMEOUT,
                            WukongsTableOptions.SINK_CHANGELOG,
                            WukongsTableOptions.SINK_ON_ERROR,
                            WukongsTableOptions.SINK_DEAD_LETTER_CONNECTOR,
                            WukongsTableOptions.MAPPING,
                            WukongsTableOptions.MAPPING_TEXT,
                            WukongsTableOptions.MAPPING_SUBJECT,
                            WukongsTableOptions.MAPPING_CLASS,
                            WukongsTableOptions.MAPPING_PREDICATE_PREFIX,
                            WukongsTableOptions.MAPPING_PREDICATE,
                            WukongsTableOptions.MAPPING_OBJECT,
                            FactoryUtil.SINK_PARALLELISM);
            case QUERY ->
                    List.of(
                            WukongsTableOptions.QUERY,
                            WukongsTableOptions.CAST_FAILURE,
                            WukongsTableOptions.SCAN_STARTUP_MODE,
                            WukongsTableOptions.SCAN_STARTUP_TIMESTAMP_MILLIS,
                            WukongsTableOptions.SCAN_READER_NAME,
                            WukongsTableOptions.SCAN_BOUNDED_WINDOW_END,
                            WukongsTableOptions.SCAN_BOUNDED_BY_STREAMS,
                            WukongsTableOptions.SCAN_WINDOWS_MAX,
                            WukongsTableOptions.SCAN_FETCH_WAIT);
            case GRAPH ->
                    List.of(
                            WukongsTableOptions.GRAPH,
                            WukongsTableOptions.CAST_FAILURE,
                            WukongsTableOptions.SCAN_MODE,
                            WukongsTableOptions.SCAN_FETCH_WAIT,
                            WukongsTableOptions.LOOKUP_CONNECTIONS,
                            WukongsTableOptions.LOOKUP_BATCH_MAX,
                            WukongsTableOptions.SINK_STREAM,
                            WukongsTableOptions.SINK_BUFFER_MAX_ROWS,
                            WukongsTableOptions.SINK_ON_ERROR,
                            WukongsTableOptions.SINK_DEAD_LETTER_CONNECTOR,
                            FactoryUtil.SINK_PARALLELISM,
                            LookupOptions.CACHE_TYPE,
                            LookupOptions.MAX_RETRIES,
                            LookupOptions.PARTIAL_CACHE_EXPIRE_AFTER_ACCESS,
                            LookupOptions.PARTIAL_CACHE_EXPIRE_AFTER_WRITE,
                            LookupOptions.PARTIAL_CACHE_CACHE_MISSING_KEY,
                            LookupOptions.PARTIAL_CACHE_MAX_ROWS);
        };
    }
}
