package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.CatalogEntry;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.checkpoint.LogPoint;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.stream.StreamDefinition;

/** A start that is told to do without the end of a log says what has to be sent again. */
class AbandonedLogTest {

    @TempDir Path folder;

    private StoreServer start(LogPoint abandoned) {
        StoreConfig config =
                StoreConfig.builder().termCountMax(1000).storeMemoryBytes(1 << 20).build();
        return StoreServer.start(
                config, DataDirectory.open(folder, 2, Set.of(), abandoned), "127.0.0.1", 0);
    }

    /** Registers a stream; returns its position in the log. Then puts an entry. */
    private long write(StoreServer server) {
        long position =
                server.ask(
                        node -> {
                            node.streams()
                                    .register(new StreamDefinition("s", 100, "http://g", Set.of()));
                            return node.history().position();
                        });
        server.ask(node -> node.catalogEntries().put(new CatalogEntry("k", new TreeMap<>())));
        return position;
    }

    private static int entries(StoreServer server) {
        return server.ask(node -> node.catalogEntries().startingWith("").size());
    }

    private String logId() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(path -> path.getFileName().toString())
                    .filter(name -> name.matches("log-[0-9a-f]{16}"))
                    .findAny()
                    .orElseThrow()
                    .substring("log-".length());
        }
    }

    @Test
    void aStartSaysWhatHasToBeSentAgainOnce() throws IOException {
        long position;
        try (StoreServer server = start(null)) {
            position = write(server);
            assertThat(server.toSendAgain()).isNull();
        }
        LogPoint kept = LogPoint.parse(logId() + "/" + position);
        try (StoreServer server = start(kept)) {
            assertThat(server.toSendAgain())
                    .contains("after position " + position + " is lost")
                    .endsWith("; s from its beginning");
            assertThat(entries(server)).isZero();
            server.ask(node -> node.catalogEntries().put(new CatalogEntry("k", new TreeMap<>())));
        }
        try (StoreServer server = start(kept)) {
            assertThat(server.toSendAgain()).as("the option does nothing now").isNull();
            assertThat(entries(server)).isEqualTo(1);
        }
    }
}
