package org.wukongs.store.graph;

/** Is shown blocks of a region. */
interface BlockVisitor {

    void block(long offset, long granules);
}
