package org.wukongs.store.http;

import java.util.concurrent.TimeUnit;

/**
 * Measures how fast one client sends its requests and takes its replies.
 *
 * <p>A head has one time limit from its first byte to its last, so that a client that drips bytes
 * gains nothing. For bodies and replies, the time that the store waits is set against the bytes
 * that come and go: a client slower than the minimum rate falls behind; a faster one catches up,
 * but gains no credit for later. The store's own time does not count. Any thread may call it.
 */
class ClientPace {

    /** What the store waits for; in {@code ANSWER} it does not wait for the client. */
    enum Phase {
        HANDSHAKE,
        REQUEST,
        HEAD,
        BODY,
        ANSWER,
        REPLY
    }

    private final ClientChannel channel;
    private final HttpLimits limits;
    private Phase phase = Phase.REQUEST;
    private long sinceNs; // start of the phase, or time of the last bytes
    private long requestSinceNs;
    private long bytesInBefore;
    private long lagNs;
    private boolean endless; // the reply, which has no time limit as a whole
    private int streamCount; // open ones over this connection

    ClientPace(ClientChannel channel, HttpLimits limits, long nowNs) {
        this.channel = channel;
        this.limits = limits;
        this.sinceNs = nowNs;
    }

    /** Notes that a stream begins: the store does not wait for a request over the connection. */
    synchronized void beginStream(long nowNs) {
        streamCount++;
        enter(Phase.ANSWER, nowNs);
    }

    /** Notes that a stream has ended; after the last one, the store waits for the next request. */
    synchronized void endStream(long nowNs) {
        streamCount--;
        if (streamCount == 0) {
            enter(Phase.REQUEST, nowNs);
        }
    }

    /** Notes that TLS begins with a handshake, which has the time limit of a head. */
    synchronized void beginHandshake() {
        phase = Phase.HANDSHAKE;
    }

    /** Notes that the first handshake is complete. */
    synchronized void endHandshake(long nowNs) {
        if (phase == Phase.HANDSHAKE) {
            enter(Phase.REQUEST, nowNs);
        }
    }

    /** Notes that a request's head has arrived. */
    synchronized void begin(long nowNs) {
        enter(Phase.BODY, nowNs);
        requestSinceNs = nowNs;
        lagNs = 0;
        endless = false;
    }

    /** Notes that the reply has no end of its own: only its rate counts. */
    synchronized void beginEndless() {
        endless = true;
    }

    /** Whether the client is more than {@code ms} behind the least rate with what is offered. */
    synchronized boolean isBehind(int ms, long nowNs) {
        return phase == Phase.REPLY && isOver(lagNs + nowNs - sinceNs, ms);
    }

    /** Notes that {@code bytes} more bytes of a request's body have arrived. */
    synchronized void received(int bytes, long nowNs) {
        lagNs = Math.max(0, lagNs + nowNs - sinceNs - dueNs(bytes));
        sinceNs = nowNs;
    }

    /** Notes that a request has arrived completely. */
    synchronized void complete(long nowNs) {
        enter(Phase.ANSWER, nowNs);
        lagNs = 0;
    }

    /** Notes that {@code bytes} bytes of the reply are offered to the client. */
    synchronized void offer(int bytes, long nowNs) {
        enter(Phase.REPLY, nowNs);
        lagNs -= dueNs(bytes);
    }

    /** Notes that the client has taken the bytes offered to it. */
    synchronized void taken(long nowNs) {
        lagNs = Math.max(0, lagNs + nowNs - sinceNs);
        enter(Phase.ANSWER, nowNs);
    }

    /** Notes that the exchange has ended: the next request may come. */
    synchronized void end(long nowNs) {
        enter(Phase.REQUEST, nowNs);
        bytesInBefore = channel.bytesIn();
    }

    private void enter(Phase next, long nowNs) {
        phase = next;
        sinceNs = nowNs;
    }

    private long dueNs(int bytes) {
        return TimeUnit.SECONDS.toNanos(bytes) / limits.bytesPerSecondMin();
    }

    /** Returns the phase in which the client is too slow, or null. Call it periodically. */
    synchronized Phase overdue(long nowNs) {
        if (phase == Phase.REQUEST && channel.bytesIn() != bytesInBefore) {
            enter(Phase.HEAD, nowNs);
        }
        long passedNs = nowNs - sinceNs;
        boolean overdue =
                switch (phase) {
                    case REQUEST -> isOver(passedNs, HttpLimits.IDLE_MS_MAX);
                    case HANDSHAKE, HEAD -> isOver(passedNs, limits.headMsMax());
                    case BODY -> isOver(lagNs + passedNs, limits.lagMsMax());
                    case ANSWER -> false;
                    case REPLY ->
                            isOver(lagNs + passedNs, limits.lagMsMax())
                                    || (!endless
                                            && isOver(
                                                    nowNs - requestSinceNs,
                                                    HttpLimits.REPLY_MS_MAX));
                };
        return overdue ? phase : null;
    }

    private static boolean isOver(long ns, int msMax) {
        return ns > TimeUnit.MILLISECONDS.toNanos(msMax);
    }

    /** Returns how long the store has waited for a request; negative while it has one. */
    synchronized long waitedNs(long nowNs) {
        boolean waits = phase == Phase.HANDSHAKE || phase == Phase.REQUEST || phase == Phase.HEAD;
        return waits ? nowNs - sinceNs : -1;
    }

    /** Returns how long the store has waited for the body of a request; negative if it does not. */
    synchronized long waitedForBodyNs(long nowNs) {
        return phase == Phase.BODY ? nowNs - requestSinceNs : -1;
    }

    /** Takes the client's connection or stream away; the store does not wait for it any longer. */
    void cutOff(String reason, long nowNs) {
        boolean inReply;
        synchronized (this) {
            inReply = phase == Phase.REPLY;
            enter(Phase.ANSWER, nowNs);
        }
        channel.cutOff(reason, inReply);
    }
}
