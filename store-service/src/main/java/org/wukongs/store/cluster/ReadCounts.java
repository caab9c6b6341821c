package org.wukongs.store.cluster;

import java.util.concurrent.atomic.LongAdder;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** Counts the requests to other nodes and their bytes. Any thread. */
public final class ReadCounts {

    private final ReadCounts whole; // null if it is not a part of other counts
    private final LongAdder requests = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder inPlace = new LongAdder();
    private final LongAdder fallbacks = new LongAdder();
    private final LongAdder answerBytes = new LongAdder();

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

    /** Counts a column that was read in shared memory, or that had to be asked for after all. */
    void addInPlace(boolean isRead) {
        (isRead ? inPlace : fallbacks).increment();
        if (whole != null) {
            whole.addInPlace(isRead);
        }
    }

    /** Returns how many columns were read in the memory of other nodes. */
    public long inPlaceCount() {
        return inPlace.sum();
    }

    /**
     * Returns how many columns could not be read in the memory of other nodes, though it was there,
     * and were asked for.
     */
    public long fallbackCount() {
        return fallbacks.sum();
    }

    /** Sends a request, and counts it and its answer. */
    Peer.PendingAnswer send(Peer peer, WireWriter request) {
        add(request.length());
        Peer.PendingAnswer answer = peer.send(request);
        return () -> {
            WireReader in = answer.await();
            addAnswer(in.lengthBytes());
            return in;
        };
    }

    private void addAnswer(int frameBytes) {
        answerBytes.add(frameBytes);
        if (whole != null) {
            whole.addAnswer(frameBytes);
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

    /** Returns the bytes of the answers to reads and forks. */
    public long answerBytes() {
        return answerBytes.sum();
    }
}
