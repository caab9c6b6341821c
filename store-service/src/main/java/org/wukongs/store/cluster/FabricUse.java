package org.wukongs.store.cluster;

/**
 * What carries the reads of another node's graphs.
 *
 * @param fabric its name, as {@link FabricOptions.Kind#text}
 * @param reason why it is not one that the options prefer; empty if it is
 */
public record FabricUse(String fabric, String reason) {

    /** The fabric and, if there is one, the reason after a colon. */
    public String text() {
        return reason.isEmpty() ? fabric : fabric + ": " + reason;
    }

    @Override
    public String toString() {
        return text();
    }
}
