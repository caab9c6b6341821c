package org.wukongs.store.metadata;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.WukongsException;

/**
 * One node's side of the metadata log: reads it, applies its records in order, and makes the node's
 * own proposals, whose outcomes it learns as every other node does (state machine replication over
 * a shared log, as in Tango, SOSP'13).
 *
 * <p>One proposal at a time is in the log without an outcome. It is appended again until it is
 * read, so the log may lose records and have them twice: the first one counts, because sequences of
 * an epoch rise. A proposal that was given up may still come to hold, but not after a later one of
 * this node.
 *
 * <p>What is not a record at all is passed over by every node in the same way, counted and named. A
 * record of a newer version ends the replica.
 *
 * <p>Owned by one thread, which calls {@link #doWork} again and again. It waits where the log
 * waits. Futures are completed by this thread.
 */
public final class MetadataReplica implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MetadataReplica.class);

    private final MetadataLog log;
    private final NodeIdentity me;
    private final ClusterState state;
    private final ReplicaOptions options;
    private final NanoClock clock;
    private final List<MetadataListener> listeners = new ArrayList<>();
    private final Deque<PendingProposal> waiting = new ArrayDeque<>();
    private PendingProposal sent; // null if none is in the log without an outcome
    private long position; // of the newest record that was applied or passed over
    private long endPosition = -1; // at the opening, as soon as it is known
    private long sequence; // of this node's newest proposal
    private long badRecordCount;
    private long repeatedRecordCount;

    private MetadataReplica(
            MetadataLog log,
            NodeIdentity me,
            ClusterSnapshot snapshot,
            ReplicaOptions options,
            NanoClock clock) {
        this.log = log;
        this.me = me;
        this.state = snapshot.state();
        this.position = snapshot.point().position();
        this.options = options;
        this.clock = clock;
    }

    /** Makes the replica of a node that knows nothing. The log was opened at its beginning. */
    public static MetadataReplica open(
            MetadataLog log, NodeIdentity me, ReplicaOptions options, NanoClock clock) {
        ClusterState nothing = new ClusterState();
        return open(log, me, new ClusterSnapshot(MetadataPoint.START, nothing), options, clock);
    }

    /**
     * Makes a replica that goes on from a snapshot, whose state is its own from now on.
     *
     * @param log was opened at the snapshot's point; the replica closes it
     * @param me which process this node is
     * @param clock of proposals
     * @throws WukongsException USER if the snapshot is of another log
     */
    public static MetadataReplica open(
            MetadataLog log,
            NodeIdentity me,
            ClusterSnapshot snapshot,
            ReplicaOptions options,
            NanoClock clock) {
        snapshot.point().checkIdentity(log.identity());
        if (log.position() != snapshot.point().position()) {
            throw new IllegalArgumentException(
                    "the log was opened at another position: position="
                            + log.position()
                            + " snapshot="
                            + snapshot.point());
        }
        return new MetadataReplica(log, me, snapshot, options, clock);
    }

    /** Adds a listener, which is told what is applied from now on. */
    public void add(MetadataListener listener) {
        listeners.add(listener);
    }

    /**
     * Proposes a change.
     *
     * @return its outcome; a RETRIABLE error if too many proposals wait, or if it is not known in
     *     time; a USER error if its record would be too large
     */
    public CompletableFuture<Outcome> propose(Proposal proposal) {
        PendingProposal pending = new PendingProposal(proposal, clock.nanoTime());
        if (waiting.size() >= options.waitingMax()) {
            pending.giveUp("too many proposals wait, waitingMax=" + options.waitingMax());
        } else {
            waiting.add(pending);
        }
        return pending.outcome;
    }

    /**
     * Applies what the log has, and brings proposals on their way.
     *
     * @return how much there was to do, 0 for nothing
     * @throws WukongsException as {@link MetadataLog#poll}, and {@link UnusableMetadataException}
     *     for a record of a newer version; the replica cannot go on
     */
    public int doWork() {
        int work = 0;
        while (work < options.recordsMax()) {
            MetadataLog.Entry entry = log.poll();
            if (entry == null) {
                break;
            }
            take(entry);
            work++;
        }
        return work + giveUpLate() + send();
    }

    /** Waits until {@link #doWork} may have something to do, or for {@link #wake}; not for long. */
    public void await() {
        log.await();
    }

    /** Ends a wait of {@link #await}, or else the next one. Any thread. */
    public void wake() {
        log.wake();
    }

    private void take(MetadataLog.Entry entry) {
        if (entry.position() <= position) {
            throw new IllegalStateException(
                    "positions of the metadata log go back: position="
                            + entry.position()
                            + " before="
                            + position);
        }
        MetadataRecord record = decode(entry);
        position = entry.position();
        if (record == null) {
            return;
        }
        Outcome outcome = state.apply(position, record);
        if (outcome == null) {
            repeatedRecordCount++;
            return;
        }
        if (outcome.isChange()) {
            listeners.forEach(listener -> listener.applied(position, record, state));
        }
        if (sent != null && sent.is(record)) {
            PendingProposal decided = sent;
            sent = null;
            decided.outcome.complete(outcome);
        }
    }

    /** Returns null for what is no record. */
    private MetadataRecord decode(MetadataLog.Entry entry) {
        try {
            return MetadataRecord.decode(entry.bytes());
        } catch (UnusableMetadataException e) {
            if (e.kind() != UnusableMetadataException.Kind.DAMAGED) {
                throw e;
            }
            badRecordCount++;
            LOG.warn(
                    "the metadata log has something that is no record, all nodes pass over it:"
                            + " log={} position={} reason={}",
                    log.identity(),
                    entry.position(),
                    e.getMessage());
            return null;
        }
    }

    private int giveUpLate() {
        long nowNs = clock.nanoTime();
        int count = 0;
        if (sent != null && sent.isLate(nowNs, options.proposalTimeoutNs())) {
            PendingProposal late = sent;
            sent = null;
            late.giveUp(log.stall());
            count++;
        }
        while (!waiting.isEmpty() && waiting.peek().isLate(nowNs, options.proposalTimeoutNs())) {
            waiting.remove().giveUp(log.stall());
            count++;
        }
        return count;
    }

    private int send() {
        int count = 0;
        while (sent == null && !waiting.isEmpty()) {
            begin(waiting.remove());
            count++;
        }
        long nowNs = clock.nanoTime();
        if (sent != null
                && sent.isAppendDue(nowNs, options.repeatNs())
                && log.append(sent.bytes())) {
            sent.appended(nowNs);
            count++;
        }
        return count;
    }

    /** Makes a proposal the one that is sent, or answers it at once. */
    private void begin(PendingProposal next) {
        boolean ofMember =
                next.proposal.type() != ProposalType.FOUND
                        && next.proposal.type() != ProposalType.JOIN;
        long epoch = ofMember ? epoch() : 0;
        if (ofMember && epoch == 0) {
            next.outcome.complete(
                    Outcome.of(position, Refused.of(Refusal.FENCED, "node", me.node())));
            return;
        }
        try {
            sequence++;
            next.send(epoch, sequence);
            sent = next;
        } catch (WukongsException e) {
            next.outcome.completeExceptionally(e);
        }
    }

    /** Returns the epoch of this process, 0 if it has not joined or is fenced. */
    public long epoch() {
        Member member = state.member(me.node());
        return member != null && member.joined() && member.identity().equals(me)
                ? member.epoch()
                : 0;
    }

    /** Returns which process this node is. */
    public NodeIdentity identity() {
        return me;
    }

    /** Returns the state at {@link #position}. It changes with {@link #doWork}. */
    public ClusterState state() {
        return state;
    }

    /** Returns up to which record the state has everything. */
    public long position() {
        return position;
    }

    /**
     * Returns true if the state has everything that the log had when this was asked first.
     *
     * @throws WukongsException RETRIABLE if the log's end cannot be learnt now
     */
    public boolean isCaughtUp() {
        if (endPosition < 0) {
            endPosition = endPosition();
        }
        return hasAll(endPosition);
    }

    /**
     * Returns where the log ends: it has no outcome yet that is after it.
     *
     * @throws WukongsException RETRIABLE if that cannot be learnt now
     */
    public long endPosition() {
        return log.endPosition();
    }

    /**
     * Returns where the log begins, as {@link MetadataLog#beginPosition}.
     *
     * @throws WukongsException RETRIABLE if that cannot be learnt now
     */
    public long beginPosition() {
        return log.beginPosition();
    }

    /**
     * Lets the log forget, as {@link MetadataLog#truncateBefore}, what a snapshot has that is in
     * it.
     *
     * @throws WukongsException as there
     */
    public void truncateBefore(long upTo) {
        log.truncateBefore(upTo);
    }

    /** Returns true if the state has everything up to a position. */
    public boolean hasAll(long upTo) {
        return log.position() >= upTo;
    }

    /** Returns the bytes of a {@link ClusterSnapshot} of the state. */
    public byte[] snapshot() {
        return ClusterSnapshot.encode(new MetadataPoint(log.identity(), position), state);
    }

    /** Returns how many proposals have no outcome yet. */
    public int pendingCount() {
        return waiting.size() + (sent == null ? 0 : 1);
    }

    /** Returns how many entries of the log were no records. */
    public long badRecordCount() {
        return badRecordCount;
    }

    /** Returns how many records have come again. */
    public long repeatedRecordCount() {
        return repeatedRecordCount;
    }

    /** Returns why the log does not take proposals, null if nothing is known to be wrong. */
    public String stall() {
        return log.stall();
    }

    /** Ends the replica; proposals without an outcome fail. */
    @Override
    public void close() {
        try {
            if (sent != null) {
                sent.giveUp("the node ends");
            }
            waiting.forEach(pending -> pending.giveUp("the node ends"));
            waiting.clear();
            sent = null;
        } finally {
            log.close();
        }
    }
}
