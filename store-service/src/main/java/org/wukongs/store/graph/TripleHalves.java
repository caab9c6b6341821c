package org.wukongs.store.graph;

/**
 * Halves of triples for one node: those whose subjects it owns and those whose objects it owns. A
 * triple with both is in both buffers.
 */
public record TripleHalves(TripleBuffer out, TripleBuffer in) {

    public TripleHalves() {
        this(new TripleBuffer(), new TripleBuffer());
    }

    /** Returns how many halves there are. */
    public long size() {
        return out.size() + in.size();
    }
}
