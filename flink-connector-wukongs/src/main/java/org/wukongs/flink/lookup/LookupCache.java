package org.wukongs.flink.lookup;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * LRU cache of the results of lookups. An entry is as old as its request, so no result is older
 * than {@code expireAfterWriteMs}. Any thread.
 */
final class LookupCache<T> {

    private static final float LOAD_FACTOR = 0.75f;

    private record Entry<T>(T value, long rows, long askedNs) {}

    private final long rowsMax;
    private final long expireNs;
    private final Map<LookupKey, Entry<T>> entries = new LinkedHashMap<>(16, LOAD_FACTOR, true);
    private long rows;

    LookupCache(LookupSettings.Cache settings) {
        this.rowsMax = settings.rowsMax();
        this.expireNs = TimeUnit.MILLISECONDS.toNanos(settings.expireAfterWriteMs());
    }

    /** Null if there is no entry or it is too old. */
    synchronized T get(LookupKey key, long nowNs) {
        Entry<T> entry = entries.get(key);
        if (entry == null) {
            return null;
        }
        if (nowNs - entry.askedNs() < expireNs) {
            return entry.value();
        }
        remove(key);
        return null;
    }

    /** Adds a value, unless a newer one is there or it has more rows than the cache may hold. */
    synchronized void put(LookupKey key, T value, int rowCount, long askedNs) {
        Entry<T> before = entries.get(key);
        if (before != null && before.askedNs() - askedNs > 0) {
            return;
        }
        remove(key);
        Entry<T> entry = new Entry<>(value, Math.max(1, rowCount), askedNs);
        if (entry.rows() > rowsMax) {
            return;
        }
        entries.put(key, entry);
        rows += entry.rows();
        Iterator<Entry<T>> eldest = entries.values().iterator();
        while (rows > rowsMax) {
            rows -= eldest.next().rows();
            eldest.remove();
        }
    }

    private void remove(LookupKey key) {
        Entry<T> removed = entries.remove(key);
        rows -= removed == null ? 0 : removed.rows();
    }

    synchronized long rowCount() {
        return rows;
    }
}
