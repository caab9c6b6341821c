package org.wukongs.client;

import java.util.Locale;
import org.apache.flink.annotation.Experimental;

/** What carries the frames of a client's connections. Each begins as a socket in any case. */
@Experimental
public enum Transport {
    /**
     * Memory that client and node share where they are on one host and both can, else TCP; TCP if
     * the connection is encrypted.
     */
    AUTO,
    /** TCP. */
    TCP,
    /** Shared memory; a node with which there is none counts as one that does not answer. */
    SHM;

    /** Returns the name by which it is chosen. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
