package org.wukongs.store.http;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends replies whose client has stopped to read: a client that takes nothing for a while must not
 * keep a thread and a permit until the time for the whole answer is over.
 *
 * <p>The JDK's server has a limit for the whole answer only. Its writes go to a blocking channel,
 * which closes when the writing thread is interrupted, so the reply stays without its end.
 */
final class StallWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StallWatch.class);

    /** So much is one step: it fits into the buffers of any connection that moves at all. */
    private static final int STEP_BYTES = 1 << 12;

    private static final int CHECKS_PER_STALL = 4;

    private final long stallNsMax;
    private final Set<WatchedStream> active = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService thread;
    private final ScheduledFuture<?> checks;

    StallWatch(long stallMsMax) {
        this.stallNsMax = TimeUnit.MILLISECONDS.toNanos(stallMsMax);
        this.thread =
                Executors.newSingleThreadScheduledExecutor(
                        task -> {
                            Thread daemon = new Thread(task, "wukongs-http-stalls");
                            daemon.setDaemon(true);
                            return daemon;
                        });
        long period = Math.max(1, stallNsMax / CHECKS_PER_STALL);
        this.checks =
                thread.scheduleWithFixedDelay(this::check, period, period, TimeUnit.NANOSECONDS);
    }

    /** Watches the calling thread until {@link WatchedStream#release}. */
    WatchedStream watch(OutputStream out) {
        WatchedStream stream = new WatchedStream(out, Thread.currentThread());
        active.add(stream);
        return stream;
    }

    private void check() {
        long nowNs = System.nanoTime();
        for (WatchedStream stream : active) {
            if (stream.interruptIfStalled(nowNs)) {
                LOG.debug("a client has stopped to read its reply");
            }
        }
    }

    @Override
    public void close() {
        checks.cancel(false);
        thread.shutdownNow();
    }

    /** A reply's body on its way out. */
    final class WatchedStream extends FilterOutputStream {

        private final Thread writer;
        private volatile long movedNs = System.nanoTime(); // owner: writer
        private boolean released; // guarded by this

        private WatchedStream(OutputStream out, Thread writer) {
            super(out);
            this.writer = writer;
        }

        @Override
        public void write(int value) throws IOException {
            out.write(value);
            movedNs = System.nanoTime();
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            for (int done = 0; done < length; done += STEP_BYTES) {
                // Before it, too: computing what is written is no stall of the client.
                movedNs = System.nanoTime();
                out.write(bytes, offset + done, Math.min(STEP_BYTES, length - done));
                movedNs = System.nanoTime();
            }
        }

        private synchronized boolean interruptIfStalled(long nowNs) {
            boolean stalled = !released && nowNs - movedNs > stallNsMax;
            if (stalled) {
                writer.interrupt();
            }
            return stalled;
        }

        /** Ends the watch; afterwards the thread is interrupted no more. */
        void release() {
            active.remove(this);
            synchronized (this) {
                released = true;
            }
        }
    }
}
