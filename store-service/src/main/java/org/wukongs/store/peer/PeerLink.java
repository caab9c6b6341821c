package org.wukongs.store.peer;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.NanoClock;
import org.wukongs.error.WukongsException;
import org.wukongs.store.cluster.Peer;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * One connection to another node with the requests that are under way on it. Any thread sends and
 * awaits; the connection's thread reads. When it is lost, all of them fail at once.
 */
final class PeerLink {

    private final PeerSocket socket;
    private final PeerLimits limits;
    private final NanoClock clock;
    private final String target; // of messages
    private final PeerCounts counts;
    private final Semaphore room;
    private final AtomicLong newest = new AtomicLong(PeerFrameDescriptor.GREETING);
    private final Map<Long, CompletableFuture<WireReader>> pending = new ConcurrentHashMap<>();
    private volatile String failure; // null while the connection is there
    private volatile boolean useful; // owner: the connection's thread

    PeerLink(
            PeerSocket socket,
            PeerLimits limits,
            NanoClock clock,
            String target,
            PeerCounts counts) {
        this.socket = socket;
        this.limits = limits;
        this.clock = clock;
        this.target = target;
        this.counts = counts;
        this.room = new Semaphore(limits.inFlightMax());
    }

    /** Returns whether an answer has come. */
    boolean isUseful() {
        return useful;
    }

    /** Reads answers until the other node ends the connection. */
    void readAnswers() throws IOException {
        while (true) {
            WireReader answer = new WireReader();
            long number = socket.read(answer);
            if (number < 0) {
                return;
            }
            boolean isAnswer =
                    answer.type() == FrameDescriptor.REPLY_OK
                            || answer.type() == FrameDescriptor.REPLY_ERROR;
            CompletableFuture<WireReader> request = isAnswer ? pending.remove(number) : null;
            if (request == null) {
                throw new IOException(
                        "not an answer to a request, number=" + number + " type=" + answer.type());
            }
            useful = true;
            counts.received(socket.frameBytes());
            room.release();
            request.complete(answer);
        }
    }

    /** Ends the connection; what is under way fails. Returns why it was lost at first. */
    String lose(String reason) {
        synchronized (this) {
            if (failure == null) {
                failure = reason;
                counts.lost();
            }
        }
        socket.close();
        pending.values().forEach(request -> request.completeExceptionally(lost()));
        pending.clear();
        room.release(limits.inFlightMax()); // who waits for room learns it
        return failure;
    }

    private WukongsException lost() {
        return unreachable(target, failure);
    }

    static WukongsException unreachable(String target, String reason) {
        return WukongsException.retriable(
                "a node of the cluster cannot be reached: " + target + " reason=" + reason);
    }

    /** Sends a request, which is answered within {@code patienceNs}, or the connection is lost. */
    Peer.PendingAnswer send(WireWriter request, long patienceNs) {
        long deadlineNs = clock.nanoTime() + patienceNs;
        awaitRoom(deadlineNs);
        CompletableFuture<WireReader> answer = new CompletableFuture<>();
        long number = newest.incrementAndGet();
        pending.put(number, answer);
        try {
            if (failure == null) {
                socket.write(number, request);
                counts.sent(request.length());
            }
        } catch (IOException e) {
            lose(socket.reason(e));
        }
        if (failure != null) { // it may have been lost before the request was there
            pending.remove(number);
            throw lost();
        }
        return () -> await(answer, deadlineNs);
    }

    private void awaitRoom(long deadlineNs) {
        try {
            if (room.tryAcquire(deadlineNs - clock.nanoTime(), TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            throw interrupted();
        }
        throw WukongsException.retriable(
                "too many requests to a node are under way: "
                        + target
                        + " inFlightMax="
                        + limits.inFlightMax());
    }

    private WireReader await(CompletableFuture<WireReader> answer, long deadlineNs) {
        WireReader in = received(answer, deadlineNs);
        if (in.type() == FrameDescriptor.REPLY_ERROR) {
            throw Greeting.readError(in);
        }
        return in;
    }

    private WireReader received(CompletableFuture<WireReader> answer, long deadlineNs) {
        try {
            return answer.get(Math.max(0, deadlineNs - clock.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            lose("no answer in time");
            throw lost();
        } catch (ExecutionException e) {
            throw lost();
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private WukongsException interrupted() {
        Thread.currentThread().interrupt();
        return WukongsException.retriable("the wait for a node was interrupted: " + target);
    }
}
