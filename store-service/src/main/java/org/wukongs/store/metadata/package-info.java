/**
 * The metadata log: what all nodes of a cluster must agree on, in one total order. In: proposals of
 * a node, and the records of all nodes as the log has ordered them. Out: the state of the cluster
 * at a position of the log, the same on every node, and the outcome of each proposal. One thread
 * owns a {@link org.wukongs.store.metadata.MetadataReplica} with its log and its state; it may wait
 * for the log's disk or network. Limits: bytes of a record ({@link
 * org.wukongs.store.metadata.MetadataLog#RECORD_BYTES_MAX}), members, predicates and streams
 * ({@link org.wukongs.store.metadata.ClusterLimits}), proposals that wait ({@link
 * org.wukongs.store.metadata.ReplicaOptions}).
 */
package org.wukongs.store.metadata;
