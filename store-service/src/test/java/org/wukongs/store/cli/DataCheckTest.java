package org.wukongs.store.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.CatalogEntry;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.server.StoreServer;

/** {@code wukongs check --data-dir}. */
class DataCheckTest {

    @TempDir Path folder;

    /** A store that has made a checkpoint and gone on. */
    @BeforeEach
    void write() {
        try (StoreServer server = start()) {
            put(server, "a");
            server.checkpoint();
            put(server, "b");
        }
    }

    private StoreServer start() {
        StoreConfig config =
                StoreConfig.builder().termCountMax(1000).storeMemoryBytes(1 << 20).build();
        return StoreServer.start(config, DataDirectory.open(folder, 2), "127.0.0.1", 0);
    }

    private static void put(StoreServer server, String key) {
        server.ask(node -> node.catalogEntries().put(new CatalogEntry(key, new TreeMap<>())));
    }

    private Cli check() {
        return Cli.run("check", "--data-dir", folder.toString());
    }

    private List<Path> files(String part) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .filter(path -> folder.relativize(path).toString().startsWith(part))
                    .sorted()
                    .toList();
        }
    }

    private List<Path> segments() throws IOException {
        return files("log-").stream().filter(path -> !path.endsWith("log-id")).toList();
    }

    private static void flip(Path file, int at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= 4;
        Files.write(file, bytes);
    }

    @Test
    void aSoundDirectoryIsDescribedAndNotChanged() throws IOException {
        List<Path> before = files("");
        Cli cli = check();
        assertThat(cli.err()).isEmpty();
        assertThat(cli.exitCode()).isZero();
        assertThat(cli.lines()).hasSize(2);
        assertThat(cli.lines().get(0))
                .matches("chk-1: sound, of .* bytes=\\d+ log=[0-9a-f]{16}/\\d+");
        assertThat(cli.lines().get(1))
                .matches("log [0-9a-f]{16}/\\d+: sound, from=\\d+ records=\\d+ bytes=\\d+");
        assertThat(files("")).isEqualTo(before);
    }

    @Test
    void aDirectoryInUseIsRefused() {
        try (StoreServer server = start()) {
            assertThat(Cli.fails(1, "check", "--data-dir", folder.toString()))
                    .contains("a store uses the data directory");
            put(server, "c");
        }
        assertThat(check().exitCode()).isZero();
    }

    @Test
    void anotherDirectoryIsRefused() throws IOException {
        Path other = Files.createDirectory(folder.resolve("other"));
        assertThat(Cli.fails(1, "check", "--data-dir", other.toString()))
                .contains("not a data directory of a store");
        assertThat(other).isEmptyDirectory();
    }

    @Test
    void damageIsNamedAndTheRestIsChecked() throws IOException {
        flip(folder.resolve("checkpoints/state-1"), 3);
        Cli cli = check();
        assertThat(cli.exitCode()).isEqualTo(1);
        assertThat(cli.lines().get(0)).isEqualTo("chk-1: unusable");
        assertThat(cli.lines().get(1)).contains(": sound, from=0 ");
        assertThat(cli.err())
                .contains("the data directory is not sound: problems=1")
                .contains("a checkpoint is damaged: file=" + folder.resolve("checkpoints/state-1"));
    }

    @Test
    void aDamagedLogIsNamed() throws IOException {
        Path log = segments().get(0);
        flip(log, 60);
        Cli cli = check();
        assertThat(cli.exitCode()).isEqualTo(1);
        assertThat(cli.lines()).last().isEqualTo("log: unusable");
        assertThat(cli.err()).contains("the log is damaged: file=" + log);
    }

    @Test
    void anUnfinishedWriteIsSaid() throws IOException {
        Path log = segments().get(segments().size() - 1);
        byte[] bytes = Files.readAllBytes(log);
        Files.write(log, Arrays.copyOf(bytes, bytes.length - 1));
        Cli cli = check();
        assertThat(cli.exitCode()).isZero();
        assertThat(cli.lines()).last().asString().contains("unfinishedWrite=" + log + " bytes=20");
    }
}
