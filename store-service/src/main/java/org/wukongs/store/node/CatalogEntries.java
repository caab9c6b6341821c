package org.wukongs.store.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.wukongs.client.CatalogEntry;
import org.wukongs.error.WukongsException;
import org.wukongs.store.history.History;
import org.wukongs.store.history.NodeRecord;

/** The entries that table catalogs keep in a node, by key. Owned by the agent. */
public final class CatalogEntries {

    /** Far more tables than users name; at some KB each, hundreds of MB. */
    public static final int ENTRY_COUNT_MAX = 100_000;

    /** Keys, names and values of all entries: 128 MB of heap if they are not ASCII. */
    public static final long CHARS_MAX = 1 << 26;

    private final NavigableMap<String, CatalogEntry> entries = new TreeMap<>();
    private long chars;
    private final History history;

    /** Entries of which no history is kept. */
    public CatalogEntries() {
        this(new History());
    }

    CatalogEntries(History history) {
        this.history = history;
    }

    /** Adds an entry; returns false and changes nothing if its key is taken. */
    public boolean put(CatalogEntry entry) {
        if (entries.containsKey(entry.key())) {
            return false;
        }
        if (entries.size() == ENTRY_COUNT_MAX) {
            throw WukongsException.user(
                    "the store has too many catalog entries: entryCountMax=" + ENTRY_COUNT_MAX);
        }
        history.checkLog();
        add(entry);
        history.add(new NodeRecord.PutEntry(entry));
        return true;
    }

    /**
     * Replaces an entry; returns false and changes nothing if the store has no entry equal to
     * {@code expected}, or if the key of the replacement is taken.
     */
    public boolean replace(CatalogEntry expected, CatalogEntry replacement) {
        boolean moved = !replacement.key().equals(expected.key());
        if (!expected.equals(entries.get(expected.key()))
                || (moved && entries.containsKey(replacement.key()))) {
            return false;
        }
        checkRoom(chars(replacement) - chars(expected));
        history.checkLog();
        removeEntry(expected.key());
        add(replacement);
        history.add(new NodeRecord.ReplaceEntry(expected, replacement));
        return true;
    }

    public boolean remove(String key) {
        history.checkLog();
        boolean removed = removeEntry(key);
        if (removed) {
            history.add(new NodeRecord.RemoveEntry(key));
        }
        return removed;
    }

    private boolean removeEntry(String key) {
        CatalogEntry removed = entries.remove(key);
        chars -= removed == null ? 0 : chars(removed);
        return removed != null;
    }

    private void add(CatalogEntry entry) {
        long moreChars = chars(entry);
        checkRoom(moreChars);
        entries.put(entry.key(), entry);
        chars += moreChars;
    }

    private void checkRoom(long moreChars) {
        if (chars + moreChars > CHARS_MAX) {
            throw WukongsException.user(
                    "the catalog entries of the store are too large together: charsMax="
                            + CHARS_MAX);
        }
    }

    private static long chars(CatalogEntry entry) {
        long chars = entry.key().length();
        for (Map.Entry<String, String> property : entry.properties().entrySet()) {
            chars += property.getKey().length() + property.getValue().length();
        }
        return chars;
    }

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
