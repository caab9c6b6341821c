package org.wukongs.table.catalog;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.flink.annotation.Internal;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.catalog.CatalogBaseTable;
import org.apache.flink.table.catalog.CatalogDatabase;
import org.apache.flink.table.catalog.CatalogDatabaseImpl;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.catalog.ResolvedCatalogView;
import org.apache.flink.table.catalog.TableChange;
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
 * Catalog of a store. The databases {@code streams}, {@code queries} and {@code graph} show what is
 * registered; {@code sys} has procedures; users create the tables and views of other databases,
 * which the store keeps. Creating a table of a stream or query registers it, dropping its last
 * table drops it.
 */
@Internal
public final class WukongsCatalog extends UnpartitionedCatalog {

    private final Map<String, String> ofTables; // options that the catalog sets for its tables
    private final StoreSession store;
    private final TableEntries entries;
    private final StoreTables storeTables;
    private final Map<String, Procedure> procedures;

    WukongsCatalog(
            String name, String defaultDatabase, Map<String, String> ofTables, StoreSession store) {
        super(name, defaultDatabase);
        this.ofTables = Map.copyOf(ofTables);
        this.store = store;
        this.entries = new TableEntries(store);
        this.storeTables = new StoreTables(store);
        this.procedures = StoreProcedures.of(store);
    }

    @Override
    public Optional<Factory> getFactory() {
        return Optional.of(new WukongsTableFactory());
    }

    /** Fails if no store answers. */
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
    public List<String> listViews(String database) throws DatabaseNotExistException {
        checkDatabase(database);
        return isBuiltIn(database) ? List.of() : entries.views(database);
    }

    @Override
    public CatalogBaseTable getTable(ObjectPath path) throws TableNotExistException {
        TableEntry entry = existing(path);
        return entry.isView() ? entry.view() : entry.table(completed(entry.options()));
    }

    /** Adds the options that every table here has and no entry contains. */
    private Map<String, String> completed(Map<String, String> options) {
        Map<String, String> all = new LinkedHashMap<>(options);
        all.put(FactoryUtil.CONNECTOR.key(), WukongsTableFactory.IDENTIFIER);
        all.putAll(ofTables);
        return all;
    }

    private TableEntry existing(ObjectPath path) throws TableNotExistException {
        return entry(path).orElseThrow(() -> new TableNotExistException(getName(), path));
    }

    private Optional<TableEntry> entry(ObjectPath path) {
        return StoreTables.databases().contains(path.getDatabaseName())
                ? storeTables.options(path).map(TableEntry::new)
                : entries.table(path);
    }

    @Override
    public boolean tableExists(ObjectPath path) {
        return entry(path).isPresent();
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
        TableEntry entry = created(path, table);
        if (!databaseExists(path.getDatabaseName())) {
            entries.addDatabase(path.getDatabaseName(), Map.of());
        }
        if (!entries.add(path, entry) && !ignoreIfExists) {
            throw new TableAlreadyExistException(getName(), path);
        }
    }

    /** Checks a table and, if it is a stream's or query's, registers it in the store. */
    private TableEntry created(ObjectPath path, CatalogBaseTable table) {
        if (table instanceof ResolvedCatalogView view) {
            return TableEntry.of(view);
        }
        if (!(table instanceof ResolvedCatalogTable resolved)
                || resolved.isPartitioned()
                || resolved.getDistribution().isPresent()) {
            throw new CatalogException(
                    "A catalog of type 'wukongs' has views and tables without partitions and"
                            + " buckets, but no materialized tables.");
        }
        check(path, resolved);
        TableEntry entry = TableEntry.of(resolved);
        register(Configuration.fromMap(entry.options()));
        return entry;
    }

