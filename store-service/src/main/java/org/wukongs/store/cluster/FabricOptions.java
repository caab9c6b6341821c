package org.wukongs.store.cluster;

import java.util.Locale;
import org.wukongs.store.graph.SharedMemoryOptions;

/**
 * What carries a node's reads of other nodes' graphs.
 *
 * @param shared where the node shares its own memory, and finds that of others; null if it does not
 * @param host address of this node's device for one-sided reads of other hosts, null if it has none
 *     or must not be used: what goes over it is not encrypted
 */
public record FabricOptions(Kind kind, SharedMemoryOptions shared, String host) {

    /** Messages only. */
    public static final FabricOptions TCP = new FabricOptions(Kind.TCP, null, null);

    /** What may carry reads. */
    public enum Kind {
        /** Messages over TCP. */
        TCP,
        /** Shared memory; a node whose memory cannot be read so is not read at all. */
        SHM,
        /** RDMA; a node whose memory cannot be read so is not read at all. */
        VERBS,
        /** Shared memory where that can be, else RDMA, else messages. */
        AUTO;

        /** Returns whether the memory of a node on this host may be mapped. */
        public boolean maps() {
            return this == SHM || this == AUTO;
        }

        /** Returns whether memory may be read over RDMA. */
        public boolean readsOverNetwork() {
            return this == VERBS || this == AUTO;
        }

        /** Returns whether a node whose memory cannot be read is asked by messages. */
        public boolean allowsMessages() {
            return this == TCP || this == AUTO;
        }

        /** Returns the name by which it is chosen. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public FabricOptions {
        boolean isShared = shared != null;
        if (isShared == (kind == Kind.TCP) || (kind == Kind.VERBS && host == null)) {
            throw new IllegalArgumentException(
                    "fabric=" + kind + " shared=" + shared + " host=" + host);
        }
    }

    /** Makes options for nodes of one host. */
    public FabricOptions(Kind kind, SharedMemoryOptions shared) {
        this(kind, shared, null);
    }
}
