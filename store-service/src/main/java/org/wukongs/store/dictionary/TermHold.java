package org.wukongs.store.dictionary;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Holds the terms whose ids somebody has got since it was taken, or will get: none of them is
 * reclaimed before it is closed. Any thread may close it; closing it again does nothing.
 */
public final class TermHold implements AutoCloseable {

    /** Of a dictionary that reclaims nothing. */
    static final TermHold NONE = new TermHold(null, 0);

    private final AtomicReference<TermReclamation> reclamation;
    private final long round;

    TermHold(TermReclamation reclamation, long round) {
        this.reclamation = new AtomicReference<>(reclamation);
        this.round = round;
    }

    /** Returns another hold of the same terms; this one must be open. */
    public TermHold share() {
        TermReclamation open = reclamation.get();
        return open == null ? NONE : open.shared(round);
    }

    @Override
    public void close() {
        TermReclamation open = reclamation.getAndSet(null);
        if (open != null) {
            open.release(round);
        }
    }
}
