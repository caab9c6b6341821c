package org.wukongs.store.server;

import java.io.IOException;
import java.nio.file.Path;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.log.LogOptions;
import org.wukongs.store.log.SyncMode;
import org.wukongs.store.node.StoreConfig;

/**
 * A store with a log, in a process of its own that a test kills. Arguments: the data directory, the
 * mode, the bytes of the log after which it makes a checkpoint.
 */
final class LoggedStore {

    private LoggedStore() {}

    public static void main(String[] arguments) throws IOException {
        LogSettings log =
                new LogSettings(
                        LogOptions.defaults(SyncMode.valueOf(arguments[1])),
                        Long.parseLong(arguments[2]));
        StoreConfig config =
                StoreConfig.builder().termCountMax(1 << 20).storeMemoryBytes(1 << 26).build();
        DataDirectory data = DataDirectory.open(Path.of(arguments[0]), 2);
        try (StoreServer server =
                StoreServer.start(config, ConnectionLimits.DEFAULT, data, log, "127.0.0.1", 0)) {
            System.out.println("listening on " + server.address());
            int end = System.in.read(); // the test has ended, whatever it reads
            assert end < 0;
        }
    }
}
