/**
 * Checkpoints of a store node on disk. In: a {@link org.wukongs.store.checkpoint.StoreCut}, what
 * the node had between two rounds of the store agent. Out: a directory a checkpoint, complete or
 * not there, and the way back into an empty node. Written by whoever asks, beside the agent; read
 * before the agent starts. Limits: checkpoints retained; bytes of a record, which is all of a file
 * that is in memory at a time.
 */
package org.wukongs.store.checkpoint;
