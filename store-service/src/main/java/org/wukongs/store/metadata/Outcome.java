package org.wukongs.store.metadata;

import org.wukongs.error.WukongsException;

/**
 * What became of a proposal, the same on every node.
 *
 * @param position of its record in the log
 * @param refusal why it does not hold, null if it does
 * @param reason the same as a sentence with facts, empty if it holds
 * @param isChange whether the state has changed: what is so already holds without a change
 */
public record Outcome(long position, Refusal refusal, String reason, boolean isChange) {

    static Outcome of(long position, Refused refused) {
        return refused == null
                ? new Outcome(position, null, "", true)
                : new Outcome(position, refused.refusal(), refused.reason(), false);
    }

    /** It is so already. */
    static Outcome known(long position) {
        return new Outcome(position, null, "", false);
    }

    public boolean isAccepted() {
        return refusal == null;
    }

    /** Throws a USER error with the reason if the proposal does not hold. */
    public void orThrow() {
        if (!isAccepted()) {
            throw WukongsException.user(reason);
        }
    }
}
