package org.wukongs.store.cluster;

import java.util.Locale;
import org.wukongs.store.graph.SharedMemoryOptions;

/**
 * What carries a node's reads of other nodes' graphs.
 *
 * @param shared where the node shares its own memory, and finds that of others; null if it does not
 */
public record FabricOptions(Kind kind, SharedMemoryOptions shared) {

    /** Messages only. */
    public static final FabricOptions TCP = new FabricOptions(Kind.TCP, null);

    /** What may carry reads. */
    public enum Kind {
        /** Messages over TCP. */
        TCP,
        /** Shared memory; a node whose memory cannot be read so is not read at all. */
        SHM,
        /** Shared memory where that can be, else messages. */
        AUTO;

        /** Returns the name by which it is chosen. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public FabricOptions {
        if ((kind == Kind.TCP) != (shared == null)) {
            throw new IllegalArgumentException("fabric=" + kind + " shared=" + shared);
        }
    }
}
