package org.wukongs.wire;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.wukongs.client.CatalogEntry;
import org.wukongs.stream.InputLimits;

/** Layout of catalog entries in a frame: key, names of properties in order, their values. */
public final class CatalogCodecs {

    private CatalogCodecs() {}

    public static void put(CatalogEntry entry, WireWriter out) {
        Map<String, String> properties = new TreeMap<>(entry.properties());
        out.putString(entry.key())
                .putStrings(List.copyOf(properties.keySet()))
                .putStrings(List.copyOf(properties.values()));
    }

    public static CatalogEntry catalogEntry(WireReader in) {
        String key = in.getString();
        List<String> names = in.getStrings();
        List<String> values = in.getStrings();
        Map<String, String> properties = new LinkedHashMap<>();
        long chars = key.length();
        for (int i = 0; i < names.size(); i++) {
            properties.put(names.get(i), values.get(i));
            chars += names.get(i).length() + values.get(i).length();
        }
        InputLimits.checkRange(
                "characters of a catalog entry", chars, 0, InputLimits.CATALOG_ENTRY_CHARS_MAX);
        return new CatalogEntry(key, properties);
    }
}
