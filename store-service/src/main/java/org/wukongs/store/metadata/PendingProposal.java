package org.wukongs.store.metadata;

import java.util.concurrent.CompletableFuture;
import org.wukongs.error.WukongsException;

/** A proposal of this node that has no outcome yet. */
final class PendingProposal {

    final Proposal proposal;
    final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    final long proposedNs;

    private MetadataRecord record; // null until it is sent for the first time
    private byte[] bytes;
    private boolean appended;
    private long appendedNs;

    PendingProposal(Proposal proposal, long proposedNs) {
        this.proposal = proposal;
        this.proposedNs = proposedNs;
    }

    /**
     * Gives it its name in the log.
     *
     * @throws WukongsException USER if its record is too large
     */
    void send(long epoch, long sequence) {
        record = new MetadataRecord(epoch, sequence, proposal);
        bytes = record.encode();
    }

    byte[] bytes() {
        return bytes;
    }

    /** It was handed to the log. */
    void appended(long nowNs) {
        appended = true;
        appendedNs = nowNs;
    }

    boolean isAppendDue(long nowNs, long repeatNs) {
        return !appended || nowNs - appendedNs >= repeatNs;
    }

    boolean isLate(long nowNs, long timeoutNs) {
        return nowNs - proposedNs >= timeoutNs;
    }

    /** Returns true if a record of the log is this proposal. */
    boolean is(MetadataRecord read) {
        return read.equals(record);
    }

    /** Ends it without an outcome. */
    void giveUp(String stall) {
        String known =
                appended
                        ? "nobody knows whether a proposal holds, the metadata log does not answer"
                        : "a proposal was not made, the metadata log cannot be reached";
        outcome.completeExceptionally(
                WukongsException.retriable(
                        known + ": type=" + proposal.type() + " reason=" + stall));
    }
}
