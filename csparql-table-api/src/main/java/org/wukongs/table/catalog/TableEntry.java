package org.wukongs.table.catalog;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.catalog.CatalogBaseTable;
import org.apache.flink.table.catalog.CatalogTable;
import org.apache.flink.table.catalog.CatalogView;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.catalog.ResolvedCatalogView;
import org.apache.flink.table.catalog.exceptions.CatalogException;
import org.apache.flink.table.factories.FactoryUtil;
import org.wukongs.table.ConnectionConfig;
import org.wukongs.table.WukongsTableOptions;

/**
 * A table or view as its properties in the store: Flink's own (the schema if columns were declared,
 * comment and options, without connector and address), a view's two texts, and the version of this
 * layout.
 *
 * <p>Version 1, without the property {@value #VERSION_KEY}, had tables only and is read as it is.
 * An entry of a newer version is refused: it may mean something else.
 */
record TableEntry(Map<String, String> properties) {

    /** Keys of options that the catalog sets for its tables, so that no entry has them. */
    static final Set<String> OF_CATALOG =
            Stream.concat(
                            Stream.of(WukongsTableOptions.STORE.key()),
                            ConnectionConfig.CLIENT.stream().map(ConfigOption::key))
                    .collect(Collectors.toUnmodifiableSet());

    private static final String VERSION_KEY = "entry.version";
    private static final int VERSION = 2;
    private static final String ORIGINAL_QUERY = "view.original-query";
    private static final String EXPANDED_QUERY = "view.expanded-query";
    private static final String SCHEMA_PREFIX = "schema.";
    private static final String COMMENT = "comment";

    static TableEntry of(ResolvedCatalogTable table) {
        return versioned(table.toProperties());
    }

    static TableEntry of(ResolvedCatalogView view) {
        CatalogTable columns =
                CatalogTable.newBuilder()
                        .schema(view.getUnresolvedSchema())
                        .comment(view.getComment())
                        .options(view.getOptions())
                        .build();
        Map<String, String> properties =
                new HashMap<>(
                        new ResolvedCatalogTable(columns, view.getResolvedSchema()).toProperties());
        properties.put(ORIGINAL_QUERY, view.getOriginalQuery());
        properties.put(EXPANDED_QUERY, view.getExpandedQuery());
        return versioned(properties);
    }

    private static TableEntry versioned(Map<String, String> properties) {
        Map<String, String> all = new HashMap<>(properties);
        all.put(VERSION_KEY, Integer.toString(VERSION));
        all.remove(FactoryUtil.CONNECTOR.key());
        OF_CATALOG.forEach(all::remove);
        return new TableEntry(all);
    }

    /** Reads an entry; throws a {@link CatalogException} that names it if it cannot be read. */
    static TableEntry read(String name, Map<String, String> properties) {
        String version = properties.getOrDefault(VERSION_KEY, "1");
        if (!version.equals("1") && !version.equals(Integer.toString(VERSION))) {
            throw new CatalogException(
                    String.format(
                            "Table %s has been created by a newer version of this connector, or its"
                                    + " entry in the store is damaged: %s=%s, expected at most %d.",
                            name, VERSION_KEY, version, VERSION));
        }
        return new TableEntry(properties);
    }

    boolean isView() {
        return properties.containsKey(EXPANDED_QUERY);
    }

    /** The options as given, without connector and address. */
    Map<String, String> options() {
        Map<String, String> options = new LinkedHashMap<>(properties);
        options.keySet()
                .removeIf(
                        key ->
                                key.startsWith(SCHEMA_PREFIX)
                                        || key.equals(COMMENT)
                                        || key.equals(VERSION_KEY)
                                        || key.equals(ORIGINAL_QUERY)
                                        || key.equals(EXPANDED_QUERY));
        return options;
    }

    /** The same table with other options. */
    TableEntry withOptions(Map<String, String> options) {
        Map<String, String> changed = new HashMap<>(properties);
        changed.keySet().removeAll(options().keySet());
        changed.putAll(options);
        return versioned(changed);
    }

    CatalogView view() {
        return CatalogView.of(
                declared().getUnresolvedSchema(),
                comment(),
                properties.get(ORIGINAL_QUERY),
                properties.get(EXPANDED_QUERY),
                options());
    }

    /** The table with these options, which a catalog has completed. */
    CatalogBaseTable table(Map<String, String> options) {
        boolean inferred = properties.keySet().stream().noneMatch(k -> k.startsWith(SCHEMA_PREFIX));
        Schema schema = inferred ? InferredSchemas.of(options) : declared().getUnresolvedSchema();
        return CatalogTable.newBuilder().schema(schema).comment(comment()).options(options).build();
    }

    private CatalogTable declared() {
        return CatalogTable.fromProperties(properties);
    }

    private String comment() {
        return properties.get(COMMENT);
    }
}
