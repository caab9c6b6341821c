package org.wukongs.table.catalog;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.flink.annotation.Internal;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.catalog.CatalogBaseTable;
import org.apache.flink.table.catalog.CatalogDatabase;
import org.apache.flink.table.catalog.CatalogDatabaseImpl;
import org.apache.flink.table.catalog.CatalogTable;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.catalog.exceptions.CatalogException;
import org.apache.flink.table.catalog.exceptions.DatabaseAlreadyExistException;
import org.apache.flink.table.catalog.exceptions.DatabaseNotEmptyException;
import org.apache.flink.table.catalog.exceptions.DatabaseNotExistException;
import org.apache.flink.table.catalog.exceptions.ProcedureNotExistException;
import org.apache.flink.table.catalog.exceptions.TableAlreadyExistException;
import org.apache.flink.table.catalog.exceptions.TableNotExistException;
import org.apache.flink.table.factories.Factory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.procedures.Procedure;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.table.TableKind;
import org.wukongs.table.WukongsTableFactory;
import org.wukongs.table.WukongsTableOptions;
import org.wukongs.table.sink.StreamTableSink;

/**
 * A store as a catalog. The databases {@code streams}, {@code queries} and {@code graph} show what
 * is registered; {@code sys} has procedures; tables of all others are created by people and kept in
 * the store. Creating a stream's or a query's table registers it, dropping the last table of it
 * drops it.
 */
@Internal
public final class WukongsCatalog extends UnpartitionedCatalog {

    private static final String SCHEMA_PREFIX = "schema.";

    private final String addresses;
    private final StoreSession store;
    private final TableEntries entries;
    private final StoreTables storeTables;
    private final Map<String, Procedure> procedures;

    WukongsCatalog(String name, String defaultDatabase, String addresses, StoreSession store) {
        super(name, defaultDatabase);
        this.addresses = addresses;
        this.store = store;
        this.entries = new TableEntries(store);
        this.storeTables = new StoreTables(store);
        this.procedures = StoreProcedures.of(store);
    }

    @Override
    public Optional<Factory> getFactory() {
        return Optional.of(new WukongsTableFactory());
    }

    /** Fails where no store answers. */
    @Override
    public void open() {
        store.tell(client -> {});
    }

    @Override
    public void close() {}

    // Databases

    @Override
    public List<String> listDatabases() {
        TreeSet<String> names = new TreeSet<>(entries.databases());
        names.addAll(StoreTables.databases());
        names.add(StoreProcedures.DATABASE);
        names.add(getDefaultDatabase());
        return List.copyOf(names);
    }

    @Override
    public CatalogDatabase getDatabase(String name) throws DatabaseNotExistException {
        checkDatabase(name);
        Map<String, String> properties = entries.database(name).orElse(Map.of());
        return new CatalogDatabaseImpl(properties, null);
    }

    @Override
    public boolean databaseExists(String name) {
        return listDatabases().contains(name);
    }

    @Override
    public void createDatabase(String name, CatalogDatabase database, boolean ignoreIfExists)
            throws DatabaseAlreadyExistException {
        boolean added =
                !databaseExists(name) && entries.addDatabase(name, database.getProperties());
        if (!added && !ignoreIfExists) {
            throw new DatabaseAlreadyExistException(getName(), name);
        }
    }

    @Override
    public void dropDatabase(String name, boolean ignoreIfNotExists, boolean cascade)
            throws DatabaseNotExistException, DatabaseNotEmptyException {
        if (isBuiltIn(name)) {
            throw new CatalogException(
                    "Database '" + name + "' shows what the store has and cannot be dropped.");
        }
        if (!databaseExists(name)) {
            if (!ignoreIfNotExists) {
                throw new DatabaseNotExistException(getName(), name);
            }
            return;
        }
        List<String> tables = entries.tables(name);
        if (!tables.isEmpty() && !cascade) {
            throw new DatabaseNotEmptyException(getName(), name);
        }
        tables.forEach(table -> drop(new ObjectPath(name, table)));
        entries.removeDatabase(name);
    }

