package org.wukongs.store.peer;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.agrona.concurrent.NanoClock;
import org.wukongs.error.WukongsException;
import org.wukongs.store.cluster.Peer;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * One connection to another node with the requests that are under way on it. Any thread sends and
 * awaits. When it is lost, all of them fail at once.
 *
 * <p>Who awaits an answer reads it itself: one of those that await leads, which means that it reads
 * answers until its own one is there, and then lets another one lead. So a request whose answer
 * nobody else waits for takes no hand-over. The connection's own thread reads while nothing is
 * asked, so that a lost connection is noticed, and what nobody awaits.
 */
final class PeerLink {

    static final String ENDED = "it has ended the connection";

    private static final String LATE = "no answer in time";

    /** The connection's thread reads if nothing was asked for this time. */
    private static final long QUIET_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final PeerSocket socket;
    private final PeerLimits limits;
    private final NanoClock clock;
    private final String target; // of messages
    private final PeerCounts counts;
    private final Semaphore room;
    private final AtomicLong newest = new AtomicLong(PeerFrameDescriptor.GREETING);
    private final Map<Long, Pending> pending = new ConcurrentHashMap<>();
    private final ReentrantLock reading = new ReentrantLock(); // held by who leads
    private final AtomicInteger waitingForRoom = new AtomicInteger(); // threads
    private volatile Thread attendant; // the connection's thread, null before it attends
    private volatile String failure; // null while the connection is there
    private volatile boolean useful; // owner: who leads

    /** A request under way. */
    private static final class Pending {

        private volatile WireReader answer; // null before it is there
        private volatile boolean lost;
        private volatile Thread awaiting; // null before its answer is awaited
        private final boolean counted;

        Pending(boolean counted) {
            this.counted = counted;
        }

        boolean isDone() {
            return answer != null || lost;
        }

        void complete(WireReader with) {
            answer = with;
            LockSupport.unpark(awaiting);
        }

        void lose() {
            lost = true;
            LockSupport.unpark(awaiting);
        }
    }

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

    /**
     * Reads what nobody else reads until the other node ends the connection. Called by the
     * connection's thread.
     *
     * @param between called again and again, by the same thread, as long as something is asked
     */
    void attend(Runnable between) throws IOException {
        attendant = Thread.currentThread();
        long seen = newest.get();
        while (failure == null) {
            between.run();
            long now = newest.get();
            boolean isWanted = now == seen || waitingForRoom.get() > 0;
            seen = now;
            if (!isWanted || !reading.tryLock()) {
                LockSupport.parkNanos(this, QUIET_NS);
                continue;
            }
            try {
                if (!readAnswer(PeerSocket.NEVER)) {
                    return;
                }
            } finally {
                endLeading();
            }
        }
    }

    /** Reads one answer; returns false at the end of the connection. Called by who leads. */
    private boolean readAnswer(long deadlineNs) throws IOException {
        WireReader answer = new WireReader();
        long number = socket.read(answer, deadlineNs);
        if (number < 0) {
            return false;
        }
        boolean isAnswer =
                answer.type() == FrameDescriptor.REPLY_OK
                        || answer.type() == FrameDescriptor.REPLY_ERROR;
        Pending request = isAnswer ? pending.remove(number) : null;
        if (request == null) {
            throw new IOException(
                    "not an answer to a request, number=" + number + " type=" + answer.type());
        }
        useful = true;
        if (request.counted) {
            counts.received(socket.frameBytes());
        }
        room.release();
        request.complete(answer);
        return true;
    }

    /**
     * Lets another one lead. Who awaits says so before it tries to lead, so either it is found
     * here, or it finds that nobody leads.
     */
    private void endLeading() {
        reading.unlock();
        for (Pending request : pending.values()) {
            Thread next = request.awaiting;
            if (next != null) {
                LockSupport.unpark(next);
                return;
            }
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
        pending.values().forEach(Pending::lose);
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
        return send(request, patienceNs, true);
    }

    /** As above, for a request that measures; it is not counted among those that ask something. */
    Peer.PendingAnswer sendEcho(WireWriter request, long patienceNs) {
        return send(request, patienceNs, false);
    }

    /** Returns whether most of the requests that may be under way are not. */
    boolean hasMuchRoom() {
        return room.availablePermits() > limits.inFlightMax() / 2;
    }

    private Peer.PendingAnswer send(WireWriter request, long patienceNs, boolean counted) {
        long deadlineNs = clock.nanoTime() + patienceNs;
        awaitRoom(deadlineNs);
        Pending answer = new Pending(counted);
        long number = newest.incrementAndGet();
        pending.put(number, answer);
        try {
            if (failure == null) {
                socket.write(number, request);
                if (counted) {
                    counts.sent(request.length());
                }
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
        if (room.tryAcquire()) {
            return;
        }
        waitingForRoom.incrementAndGet();
        LockSupport.unpark(attendant); // perhaps nobody awaits what is under way
        try {
            if (room.tryAcquire(deadlineNs - clock.nanoTime(), TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            throw interrupted();
        } finally {
            waitingForRoom.decrementAndGet();
        }
        throw WukongsException.retriable(
                "too many requests to a node are under way: "
                        + target
                        + " inFlightMax="
                        + limits.inFlightMax());
    }

    private WireReader await(Pending request, long deadlineNs) {
        request.awaiting = Thread.currentThread();
        try {
            while (!request.isDone()) {
                if (Thread.interrupted()) {
                    throw interrupted();
                }
                if (reading.tryLock()) {
                    lead(request, deadlineNs);
                } else {
                    follow(request, deadlineNs);
                }
            }
        } finally {
            request.awaiting = null;
        }
        WireReader in = request.answer;
        if (in == null) {
            throw lost();
        }
        if (in.type() == FrameDescriptor.REPLY_ERROR) {
            throw Greeting.readError(in);
        }
        return in;
    }

    /** Reads answers until that of {@code request} is there or the connection is lost. */
    private void lead(Pending request, long deadlineNs) {
        String reason = "an answer cannot be read"; // as after any other error
        try {
            boolean isThere = true;
            while (isThere && !request.isDone()) {
                isThere = readAnswer(deadlineNs);
            }
            reason = isThere ? null : ENDED;
        } catch (IOException e) {
            reason = clock.nanoTime() - deadlineNs > 0 ? LATE : socket.reason(e);
        } finally {
            if (reason != null) {
                lose(reason);
            }
            endLeading();
        }
    }

    /** Waits until the request may be done, or nobody leads. */
    private void follow(Pending request, long deadlineNs) {
        long leftNs = deadlineNs - clock.nanoTime();
        if (leftNs > 0) {
            LockSupport.parkNanos(this, leftNs);
        } else if (!request.isDone()) {
            lose(LATE);
        }
    }

    private WukongsException interrupted() {
        Thread.currentThread().interrupt();
        return WukongsException.retriable("the wait for a node was interrupted: " + target);
    }
}
