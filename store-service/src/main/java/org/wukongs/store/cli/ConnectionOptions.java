package org.wukongs.store.cli;

import org.wukongs.store.server.ConnectionLimits;
import picocli.CommandLine.Option;

/** What clients may take of a node by connections over TCP. */
final class ConnectionOptions {

    @Option(
            names = "--connections-max",
            paramLabel = "N",
            defaultValue = "" + ConnectionLimits.CONNECTION_COUNT_MAX_DEFAULT,
            description =
                    "Connections over TCP at a time; more are refused (default ${DEFAULT-VALUE}).")
    private int connectionsMax;

    @Option(
            names = "--frame-memory",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description =
                    "Heap of the requests and replies over TCP that are in hand; where it is used"
                            + " up, clients wait (default: an eighth of the heap).")
    private Long frameMemoryBytes;

    ConnectionLimits limits() {
        return new ConnectionLimits(
                connectionsMax,
                frameMemoryBytes == null
                        ? ConnectionLimits.frameBytesMaxDefault()
                        : frameMemoryBytes);
    }
}
