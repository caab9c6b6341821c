package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.wukongs.client.CatalogEntry;
import org.wukongs.client.StoreCatalog;
import org.wukongs.client.StoreClient;
import org.wukongs.error.WukongsException;
import org.wukongs.store.history.EntryTable;
import org.wukongs.store.node.CatalogEntries;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.stream.StreamDefinition;

/** What catalogs of tables ask of a store, over a real socket. */
final class StoreCatalogTest {

    private final StoreServer server = StoreServer.start(StoreConfig.DEFAULT, "127.0.0.1", 0);
    private final StoreClient client =
            StoreClient.connect(List.of(server.address()), Duration.ofSeconds(5));
    private final StoreCatalog catalog = client.catalog();

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    @Test
    void entriesAreKeptOncePerKey() {
        CatalogEntry a = new CatalogEntry("table/a", Map.of("x", "1", "y", "é\n"));
        CatalogEntry b = new CatalogEntry("table/b", Map.of());
        assertThat(catalog.putEntry(b)).isTrue();
        assertThat(catalog.putEntry(a)).isTrue();
        assertThat(catalog.putEntry(new CatalogEntry("tablf", Map.of()))).isTrue();
        assertThat(catalog.putEntry(new CatalogEntry("table/a", Map.of()))).isFalse();
        assertThat(catalog.entries("table/")).containsExactly(a, b);
        assertThat(catalog.removeEntry("table/a")).isTrue();
        assertThat(catalog.removeEntry("table/a")).isFalse();
        assertThat(catalog.entries("table/")).containsExactly(b);
    }

    @Test
    void anEntryIsReplacedIfItIsAsItWas() {
        CatalogEntry a = new CatalogEntry("table/a", Map.of("x", "1"));
        CatalogEntry changed = new CatalogEntry("table/a", Map.of("x", "2"));
        CatalogEntry b = new CatalogEntry("table/b", Map.of());
        assertThat(catalog.replaceEntry(a, changed)).as("is not there").isFalse();
        catalog.putEntry(a);
        assertThat(catalog.replaceEntry(changed, b)).as("is another").isFalse();
        assertThat(catalog.entries("")).containsExactly(a);
        assertThat(catalog.replaceEntry(a, changed)).isTrue();
        assertThat(catalog.entries("")).containsExactly(changed);
        assertThat(catalog.replaceEntry(changed, b)).as("under another key").isTrue();
        assertThat(catalog.entries("")).containsExactly(b);
        catalog.putEntry(a);
        assertThat(catalog.replaceEntry(a, b)).as("the other key is taken").isFalse();
        assertThat(catalog.entries("")).containsExactly(a, b);
    }

    @Test
    void theNumberOfEntriesIsLimited() {
        CatalogEntries entries = new CatalogEntries();
        for (int i = 0; i < EntryTable.ENTRY_COUNT_MAX; i++) {
            entries.put(new CatalogEntry("k" + i, Map.of()));
        }
        assertThatThrownBy(() -> entries.put(new CatalogEntry("one more", Map.of())))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("entryCountMax=100000");
    }

    @Test
    void streamsAndGraphsAreListed() {
        StreamDefinition stream =
                new StreamDefinition("http://x/s", 50, "http://x/g", Set.of("http://x/at"));
        client.registerStream(stream);
        assertThat(catalog.streams()).containsExactly(stream);
        assertThat(catalog.graphNames()).containsExactly("http://x/g");
    }
}
