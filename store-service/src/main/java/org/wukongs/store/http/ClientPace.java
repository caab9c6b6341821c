package org.wukongs.store.http;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.QuietException;

/**
 * How fast one client sends its requests and takes its replies.
 *
 * <p>A head has a time for all of it, so that one that drips has no more than one that stops. For
 * bodies and replies the time that the store waits is set against the bytes that come and go: a
 * client that is slower than the least rate falls behind, one that is faster catches up, and has no
 * credit for later. The store's own time counts for nobody. Any thread.
 */
final class ClientPace {

    /** What the store waits for. */
    enum Phase {
        REQUEST,
        HEAD,
        BODY,
        ANSWER,
        REPLY
    }

    private final Connection connection;
    private final HttpLimits limits;
    private Phase phase = Phase.REQUEST;
    private long sinceNs; // of the phase, or of the bytes moved last
    private long requestSinceNs;
    private long bytesInBefore;
    private long lagNs;

    ClientPace(Connection connection, HttpLimits limits, long nowNs) {
        this.connection = connection;
        this.limits = limits;
        this.sinceNs = nowNs;
    }

    /** A request's head is here. */
    synchronized void begin(long nowNs) {
        enter(Phase.BODY, nowNs);
        requestSinceNs = nowNs;
        lagNs = 0;
    }

    /** So much more of a request's body is here. */
    synchronized void received(int bytes, long nowNs) {
        lagNs = Math.max(0, lagNs + nowNs - sinceNs - dueNs(bytes));
        sinceNs = nowNs;
    }

    /** All of a request is here. */
    synchronized void complete(long nowNs) {
        enter(Phase.ANSWER, nowNs);
        lagNs = 0;
    }

    /** So much of the reply is offered to the client. */
    synchronized void offer(int bytes, long nowNs) {
        enter(Phase.REPLY, nowNs);
        lagNs -= dueNs(bytes);
    }

    /** The client has taken what it was offered. */
    synchronized void taken(long nowNs) {
        lagNs = Math.max(0, lagNs + nowNs - sinceNs);
        enter(Phase.ANSWER, nowNs);
    }

    /** The reply is done with: the next request may come. */
    synchronized void end(long nowNs) {
        enter(Phase.REQUEST, nowNs);
        bytesInBefore = connection.getBytesIn();
    }

    private void enter(Phase next, long nowNs) {
        phase = next;
        sinceNs = nowNs;
    }

    private long dueNs(int bytes) {
        return TimeUnit.SECONDS.toNanos(bytes) / limits.bytesPerSecondMin();
    }

    /** What the client is too slow at, null where it is not. To be asked now and then. */
    synchronized Phase overdue(long nowNs) {
        if (phase == Phase.REQUEST && connection.getBytesIn() != bytesInBefore) {
            enter(Phase.HEAD, nowNs);
        }
        long passedNs = nowNs - sinceNs;
        boolean overdue =
                switch (phase) {
                    case REQUEST -> isOver(passedNs, HttpLimits.IDLE_MS_MAX);
                    case HEAD -> isOver(passedNs, limits.headMsMax());
                    case BODY -> isOver(lagNs + passedNs, limits.lagMsMax());
                    case ANSWER -> false;
                    case REPLY ->
                            isOver(lagNs + passedNs, limits.lagMsMax())
                                    || isOver(nowNs - requestSinceNs, HttpLimits.REPLY_MS_MAX);
                };
        return overdue ? phase : null;
    }

    private static boolean isOver(long ns, int msMax) {
        return ns > TimeUnit.MILLISECONDS.toNanos(msMax);
    }

    /** How long the store has waited for a request, negative where it has one. */
    synchronized long waitedNs(long nowNs) {
        return phase == Phase.REQUEST || phase == Phase.HEAD ? nowNs - sinceNs : -1;
    }

    void cutOff(String reason) {
        connection.getEndPoint().close(new SlowClientException(reason));
    }

    /** Why a connection was closed under its client; nothing that Jetty has to log. */
    private static final class SlowClientException extends IOException implements QuietException {

        private static final long serialVersionUID = 1L;

        private SlowClientException(String message) {
            super(message);
        }
    }
}
