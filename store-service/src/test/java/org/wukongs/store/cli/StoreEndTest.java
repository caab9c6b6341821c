package org.wukongs.store.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a store says when it stops. */
final class StoreEndTest {

    @TempDir private Path directory;

    private StoreJvm start(String... arguments) throws IOException {
        Path data =
                Files.writeString(directory.resolve("a.nt"), "<http://x/a> <http://x/b> \"c\" .");
        StoreJvm store =
                StoreJvm.start(StoreJvm.command(List.of(), arguments), directory.resolve("err"));
        Cli.ok("load", "--store", store.address().toString(), "--data", data.toString());
        return store;
    }

    private static String lastLine(StoreJvm store) throws Exception {
        List<String> lines = store.process().inputReader().lines().toList();
        store.process().waitFor();
        return lines.get(lines.size() - 1);
    }

    @Test
    void aStoreWithADataDirectorySaysWhatItKeeps() throws Exception {
        Path data = directory.resolve("data");
        StoreJvm store = start("--data-dir", data.toString());
        store.process().toHandle().destroy();
        assertThat(lastLine(store))
                .matches(
                        "stopped, kept in "
                                + data
                                + ": triples=1 streams=0 queries=0 log=[1-9][0-9]*");
    }

    @Test
    void aStoreInMemorySaysThatNothingIsKept() throws Exception {
        StoreJvm store = start();
        store.process().getOutputStream().close(); // --end-with-input
        assertThat(lastLine(store))
                .isEqualTo(
                        "stopped, without --data-dir nothing is kept:"
                                + " triples=1 streams=0 queries=0");
    }
}
