package org.wukongs.store.http;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/** Counts requests in progress and answered; all threads of the HTTP server write. */
final class RequestCounts {

    private static final int STATUS_CLASS_SIZE = 100;
    private static final int STATUS_CLASS_COUNT = 6;

    private final AtomicInteger active = new AtomicInteger();
    private final AtomicLongArray answered = new AtomicLongArray(STATUS_CLASS_COUNT);

    void begin() {
        active.incrementAndGet();
    }

    void end() {
        active.decrementAndGet();
    }

    void answered(HttpReply reply) {
        answered.incrementAndGet(reply.status() / STATUS_CLASS_SIZE);
    }

    int active() {
        return active.get();
    }

    /** {@code statusClass} is 4 for the statuses 400 to 499. */
    long answered(int statusClass) {
        return answered.get(statusClass);
    }
}
