package org.wukongs.store.dictionary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Vids;
import org.wukongs.naive.Seeds;

class DiskDictionaryTest extends DictionaryContract {

    private static final long TERM_COUNT_MAX = 200_000;

    /** So little that the caches turn over all the time. */
    private static final long CACHE_BYTES = 1 << 20;

    private static final int KILLS = 3;

    @TempDir private Path directory;
    private int created;

    @Override
    TermDictionary create(long termCountMax) {
        return open(directory.resolve("created" + created++), termCountMax);
    }

    @Override
    int randomOperations() {
        return 3_000;
    }

    private static TermDictionary open(Path directory, long termCountMax) {
        return TermDictionary.open(
                DictionaryConfig.inMemory(termCountMax)
                        .withDirectory(directory)
                        .withCacheBytesMax(CACHE_BYTES));
    }

    private TermDictionary reopen() {
        return open(directory.resolve("reopened"), TERM_COUNT_MAX);
    }

    @Test
    void idsAreTheSameWhenOpenedAgain() {
        Map<String, Long> vids = new HashMap<>();
        long predicate = 0;
        for (int round = 0; round < 3; round++) {
            try (TermDictionary dictionary = reopen()) {
                vids.forEach(
                        (term, vid) -> {
                            assertThat(dictionary.findVertex(term)).isEqualTo(vid);
                            assertThat(dictionary.vertex(vid)).isEqualTo(term);
                        });
                for (int i = 0; i < 1_000; i++) {
                    String term = "\"" + i % 10 + "/" + i + "/" + round + "\"@en-GB";
                    long vid = dictionary.vertexId(term);
                    assertThat(vids.containsValue(vid)).isFalse();
                    vids.put(term, vid);
                }
                assertThat(dictionary.termCount()).isEqualTo(vids.size() + 1 + (round > 0 ? 1 : 0));
                assertThat(dictionary.predicateId("<http://p>")).isEqualTo(2);
                predicate = round == 0 ? dictionary.vertexOfPredicate(2) : predicate;
                assertThat(dictionary.vertexOfPredicate(2)).isEqualTo(predicate);
                assertThat(dictionary.predicateOfVertex(predicate)).isEqualTo(2);
                dictionary.check();
            }
        }
    }

    @Test
    void limitsHoldForWhatIsThere() {
        try (TermDictionary dictionary = reopen()) {
            dictionary.vertexIds(List.of("\"a\"", "\"b\""));
        }
        try (TermDictionary dictionary = open(directory.resolve("reopened"), 3)) {
            assertThat(dictionary.vertexId("\"a\"")).isPositive();
            assertThatThrownBy(() -> dictionary.vertexId("\"c\""))
                    .hasMessageContaining("--terms-max");
        }
    }

    @Test
    void oneOpensItAtATime() {
        try (TermDictionary dictionary = reopen()) {
            assertThat(dictionary.termCount()).isEqualTo(1);
            assertThatThrownBy(this::reopen)
                    .isInstanceOf(WukongsException.class)
                    .hasMessageContaining("in use")
                    .hasMessageContaining(directory.toString());
        }
    }

    @Test
    void anotherFormatIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "not a directory");
        assertThatThrownBy(() -> open(file, 10))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("directory=" + file);
    }

    /** Ids on disk hang on it. */
    @Test
    void keysArePinned() {
        long vid = Vids.vid(0x123456789L, 0x3FE);
        byte[] key = DiskKeyDescriptor.vidKey(vid);
        assertThat(HexFormat.of().formatHex(key)).isEqualTo("03fe000123456789");
        assertThat(DiskKeyDescriptor.vidOfKey(key)).isEqualTo(vid);
        assertThat(HexFormat.of().formatHex(DiskKeyDescriptor.lastVidKey(1023)))
                .isEqualTo("03ffffffffffffff");
        assertThat(HexFormat.of().formatHex(DiskKeyDescriptor.pidKey(258))).isEqualTo("00000102");
        assertThat(HexFormat.of().formatHex(DiskKeyDescriptor.bytes(vid)))
                .isEqualTo("0000048d159e27fe");
    }

    /** A process that is killed keeps its word: every id that it told anybody is still so. */
    @Test
    void aKilledProcessLeavesAConsistentDictionary() throws Exception {
        Random random = Seeds.random(getClass());
        Map<Long, String> told = new HashMap<>();
        for (int kill = 0; kill < KILLS; kill++) {
            Process child = startChild(kill);
            try (BufferedReader lines = child.inputReader()) {
                for (int count = 100 + random.nextInt(20_000); count > 0; count--) {
                    remember(lines.readLine(), told);
                }
                if (kill == 0) {
                    assertThatThrownBy(this::reopen).hasMessageContaining("in use");
                }
                // Unlike the process's own method, this leaves what it has said to be read.
                child.toHandle().destroyForcibly();
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    remember(line, told);
                }
            }
            child.waitFor();
            checkTold(told);
        }
    }

    private Process startChild(int number) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        DictionaryChild.class.getName(),
                        directory.resolve("reopened").toString(),
                        Integer.toString(number))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** A line cut off by the kill says nothing. */
    private static void remember(String line, Map<Long, String> told) {
        if (line != null && line.endsWith(DictionaryChild.LINE_END)) {
            String[] fields = line.split("\t", -1);
            String before = told.put(Long.valueOf(fields[0]), fields[1]);
            assertThat(before).as(line).isIn(null, fields[1]);
        }
    }

    private void checkTold(Map<Long, String> told) {
        try (TermDictionary dictionary = reopen()) {
            dictionary.check();
            told.forEach(
                    (vid, term) -> {
                        assertThat(dictionary.findVertex(term)).isEqualTo(vid);
                        assertThat(dictionary.vertex(vid)).isEqualTo(term);
                    });
            long fresh = dictionary.vertexId("\"fresh" + told.size() + "\"");
            assertThat(told).doesNotContainKey(fresh);
        }
    }
}
