package org.wukongs.store.dictionary;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Holds the terms whose ids somebody has got since it was taken, or will get: none of them is
 * reclaimed before it is closed. Any thread may close it; closing it again does nothing.
 */
public final class TermHold implements AutoCloseable {

    /** Of a dictionary that reclaims nothing. */
    static final TermHold NONE = new TermHold(null, 0, false);

    private final AtomicReference<TermReclamation> reclamation;
    private final long round;
    private final boolean ofReader;

    TermHold(TermReclamation reclamation, long round, boolean ofReader) {
        this.reclamation = new AtomicReference<>(reclamation);
        this.round = round;
        this.ofReader = ofReader;
    }

    /**
     * Returns another hold of the same terms for a reader from outside, who may be slow: if rounds
     * wait for it for too long, they end it. This one must be open.
     */
    public TermHold forReader() {
        TermReclamation open = reclamation.get();
        return open == null ? NONE : open.holdForReader(round);
    }

    /** Returns false after it was closed, or ended because its reader is too slow. */
    public boolean isOpen() {
        return this == NONE || reclamation.get() != null;
    }

    @Override
    public void close() {
        TermReclamation open = reclamation.getAndSet(null);
        if (open != null) {
            if (ofReader) {
                open.forget(this);
            }
            open.release(round);
        }
    }
}
