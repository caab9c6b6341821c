package org.wukongs.store.memory;

/** Is shown blocks of a region. */
interface BlockVisitor {

    void block(long offset, long granules);
}
