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

    /** False where there was none. */
    boolean removeEntry(String key);

    /** All entries whose key starts so, in order of their keys. */
    List<CatalogEntry> entries(String keyPrefix);
}
