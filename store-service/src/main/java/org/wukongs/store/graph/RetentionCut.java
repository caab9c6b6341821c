package org.wukongs.store.graph;

/**
 * The state of a {@link GraphRetention} at one moment, besides its logs.
 *
 * @param nextNumber number of the next mention
 * @param voidBefore mentions before this number are void
 */
public record RetentionCut(long nextNumber, long voidBefore, Entries entries) {

    /** Receives what is known of one triple. */
    public interface Visitor {
        void entry(long subject, long pid, long object, long voidBefore, long times);
    }

    /** What is known of triples that were said again or removed. */
    public interface Entries {
        void forEach(Visitor visitor);
    }
}
