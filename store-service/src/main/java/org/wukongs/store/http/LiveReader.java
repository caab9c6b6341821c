package org.wukongs.store.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.eclipse.jetty.util.IteratingCallback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes live results to one client: takes the next window from its {@link LiveFeed} when the
 * client has taken the one before. No thread waits for it: Jetty calls back when bytes are taken,
 * the feed when there is a window. What says {@code guarded} is guarded by the feed.
 */
final class LiveReader extends IteratingCallback {

    private static final Logger LOG = LoggerFactory.getLogger(LiveReader.class);

    /** A client that takes each step in time is not slow, however large the window is. */
    private static final int STEP_BYTES = 1 << 15;

    /**
     * After so long without a write, it looks whether the client is there. Writes tell as well, but
     * only the second one after the client has gone.
     */
    private static final long LOOK_NS_MIN = 250_000_000;

    private final String name;
    private final HttpExchange exchange;
    private final LiveFormat format;
    private final LiveFeed feed;
    private final int heartbeatMs;

    // Used by process() and what it calls: one thread at a time.
    private ByteBuffer left; // of what is being written; null before the first write
    private LiveWindow writing; // what left is of; null if it is no window
    private boolean ending; // left is the last that is written
    private boolean ended;

    private volatile long wroteNs;

    // guarded: the key to take next, and that of which all before is taken by the client
    private long nextKey;
    private long takenUpTo;
    private long reportedUpTo;
    private boolean caughtUp; // has taken from the windows that all readers share
    private final Deque<LiveWindow> behind = new ArrayDeque<>(); // fetched for this reader alone
    private boolean fetching;
    private ByteBuffer first; // to be written before all others; null if nothing is
    private LiveEnd end; // null while results come

    LiveReader(
            String name,
            HttpExchange exchange,
            LiveFormat format,
            LiveFeed feed,
            int heartbeatMs,
            long nextKey,
            ByteBuffer first) {
        this.name = name;
        this.exchange = exchange;
        this.format = format;
        this.feed = feed;
        this.heartbeatMs = heartbeatMs;
        this.nextKey = nextKey;
        this.takenUpTo = nextKey;
        this.reportedUpTo = nextKey;
        this.first = first;
        this.wroteNs = System.nanoTime();
    }

    String name() {
        return name;
    }

    // By the feed, which guards this

    long nextKey() {
        return nextKey;
    }

    void nextKey(long key) {
        nextKey = key;
    }

    /** Returns how far the client has come if that was not returned before, else MIN_VALUE. */
    long newlyTaken() {
        if (takenUpTo == reportedUpTo) {
            return Long.MIN_VALUE;
        }
        reportedUpTo = takenUpTo;
        return takenUpTo;
    }

    boolean hasCaughtUp() {
        return caughtUp;
    }

    void catchUp() {
        caughtUp = true;
    }

    Deque<LiveWindow> behind() {
        return behind;
    }

    boolean isFetching() {
        return fetching;
    }

    void fetching(boolean now) {
        fetching = now;
    }

    LiveEnd end() {
        return end;
    }

    /** Ends the results after the window that is being written. */
    void end(LiveEnd why) {
        end = why;
    }

    // By any thread

    /** Whether the token with which the client has asked still counts. */
    boolean isAllowed() {
        return HttpRequest.login(exchange.request()).isCurrent();
    }

    /** Whether the client has not taken what was written to it for that long. */
    boolean isBehind(int ms, long nowNs) {
        return exchange.pace().isBehind(ms, nowNs);
    }

    // By one thread at a time

    @Override
    protected Action process() throws IOException {
        if (left == null || !left.hasRemaining()) {
            if (writing != null) {
                feed.taken(this, writing);
                writing = null;
            }
            if (ended) {
                return Action.SUCCEEDED;
            }
            left = next();
            if (left == null) {
                return Action.IDLE;
            }
        }
        ByteBuffer step = left.slice();
        step.limit(Math.min(STEP_BYTES, left.remaining()));
        left.position(left.position() + step.remaining());
        ended = ending && !left.hasRemaining();
        wroteNs = System.nanoTime();
        exchange.pace().offer(step.remaining(), wroteNs);
        exchange.response().write(ended, step, this);
        return Action.SCHEDULED;
    }

    private ByteBuffer next() throws IOException {
        synchronized (feed) {
            if (first != null) {
                ByteBuffer begin = first;
                first = null;
                return begin;
            }
            if (end != null) {
                ending = true;
                return format.end(feed.source().subject(), end);
            }
            writing = feed.next(this);
        }
        if (writing != null) {
            return format.window(writing);
        }
        long quietNs = System.nanoTime() - wroteNs;
        if (quietNs > heartbeatMs * 1_000_000L) {
            return format.heartbeat();
        }
        if (quietNs > LOOK_NS_MIN && ClientChannel.of(exchange.request()).isClosedByClient()) {
            throw new IOException("the client has closed the connection");
        }
        return null;
    }

    /** Called under the feed's lock when the client has taken a window. */
    void taken(LiveWindow window) {
        takenUpTo = window.key() + 1;
    }

    @Override
    public InvocationType getInvocationType() {
        return InvocationType.NON_BLOCKING;
    }

    @Override
    protected void onSuccess() {
        exchange.pace().taken(System.nanoTime());
    }

    @Override
    protected void onCompleteSuccess() {
        feed.leave(this);
        exchange.succeed();
    }

    @Override
    protected void onCompleteFailure(Throwable cause) {
        LOG.debug("a live reader is gone: reader={}", name, cause);
        feed.leave(this);
        exchange.fail(cause);
    }
}
