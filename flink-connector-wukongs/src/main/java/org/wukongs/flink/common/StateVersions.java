package org.wukongs.flink.common;

import java.io.IOException;
import org.apache.flink.annotation.Internal;

/** Checks versions of the state of sinks and sources in Flink's checkpoints. */
@Internal
public final class StateVersions {

    private StateVersions() {}

    /** Throws if the version is not one of 1 to {@code newest}. */
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
