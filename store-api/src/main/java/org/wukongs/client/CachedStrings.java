package org.wukongs.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.wukongs.id.StringServer;

/**
 * Cache of the ids of hot strings; one bulk call asks the store for the others. The store may
 * reclaim a string that nothing names some time after it was looked up, but not a predicate: ids of
 * vertices are used for {@link #VERTEX_MS_MAX} only.
 */
final class CachedStrings implements StringServer {

    /** 200,000 strings of about 100 bytes: 20 MB a client. */
    private static final int ENTRY_COUNT_MAX = 200_000;

    /** Less than the least {@code --terms-kept} of a store, with room for what is under way. */
    static final long VERTEX_MS_MAX = 20_000;

    private final StringServer store;
    private final LongSupplier nanoTime;
    private final Map<String, Long> vids = lru();
    private final Map<String, Long> pids = lru();

    private long oldestNs; // no vertex was asked for earlier

    CachedStrings(StringServer store, LongSupplier nanoTime) {
        this.store = store;
        this.nanoTime = nanoTime;
    }

    @Override
    public long[] vertexIds(List<String> terms) {
        long nowNs = nanoTime.getAsLong();
        if (nowNs - oldestNs > TimeUnit.MILLISECONDS.toNanos(VERTEX_MS_MAX)) {
            vids.clear();
        }
        oldestNs = vids.isEmpty() ? nowNs : oldestNs;
        return lookUp(terms, vids, store::vertexIds);
    }

    @Override
    public long[] predicateIds(List<String> predicates) {
        return lookUp(predicates, pids, store::predicateIds);
    }

    private static long[] lookUp(
            List<String> terms, Map<String, Long> cache, Function<List<String>, long[]> ask) {
        long[] ids = new long[terms.size()];
        List<String> missing = new ArrayList<>();
        Map<String, Integer> missingIndexes = new LinkedHashMap<>();
        int[] askedIndexes = new int[ids.length];
        for (int i = 0; i < ids.length; i++) {
            String term = terms.get(i);
            Long id = cache.get(term);
            askedIndexes[i] = -1;
            if (id != null) {
                ids[i] = id;
                continue;
            }
            Integer index = missingIndexes.putIfAbsent(term, missing.size());
            askedIndexes[i] = index == null ? missing.size() : index;
            if (index == null) {
                missing.add(term);
            }
        }
        if (missing.isEmpty()) {
            return ids;
        }
        long[] answered = ask.apply(missing);
        for (int i = 0; i < ids.length; i++) {
            if (askedIndexes[i] >= 0) {
                ids[i] = answered[askedIndexes[i]];
                cache.put(terms.get(i), ids[i]);
            }
        }
        return ids;
    }

    private static Map<String, Long> lru() {
        return new LinkedHashMap<>(1024, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
                return size() > ENTRY_COUNT_MAX;
            }
        };
    }
}
