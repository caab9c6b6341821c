package org.wukongs.client;

import java.util.List;
import org.wukongs.stream.StreamDefinition;

/**
 * What a store tells and keeps for catalogs of tables. As {@link StoreClient}: calls block, errors
 * are {@link org.wukongs.error.WukongsException}s, one thread.
 */
public interface StoreCatalog {

    /** All registered streams. */
    List<StreamDefinition> streams();

    /** Names of all stored named graphs, in order; the default graph is always there. */
    List<String> graphNames();

    /** Keeps an entry; false, and nothing changed, where there is one of this key. */
    boolean putEntry(CatalogEntry entry);

    /**
     * Puts one entry in the place of another, whose key may be another, in one step. False, and
     * nothing changed, where {@code expected} is not there just so, or another entry has the new
     * key.
     */
    boolean replaceEntry(CatalogEntry expected, CatalogEntry replacement);

    /** False where there was none. */
    boolean removeEntry(String key);

    /** All entries whose key starts so, in order of their keys. */
    List<CatalogEntry> entries(String keyPrefix);
}
