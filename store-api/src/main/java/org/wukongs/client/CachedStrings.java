package org.wukongs.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.wukongs.id.StringServer;

/** Cache of the ids of hot strings; one bulk call asks the store for the others. */
final class CachedStrings implements StringServer {

    /** 200,000 strings of about 100 bytes: 20 MB a client. */
    private static final int ENTRY_COUNT_MAX = 200_000;

    private final StringServer store;
    private final Map<String, Long> vids = lru();
    private final Map<String, Long> pids = lru();

    CachedStrings(StringServer store) {
        this.store = store;
    }

    @Override
    public long[] vertexIds(List<String> terms) {
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
