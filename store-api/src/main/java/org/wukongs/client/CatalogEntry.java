package org.wukongs.client;

import java.util.Map;
import java.util.Objects;

/**
 * What a catalog of tables keeps in the store, which does not look into it.
 *
 * @param key names it among all entries
 * @param properties their order means nothing
 */
public record CatalogEntry(String key, Map<String, String> properties) {

    public CatalogEntry {
        Objects.requireNonNull(key, "key");
        properties = Map.copyOf(properties);
    }
}