    private static boolean isBuiltIn(String database) {
        return StoreTables.databases().contains(database)
                || database.equals(StoreProcedures.DATABASE);
    }

    private void checkDatabase(String name) throws DatabaseNotExistException {
        if (!databaseExists(name)) {
            throw new DatabaseNotExistException(getName(), name);
        }
    }

    // Tables

    @Override
    public List<String> listTables(String database) throws DatabaseNotExistException {
        checkDatabase(database);
        if (database.equals(StoreProcedures.DATABASE)) {
            return List.of();
        }
        return StoreTables.databases().contains(database)
                ? storeTables.names(database)
                : entries.tables(database);
    }

    @Override
    public CatalogBaseTable getTable(ObjectPath path) throws TableNotExistException {
        Map<String, String> properties =
                properties(path).orElseThrow(() -> new TableNotExistException(getName(), path));
        Map<String, String> options = new LinkedHashMap<>();
        boolean declared = properties.keySet().stream().anyMatch(k -> k.startsWith(SCHEMA_PREFIX));
        CatalogTable table = declared ? CatalogTable.fromProperties(properties) : null;
        options.putAll(declared ? table.getOptions() : properties);
        options.put(FactoryUtil.CONNECTOR.key(), WukongsTableFactory.IDENTIFIER);
        options.put(WukongsTableOptions.STORE.key(), addresses);
        Schema schema = declared ? table.getUnresolvedSchema() : inferred(options);
        return CatalogTable.newBuilder().schema(schema).options(options).build();
    }

    private static Schema inferred(Map<String, String> options) {
        Configuration configuration = Configuration.fromMap(options);
        return InferredSchemas.of(
                TableKind.of(configuration), configuration.get(WukongsTableOptions.QUERY));
    }

    private Optional<Map<String, String>> properties(ObjectPath path) {
        return StoreTables.databases().contains(path.getDatabaseName())
                ? storeTables.options(path)
                : entries.table(path);
    }

    @Override
    public boolean tableExists(ObjectPath path) {
        return properties(path).isPresent();
    }

    @Override
    public void createTable(ObjectPath path, CatalogBaseTable table, boolean ignoreIfExists)
            throws TableAlreadyExistException {
        if (isBuiltIn(path.getDatabaseName())) {
            throw new CatalogException(
                    String.format(
                            "Database '%s' shows what the store has: create the table in another"
                                    + " database.",
                            path.getDatabaseName()));
        }
        if (tableExists(path)) {
            if (!ignoreIfExists) {
                throw new TableAlreadyExistException(getName(), path);
            }
            return;
        }
        if (!(table instanceof ResolvedCatalogTable resolved) || resolved.isPartitioned()) {
            throw new CatalogException(
                    "A catalog of type 'wukongs' has tables without partitions, no views and no"
                            + " materialized tables.");
        }
        Map<String, String> properties = new LinkedHashMap<>(resolved.toProperties());
        properties.remove(FactoryUtil.CONNECTOR.key());
        register(options(resolved));
        if (!databaseExists(path.getDatabaseName())) {
            entries.addDatabase(path.getDatabaseName(), Map.of());
        }
        if (!entries.add(path, properties) && !ignoreIfExists) {
            throw new TableAlreadyExistException(getName(), path);
        }
    }

    private static Configuration options(CatalogBaseTable table) {
        String connector =
                table.getOptions()
                        .getOrDefault(FactoryUtil.CONNECTOR.key(), WukongsTableFactory.IDENTIFIER);
        if (!connector.equals(WukongsTableFactory.IDENTIFIER)) {
            throw new CatalogException(
                    String.format(
                            "A catalog of type 'wukongs' keeps tables of the connector 'wukongs'"
                                    + " only, not of '%s'.",
                            connector));
        }
        if (table.getOptions().containsKey(WukongsTableOptions.STORE.key())) {
            throw new CatalogException(
                    "Option 'store' is the catalog's, its tables do not have it.");
        }
        List<String> known =
                TableKind.allOptions().stream().map(option -> option.key()).sorted().toList();
        for (String key : table.getOptions().keySet()) {
            if (!known.contains(key)) {
                throw new CatalogException(
                        String.format(
                                "Unsupported option '%s'. Supported options:%n%n%s",
                                key, String.join("\n", known)));
            }
        }
        return Configuration.fromMap(table.getOptions());
    }

