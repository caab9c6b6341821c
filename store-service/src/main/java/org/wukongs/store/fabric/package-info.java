/**
 * Reads of another process's memory without that process. In: offsets that steps over stored graphs
 * have found. Out: the words there. Shared memory is in {@code graph}; a network is brought by a
 * jar that has a {@link org.wukongs.store.fabric.FabricProvider}.
 *
 * <p>Any thread reads. Each read has a deadline or cannot wait; nothing that is read is trusted.
 */
package org.wukongs.store.fabric;
