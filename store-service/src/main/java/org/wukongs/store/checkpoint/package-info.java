/**
 * Checkpoints of a store node on disk. In: a {@link org.wukongs.store.checkpoint.StoreCut}, the
 * node's state between two rounds of the store agent, in a cluster with what waits for other nodes.
 * Out: files and a manifest per checkpoint, which is complete or does not exist, and its restore
 * into an empty node. The thread that asks for a checkpoint writes it, concurrently with the agent;
 * a restore ends before the agent starts. Limits: checkpoints retained; bytes of a record, since
 * only one record of a file is in memory at a time.
 */
package org.wukongs.store.checkpoint;