    /** Again is harmless; another stream or query of the same name is refused by the store. */
    private void register(Configuration options) {
        switch (TableKind.of(options)) {
            case STREAM ->
                    store.tell(client -> client.registerStream(StreamTableSink.stream(options)));
            case QUERY ->
                    store.tell(
                            client -> client.registerQuery(options.get(WukongsTableOptions.QUERY)));
            case GRAPH -> {}
        }
    }

    @Override
    public void dropTable(ObjectPath path, boolean ignoreIfNotExists)
            throws TableNotExistException {
        if (tableExists(path)) {
            drop(path);
        } else if (!ignoreIfNotExists) {
            throw new TableNotExistException(getName(), path);
        }
    }

    private void drop(ObjectPath path) {
        Configuration options = Configuration.fromMap(properties(path).orElseThrow());
        boolean built = isBuiltIn(path.getDatabaseName());
        TableKind kind = TableKind.of(options);
        if (built && kind == TableKind.GRAPH) {
            throw new CatalogException("A stored graph cannot be dropped.");
        }
        if (built || !isShared(kind, options)) {
            unregister(kind, options);
        }
        if (!built) {
            entries.remove(path);
        }
    }

    private boolean isShared(TableKind kind, Configuration options) {
        var named =
                kind == TableKind.STREAM ? WukongsTableOptions.STREAM : WukongsTableOptions.QUERY;
        return entries.all().stream()
                        .filter(
                                other ->
                                        options.getOptional(named)
                                                .equals(
                                                        Optional.ofNullable(
                                                                other.get(named.key()))))
                        .count()
                > 1;
    }

    /** What is not registered any more, because others dropped it, needs no dropping. */
    private void unregister(TableKind kind, Configuration options) {
        if (kind == TableKind.STREAM) {
            String name = options.get(WukongsTableOptions.STREAM);
            if (storeTables.names(StoreTables.STREAMS).contains(name)) {
                store.tell(client -> client.dropStream(name));
            }
        } else if (kind == TableKind.QUERY) {
            String text = options.get(WukongsTableOptions.QUERY);
            String name = CsparqlParser.parse(text).name();
            if (storeTables.names(StoreTables.QUERIES).contains(name)) {
                store.tell(client -> client.unregisterQuery(name));
            }
        }
    }

    @Override
    public void renameTable(ObjectPath path, String newName, boolean ignoreIfNotExists)
            throws TableNotExistException, TableAlreadyExistException {
        Optional<Map<String, String>> properties = entries.table(path);
        if (properties.isEmpty()) {
            if (!ignoreIfNotExists) {
                throw new TableNotExistException(getName(), path);
            }
            return;
        }
        ObjectPath renamed = new ObjectPath(path.getDatabaseName(), newName);
        if (!entries.add(renamed, properties.get())) {
            throw new TableAlreadyExistException(getName(), renamed);
        }
        entries.remove(path);
    }

    // Procedures

    @Override
    public List<String> listProcedures(String database) throws DatabaseNotExistException {
        checkDatabase(database);
        return database.equals(StoreProcedures.DATABASE)
                ? new ArrayList<>(procedures.keySet())
                : List.of();
    }

    @Override
    public Procedure getProcedure(ObjectPath path) throws ProcedureNotExistException {
        return Stream.of(path)
                .filter(p -> p.getDatabaseName().equals(StoreProcedures.DATABASE))
                .map(p -> procedures.get(p.getObjectName()))
                .filter(procedure -> procedure != null)
                .findFirst()
                .orElseThrow(() -> new ProcedureNotExistException(getName(), path));
    }
}
