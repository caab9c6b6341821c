package org.wukongs.store.metadata;

import java.net.URI;
import org.wukongs.error.WukongsException;

/**
 * Opens metadata logs of one kind. Backends with libraries of their own are in modules of their
 * own, which name their provider to {@link java.util.ServiceLoader}.
 */
public interface MetadataLogProvider {

    /** Returns the scheme of the addresses that this provider opens. */
    String scheme();

    /**
     * Opens a log.
     *
     * @param address where the log is, with options of the backend as its query
     * @param from the records after it are read
     * @throws WukongsException USER if the address or the log's settings are wrong, or the log is
     *     another one; FATAL if it does not have the records after {@code from}; RETRIABLE if it
     *     cannot be reached within the backend's deadline
     */
    MetadataLog open(URI address, MetadataPoint from);
}
