package org.wukongs.client;

import java.util.List;
import org.wukongs.stream.StreamDefinition;

/**
 * A store's streams, graphs and catalog entries, for catalogs of tables. As with {@link
 * StoreClient}, calls block, errors are {@link org.wukongs.error.WukongsException}s, and it belongs
 * to one thread.
 */
public interface StoreCatalog {

    /** All registered streams. */
    List<StreamDefinition> streams();

    /** Names of all stored named graphs, in order; the default graph is always there. */
    List<String> graphNames();

    /** Adds an entry; false, with nothing changed, if there is one with its key. */
    boolean putEntry(CatalogEntry entry);

    /**
     * Replaces an entry by another, perhaps with another key, in one step. False, with nothing
     * changed, if there is no entry equal to {@code expected} or another entry has the new key.
     */
    boolean replaceEntry(CatalogEntry expected, CatalogEntry replacement);

    /** Removes an entry; false if there was none. */
    boolean removeEntry(String key);

    /** All entries whose key starts with {@code keyPrefix}, in order of their keys. */
    List<CatalogEntry> entries(String keyPrefix);
}
