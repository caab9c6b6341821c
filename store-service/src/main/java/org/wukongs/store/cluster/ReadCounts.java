package org.wukongs.store.cluster;

import java.util.concurrent.atomic.LongAdder;

/** Counts the requests to other nodes and their bytes. Any thread. */
public final class ReadCounts {

    private final ReadCounts whole; // null if it is not a part of other counts
    private final LongAdder requests = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    ReadCounts() {
        this(null);
    }

    /** Makes counts that are added to {@code whole}, too. */
    ReadCounts(ReadCounts whole) {
        this.whole = whole;
    }

    void add(int requestBytes) {
        requests.increment();
        bytes.add(requestBytes);
        if (whole != null) {
            whole.add(requestBytes);
        }
    }

    /** Returns how many requests were sent. */
    public long requestCount() {
        return requests.sum();
    }

    /** Returns the bytes of all requests, without those of their answers. */
    public long requestBytes() {
        return bytes.sum();
    }
}
