package org.wukongs.flink.common;

import java.io.IOException;
import org.apache.flink.annotation.Internal;

/** Versions of what sinks and sources keep in Flink's checkpoints. */
@Internal
public final class StateVersions {

    private StateVersions() {}

    /** Throws where bytes have none of the versions from 1 to the newest. */
    public static void check(String what, int version, int newest) throws IOException {
        if (version < 1 || version > newest) {
            throw new IOException(
                    "unknown version of checkpointed state: what="
                            + what
                            + " version="
                            + version
                            + " newest="
                            + newest);
        }
    }
}
