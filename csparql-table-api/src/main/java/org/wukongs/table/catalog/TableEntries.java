package org.wukongs.table.catalog;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.table.catalog.ObjectPath;
import org.wukongs.client.CatalogEntry;

/**
 * Databases and tables created by users, as entries in the store: {@code database/NAME} and {@code
 * table/DATABASE/NAME}, with URL-encoded names.
 */
final class TableEntries {

    private final StoreSession store;

    TableEntries(StoreSession store) {
        this.store = store;
    }

    List<String> databases() {
        return store.ask(client -> client.catalog().entries("database/")).stream()
                .map(entry -> decoded(entry.key()))
                .toList();
    }

    boolean addDatabase(String name, Map<String, String> properties) {
        CatalogEntry entry = new CatalogEntry("database/" + encoded(name), properties);
        return store.ask(client -> client.catalog().putEntry(entry));
    }

    Optional<Map<String, String>> database(String name) {
        return properties("database/" + encoded(name));
    }

    boolean removeDatabase(String name) {
        return store.ask(client -> client.catalog().removeEntry("database/" + encoded(name)));
    }

    List<String> tables(String database) {
        String prefix = "table/" + encoded(database) + "/";
        return store.ask(client -> client.catalog().entries(prefix)).stream()
                .map(entry -> decoded(entry.key()))
                .toList();
    }

    List<String> views(String database) {
        String prefix = "table/" + encoded(database) + "/";
        return store.ask(client -> client.catalog().entries(prefix)).stream()
                .filter(entry -> new TableEntry(entry.properties()).isView())
                .map(entry -> decoded(entry.key()))
                .toList();
    }

    /** The options of all tables and views of all databases. */
    List<Map<String, String>> all() {
        return store.ask(client -> client.catalog().entries("table/")).stream()
                .map(entry -> new TableEntry(entry.properties()).options())
                .toList();
    }

    Optional<TableEntry> table(ObjectPath path) {
        return properties(key(path))
                .map(properties -> TableEntry.read(path.getFullName(), properties));
    }

    boolean add(ObjectPath path, TableEntry table) {
        CatalogEntry entry = new CatalogEntry(key(path), table.properties());
        return store.ask(client -> client.catalog().putEntry(entry));
    }

    /** False, with nothing changed, if the table was changed meanwhile or the new name is taken. */
    boolean replace(ObjectPath path, TableEntry table, ObjectPath newPath, TableEntry newTable) {
        CatalogEntry entry = new CatalogEntry(key(path), table.properties());
        CatalogEntry newEntry = new CatalogEntry(key(newPath), newTable.properties());
        return store.ask(client -> client.catalog().replaceEntry(entry, newEntry));
    }

    boolean remove(ObjectPath path) {
        return store.ask(client -> client.catalog().removeEntry(key(path)));
    }

    private Optional<Map<String, String>> properties(String key) {
        return store.ask(client -> client.catalog().entries(key)).stream()
                .filter(entry -> entry.key().equals(key))
                .map(CatalogEntry::properties)
                .findFirst();
    }

    private static String key(ObjectPath path) {
        return "table/" + encoded(path.getDatabaseName()) + "/" + encoded(path.getObjectName());
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    private static String decoded(String key) {
        return URLDecoder.decode(key.substring(key.lastIndexOf('/') + 1), StandardCharsets.UTF_8);
    }
}
