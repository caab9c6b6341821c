package org.wukongs.store.cli;

import java.nio.file.Path;
import org.wukongs.error.WukongsException;
import org.wukongs.store.server.ConnectionLimits;
import org.wukongs.store.server.RingOptions;
import picocli.CommandLine.Option;

/** Options that limit what connections may take of a node. */
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

    /** Values of {@code --local-rings}. */
    enum Switch {
        ON,
        OFF
    }

    @Option(
            names = "--local-rings",
            paramLabel = "on|off",
            defaultValue = "on",
            description =
                    "Let clients on this host use shared memory in place of TCP (default"
                            + " ${DEFAULT-VALUE}).")
    private Switch localRings;

    @Option(
            names = "--local-rings-dir",
            paramLabel = "DIR",
            description =
                    "Directory of a file system in memory in which client and node find each"
                            + " other (default "
                            + RingOptions.DIRECTORY_DEFAULT
                            + ").")
    private Path localRingsDir;

    @Option(
            names = "--local-rings-memory",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description =
                    "Shared memory of all such connections, 516 KiB each; further ones use TCP"
                            + " (default 64m).")
    private Long localRingsBytes;

    private RingOptions rings() {
        if (localRings == Switch.OFF) {
            if (localRingsDir != null || localRingsBytes != null) {
                throw new WrongUsageException(
                        "--local-rings-dir and --local-rings-memory need --local-rings on");
            }
            return RingOptions.OFF;
        }
        return new RingOptions(
                localRingsDir == null ? RingOptions.DEFAULT.directory() : localRingsDir,
                RingOptions.DEFAULT.capacityBytes(),
                localRingsBytes == null ? RingOptions.BYTES_MAX_DEFAULT : localRingsBytes);
    }

    ConnectionLimits limits() {
        try {
            return new ConnectionLimits(
                            connectionsMax,
                            frameMemoryBytes == null
                                    ? ConnectionLimits.frameBytesMaxDefault()
                                    : frameMemoryBytes)
                    .withRings(rings());
        } catch (WukongsException e) {
            throw new WrongUsageException(e.getMessage());
        }
    }
}
