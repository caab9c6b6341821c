package org.wukongs.difftest;

/** How a store gets a history, and so what a history may have. */
enum FeedKind {
    /** By a replay: streams go forward together. */
    REPLAY,
    /** Step by step into an embedded node. */
    STEPS,
    /** The same, into one of some nodes that are one store. */
    NODES,
    /** Through a server, with a reader for each query. */
    SERVER;

    boolean anyIntervals() {
        return this != REPLAY;
    }

    /** Are streams registered and dropped on the way? */
    boolean visitors() {
        return this == STEPS || this == NODES;
    }

    boolean derivesStreams() {
        return this != SERVER;
    }

    /**
     * Does a stored pattern see only what has come on the query's own streams for sure? Then a
     * query has to read all streams to be judged.
     */
    boolean seesOwnStreamsOnly() {
        return this == SERVER;
    }
}
