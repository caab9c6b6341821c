package org.wukongs.store.cli;

import org.wukongs.error.WukongsException;
import org.wukongs.store.server.ConnectionLimits;
import picocli.CommandLine.Option;

/** Options that limit what TCP connections may take of a node. */
final class ConnectionOptions {

    @Option(
            names = "--connections-max",
            paramLabel = "N",
            defaultValue = "" + ConnectionLimits.CONNECTION_COUNT_MAX_DEFAULT,
            description =
                    "TCP connections at a time; further ones are refused (default"
                            + " ${DEFAULT-VALUE}).")
    private int connectionsMax;

    @Option(
            names = "--frame-memory",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description =
                    "Heap for TCP requests and replies in progress; if it is used up, clients"
                            + " wait (default: an eighth of the heap).")
    private Long frameMemoryBytes;

    ConnectionLimits limits() {
        try {
            return new ConnectionLimits(
                    connectionsMax,
                    frameMemoryBytes == null
                            ? ConnectionLimits.frameBytesMaxDefault()
                            : frameMemoryBytes);
        } catch (WukongsException e) {
            throw new WrongUsageException(e.getMessage());
        }
    }
}