    private void check(ObjectPath path, ResolvedCatalogTable table) {
        Map<String, String> options = table.getOptions();
        String connector =
                options.getOrDefault(FactoryUtil.CONNECTOR.key(), WukongsTableFactory.IDENTIFIER);
        if (!connector.equals(WukongsTableFactory.IDENTIFIER)) {
            throw new CatalogException(
                    String.format(
                            "A catalog of type 'wukongs' keeps tables of the connector 'wukongs'"
                                    + " only, not of '%s'.",
                            connector));
        }
        for (String key : TableEntry.OF_CATALOG) {
            String given = options.get(key);
            if (given != null && !given.equals(ofTables.get(key))) {
                throw new CatalogException(
                        String.format(
                                "Option '%s' is set by the catalog; its tables cannot have another"
                                        + " one.",
                                key));
            }
        }
        ResolvedCatalogTable full = table.copy(completed(options));
        WukongsTableFactory.checkKeys(full.getOptions());
        if (table.getResolvedSchema().getColumns().isEmpty()) {
            full = new ResolvedCatalogTable(full.getOrigin(), InferredSchemas.physical(options));
        }
        WukongsTableFactory.check(
                ObjectIdentifier.of(getName(), path.getDatabaseName(), path.getObjectName()), full);
    }

    // ALTER

    /** Called by Flink for ALTER VIEW … AS. */
    @Override
    public void alterTable(ObjectPath path, CatalogBaseTable table, boolean ignoreIfNotExists)
            throws TableNotExistException {
        if (!(table instanceof ResolvedCatalogView view)) {
            throw TableChanges.unsupported("this");
        }
        alter(path, ignoreIfNotExists, entry -> TableEntry.of(view));
    }

    @Override
    public void alterTable(
            ObjectPath path,
            CatalogBaseTable table,
            List<TableChange> changes,
            boolean ignoreIfNotExists)
            throws TableNotExistException {
        if (!(table instanceof ResolvedCatalogTable resolved)) {
            alterTable(path, table, ignoreIfNotExists);
            return;
        }
        alter(
                path,
                ignoreIfNotExists,
                entry -> {
                    TableEntry changed = TableChanges.apply(entry, changes);
                    check(path, resolved.copy(changed.options()));
                    return changed;
                });
    }

    private void alter(ObjectPath path, boolean ignoreIfNotExists, UnaryOperator<TableEntry> change)
            throws TableNotExistException {
        if (isBuiltIn(path.getDatabaseName())) {
            throw new CatalogException(
                    String.format(
                            "Database '%s' shows what the store has: its tables cannot be altered.",
                            path.getDatabaseName()));
        }
        Optional<TableEntry> entry = entries.table(path);
        if (entry.isEmpty()) {
            if (!ignoreIfNotExists) {
                throw new TableNotExistException(getName(), path);
            }
            return;
        }
        if (!entries.replace(path, entry.get(), path, change.apply(entry.get()))) {
            throw new CatalogException(
                    "Table "
                            + path.getFullName()
                            + " was altered by another client at the same time.");
        }
    }

    @Override
    public void renameTable(ObjectPath path, String newName, boolean ignoreIfNotExists)
            throws TableNotExistException, TableAlreadyExistException {
        Optional<TableEntry> entry = entries.table(path);
        if (entry.isEmpty()) {
            if (!ignoreIfNotExists) {
                throw new TableNotExistException(getName(), path);
            }
            return;
        }
        ObjectPath renamed = new ObjectPath(path.getDatabaseName(), newName);
        if (!entries.replace(path, entry.get(), renamed, entry.get())) {
            throw new TableAlreadyExistException(getName(), renamed);
        }
    }

    // Registrations

    /** Repeating it is harmless; the store refuses another stream or query of the same name. */
    private void register(Configuration options) {
        switch (TableKind.of(options)) {
            case STREAM ->
                    store.tell(client -> client.registerStream(StreamTableSink.stream(options)));
            case QUERY -> store.register(options.get(WukongsTableOptions.QUERY));
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
        TableEntry entry = entry(path).orElseThrow();
        if (entry.isView()) {
            entries.remove(path);
            return;
        }
        Configuration options = Configuration.fromMap(entry.options());
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

    /** Does nothing if it is no longer registered because another client dropped it. */
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
