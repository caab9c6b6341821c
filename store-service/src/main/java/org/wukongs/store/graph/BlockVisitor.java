package org.wukongs.store.graph;

/** Callback for blocks of a region. */
interface BlockVisitor {

    void block(long offset, long granules);
}
