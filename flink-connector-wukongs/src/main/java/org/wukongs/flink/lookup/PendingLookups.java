package org.wukongs.flink.lookup;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Queue of lookups that no request has taken yet. Equal lookups are queued once. Any thread. */
final class PendingLookups<T> {

    /** {@code sinceNs} is when it was first requested. */
    record Pending<T>(LookupKey key, CompletableFuture<T> answer, long sinceNs) {}

    private final int lookupsMax;
    private final long waitNs;
    private final Map<LookupKey, Pending<T>> waiting = new LinkedHashMap<>();

    PendingLookups(LookupSettings.Batches settings) {
        this.lookupsMax = settings.lookupsMax();
        this.waitNs = TimeUnit.MILLISECONDS.toNanos(settings.waitMs());
    }

    synchronized CompletableFuture<T> add(LookupKey key) {
        Pending<T> pending =
                waiting.computeIfAbsent(
                        key, k -> new Pending<>(k, new CompletableFuture<>(), System.nanoTime()));
        notify();
        return pending.answer();
    }

    /**
     * Takes the lookups of one request: waits for the first, then for others as the settings say.
     */
    synchronized List<Pending<T>> take() throws InterruptedException {
        while (true) {
            if (waiting.isEmpty()) {
                wait();
                continue;
            }
            Pending<T> first = waiting.values().iterator().next();
            long leftNs = waitNs - (System.nanoTime() - first.sinceNs());
            boolean full = waiting.size() >= lookupsMax || !first.key().query().isBatchable();
            if (full || leftNs <= 0) {
                return together(first);
            }
            TimeUnit.NANOSECONDS.timedWait(this, leftNs);
        }
    }

    private List<Pending<T>> together(Pending<T> first) {
        int countMax = first.key().query().isBatchable() ? lookupsMax : 1;
        List<Pending<T>> taken = new ArrayList<>();
        Iterator<Pending<T>> all = waiting.values().iterator();
        while (taken.size() < countMax && all.hasNext()) {
            Pending<T> next = all.next();
            if (next.key().query() == first.key().query()) {
                taken.add(next);
                all.remove();
            }
        }
        if (!waiting.isEmpty()) {
            notify();
        }
        return taken;
    }
}
