package org.wukongs.client;

import java.util.Map;
import java.util.Objects;

/**
 * An entry that a catalog of tables keeps in the store; the store does not interpret it.
 *
 * @param key unique among all entries
 * @param properties in no order
 */
public record CatalogEntry(String key, Map<String, String> properties) {

    public CatalogEntry {
        Objects.requireNonNull(key, "key");
        properties = Map.copyOf(properties);
    }
}
