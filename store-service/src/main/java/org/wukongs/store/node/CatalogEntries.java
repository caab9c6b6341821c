package org.wukongs.store.node;

import java.util.List;
import org.wukongs.client.CatalogEntry;
import org.wukongs.error.WukongsException;
import org.wukongs.store.history.EntryTable;
import org.wukongs.store.history.History;
import org.wukongs.store.history.NodeRecord;

/**
 * The entries that table catalogs keep in a node of its own. A cluster has its entries in its
 * metadata log. Owned by the agent.
 */
public final class CatalogEntries {

    /** Keys, names and values of all entries: 128 MB of heap if they are not ASCII. */
    public static final long CHARS_MAX = 1 << 26;

    private final EntryTable entries = new EntryTable(CHARS_MAX, 0);
    private final History history;

    /** Entries of which no history is kept. */
    public CatalogEntries() {
        this(new History());
    }

    CatalogEntries(History history) {
        this.history = history;
    }

    /**
     * Makes a change of an entry; returns false if the entries are not as it expects.
     *
     * @throws WukongsException USER if there are too many, or they are too large together
     */
    public boolean change(NodeRecord record) {
        history.checkLog();
        switch (entries.apply(record)) {
            case DIFFERS -> {
                return false;
            }
            case TOO_MANY ->
                    throw WukongsException.user(
                            "the store has too many catalog entries: entryCountMax="
                                    + EntryTable.ENTRY_COUNT_MAX);
            case TOO_LARGE ->
                    throw WukongsException.user(
                            "the catalog entries of the store are too large together: charsMax="
                                    + CHARS_MAX);
            case CHANGED -> history.add(record);
        }
        return true;
    }

    /** Adds an entry; returns false if its key is taken. */
    public boolean put(CatalogEntry entry) {
        return change(new NodeRecord.PutEntry(entry));
    }

    /** Returns the entries whose keys begin with a prefix, by key. */
    public List<CatalogEntry> startingWith(String prefix) {
        return entries.startingWith(prefix);
    }
}
