package org.wukongs.store.server;

import java.io.IOException;
import java.nio.file.Path;
import org.wukongs.store.log.FileStorage;
import org.wukongs.store.log.LogOptions;
import org.wukongs.store.log.SyncMode;
import org.wukongs.store.node.StoreConfig;

/**
 * A store with a log, in a process of its own that a test kills. Arguments: the directory of the
 * log, the number of the start.
 */
final class LoggedStore {

    private static final long LOG_ID = 7;

    private LoggedStore() {}

    public static void main(String[] arguments) throws IOException {
        LogStart log =
                new LogStart(
                        new FileStorage(Path.of(arguments[0])),
                        LogOptions.defaults(SyncMode.COMMIT),
                        LOG_ID,
                        Long.parseLong(arguments[1]));
        StoreConfig config =
                StoreConfig.builder().termCountMax(1 << 20).storeMemoryBytes(1 << 26).build();
        try (StoreServer server = StoreServer.startWithLog(config, log, "127.0.0.1", 0)) {
            System.out.println("listening on " + server.address());
            int end = System.in.read(); // the test has ended, whatever it reads
            assert end < 0;
        }
    }
}
