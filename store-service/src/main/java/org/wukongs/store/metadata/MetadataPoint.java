package org.wukongs.store.metadata;

import org.wukongs.error.WukongsException;

/**
 * A place in a metadata log: everything up to it is meant.
 *
 * @param identity of the log, empty if any log will do
 * @param position of a record; 0 for the beginning, before the oldest record that there is
 */
public record MetadataPoint(String identity, long position) {

    /** The beginning of any log: before the oldest record that it has. */
    public static final MetadataPoint START = new MetadataPoint("", 0);

    public MetadataPoint {
        if (position < 0) {
            throw new IllegalArgumentException("a position is not below 0: position=" + position);
        }
    }

    /**
     * Checks that a log is the one that is meant.
     *
     * @throws WukongsException USER if it is not
     */
    public void checkIdentity(String found) {
        if (!identity.isEmpty() && !identity.equals(found)) {
            throw WukongsException.user(
                    "the metadata log is another one than that of this node's state: expected="
                            + identity
                            + " found="
                            + found);
        }
    }

    /** Returns the error of a log that does not have the records after this point. */
    public WukongsException notThere(String log, String facts) {
        return WukongsException.fatal(
                "the metadata log does not have the records after this node's state: log="
                        + log
                        + " position="
                        + position
                        + " "
                        + facts);
    }
}
