/**
 * Reads of other hosts' memory over RDMA verbs, by DiSNI and the natives in {@code
 * src/main/native}. In: {@link org.wukongs.store.fabric.Fabric}. A thread that reads has a
 * connection of its own, with a queue pair and a completion queue that no other thread touches
 * meanwhile ({@code VerbsConnection}); it waits by looking. One thread, {@code wukongs-fabric},
 * accepts the connections of other nodes to this one's memory ({@code VerbsServer}).
 *
 * <p>Limits: {@link org.wukongs.store.fabric.FabricLimits}, and those that are named in the
 * classes.
 */
package org.wukongs.fabric.verbs;
