package org.wukongs.store.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.wukongs.client.CatalogEntry;

/** Entries of table catalogs, by key, within limits. Owned by one thread. */
public final class EntryTable {

    /** What became of a change; only {@link #CHANGED} changes anything. */
    public enum Result {
        CHANGED,

        /** The key is taken, or there is no such entry. */
        DIFFERS,
        TOO_MANY,
        TOO_LARGE
    }

    /** Far more tables than users name; at some KB each, hundreds of MB. */
    public static final int ENTRY_COUNT_MAX = 100_000;

    private final NavigableMap<String, CatalogEntry> entries = new TreeMap<>();
    private final long charsMax;
    private final int charsPerText;
    private long chars;

    /**
     * @param charsMax of keys, names and values of all entries
     * @param charsPerText that each of these texts counts besides its own, 0 if only those do
     */
    public EntryTable(long charsMax, int charsPerText) {
        this.charsMax = charsMax;
        this.charsPerText = charsPerText;
    }

    /**
     * Makes a change.
     *
     * @throws IllegalArgumentException if the record is no change of entries
     */
    public Result apply(NodeRecord record) {
        if (record instanceof NodeRecord.PutEntry put) {
            return put(put.entry());
        } else if (record instanceof NodeRecord.ReplaceEntry replace) {
            return replace(replace.expected(), replace.replacement());
        } else if (record instanceof NodeRecord.RemoveEntry remove) {
            return take(remove.key()) == null ? Result.DIFFERS : Result.CHANGED;
        }
        throw new IllegalArgumentException("not of a catalog: " + record.type());
    }

    private Result put(CatalogEntry entry) {
        if (entries.containsKey(entry.key())) {
            return Result.DIFFERS;
        }
        if (entries.size() == ENTRY_COUNT_MAX) {
            return Result.TOO_MANY;
        }
        return add(entry);
    }

    private Result replace(CatalogEntry expected, CatalogEntry replacement) {
        boolean isMoved = !replacement.key().equals(expected.key());
        if (!expected.equals(entries.get(expected.key()))
                || (isMoved && entries.containsKey(replacement.key()))) {
            return Result.DIFFERS;
        }
        if (chars - chars(expected) + chars(replacement) > charsMax) {
            return Result.TOO_LARGE;
        }
        take(expected.key());
        return add(replacement);
    }

    private Result add(CatalogEntry entry) {
        long more = chars(entry);
        if (chars + more > charsMax) {
            return Result.TOO_LARGE;
        }
        entries.put(entry.key(), entry);
        chars += more;
        return Result.CHANGED;
    }

    private CatalogEntry take(String key) {
        CatalogEntry taken = entries.remove(key);
        chars -= taken == null ? 0 : chars(taken);
        return taken;
    }

    private long chars(CatalogEntry entry) {
        long chars = chars(entry.key());
        for (Map.Entry<String, String> property : entry.properties().entrySet()) {
            chars += chars(property.getKey()) + chars(property.getValue());
        }
        return chars;
    }

    private long chars(String text) {
        return (long) text.length() + charsPerText;
    }

    /** Returns the entries whose keys begin with a prefix, by key. */
    public List<CatalogEntry> startingWith(String prefix) {
        List<CatalogEntry> found = new ArrayList<>();
        for (CatalogEntry entry : entries.tailMap(prefix, true).values()) {
            if (!entry.key().startsWith(prefix)) {
                break;
            }
            found.add(entry);
        }
        return found;
    }
}
