package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.error.WukongsException;
import org.wukongs.naive.Seeds;
import org.wukongs.store.fabric.FabricCounts;
import org.wukongs.store.fabric.RemoteLostException;
import org.wukongs.store.fabric.RemoteMemory;
import org.wukongs.store.fabric.RemoteReadException;

/** What each way to another process's memory has to do: reads of a process of its own. */
@Timeout(120)
public abstract class RemoteMemoryContract {

    private static final int LAST = (int) ContractOwner.REGION_BYTES - Long.BYTES;
    private static final int WORDS = (int) (ContractOwner.REGION_BYTES / Long.BYTES);

    @TempDir protected static Path folder;
    private final Random random = new Random(Seeds.seed(getClass()));
    private static Process owner; // null before a test needs one, and after one has spoiled it
    private static BufferedReader answers;
    private static String[] said;

    /** Returns the arguments by which a process shares its memory, after the directory. */
    protected abstract List<String> sharing();

    /** Opens the memory of a process that has said this. */
    protected abstract RemoteMemory open(String[] offer, Path directory);

    /** Returns what a process has offered for shared memory. */
    protected static SharedMemoryOffer offer(String[] said) {
        return new SharedMemoryOffer(
                Path.of(said[0]), Long.parseLong(said[1]), 0, Long.parseLong(said[2]));
    }

    @BeforeEach
    void start() throws IOException {
        if (owner != null) {
            return;
        }
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-ea",
                                "-Xmx128m",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                                "-Djava.library.path=" + System.getProperty("java.library.path"),
                                "-cp",
                                System.getProperty("java.class.path"),
                                ContractOwner.class.getName(),
                                folder.toString()));
        command.addAll(sharing());
        owner = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        answers = owner.inputReader(StandardCharsets.UTF_8);
        String line = answers.readLine();
        assertThat(line).as("what the owner says").isNotNull();
        said = line.split(" ", -1);
    }

    /** The next test begins with another owner. */
    @AfterAll
    static void end() throws InterruptedException {
        if (owner != null) {
            owner.destroyForcibly().waitFor();
            owner = null;
        }
    }

    final RemoteMemory openOnce() {
        return open(said, folder);
    }

    private static void tell(String command) throws IOException {
        owner.outputWriter().write(command + "\n");
        owner.outputWriter().flush();
        assertThat(answers.readLine()).isEqualTo("done");
    }

    private static void signal(String signal) throws Exception {
        String pid = Long.toString(owner.pid());
        Process kill = new ProcessBuilder("kill", "-" + signal, pid).inheritIO().start();
        assertThat(kill.waitFor()).isZero();
    }

    /** Reads words and ranges at random places, and says what is not as it was written. */
    private static void assertReads(RemoteMemory memory, Random random, int rounds) {
        for (int round = 0; round < rounds; round++) {
            int count = 1 + random.nextInt(random.nextBoolean() ? 20 : 600);
            long[] offsets = new long[count];
            int[] counts = new int[count];
            int[] places = new int[count];
            int total = 0;
            for (int i = 0; i < count; i++) {
                counts[i] = random.nextInt(random.nextInt(10) == 0 ? 300 : 8);
                offsets[i] = (1 + random.nextInt(WORDS - 300)) * (long) Long.BYTES;
                places[i] = total;
                total += counts[i];
            }
            long[] words = new long[count];
            memory.words(offsets, count, words);
            long[] ranges = new long[total];
            memory.ranges(offsets, counts, places, count, ranges);
            for (int i = 0; i < count; i++) {
                assertThat(words[i]).isEqualTo(ContractOwner.word(offsets[i]));
                for (int word = 0; word < counts[i]; word++) {
                    long expected = ContractOwner.word(offsets[i] + (long) word * Long.BYTES);
                    assertThat(ranges[places[i] + word]).isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void whatIsReadIsWhatWasWritten() {
        try (RemoteMemory memory = openOnce()) {
            assertThat(memory.sizeBytes()).isEqualTo(ContractOwner.REGION_BYTES);
            assertThat(memory.enter()).isTrue();
            assertReads(memory, random, 20);
            long[] all = new long[WORDS + 3];
            memory.range(0, WORDS, all, 3);
            for (int i = 0; i < WORDS; i++) {
                if (all[3 + i] != ContractOwner.word((long) i * Long.BYTES)) {
                    assertThat(i).as("first word that differs").isEqualTo(-1);
                }
            }
            memory.range(LAST, 1, all, 0);
            assertThat(all[0]).isEqualTo(ContractOwner.word(LAST));
            memory.range(LAST + Long.BYTES, 0, all, 0);
            memory.leave();
        }
    }

    @Test
    void whatIsOutsideIsRefused() {
        try (RemoteMemory memory = openOnce()) {
            assertThat(memory.enter()).isTrue();
            long[] into = new long[4];
            for (long offset : new long[] {-8, LAST + 8, 4, Long.MAX_VALUE - 7, Long.MIN_VALUE}) {
                assertRefused(() -> memory.words(new long[] {8, offset}, 2, into));
                assertRefused(() -> memory.range(offset, 1, into, 0));
                assertRefused(
                        () ->
                                memory.ranges(
                                        new long[] {8, offset},
                                        new int[] {1, 1},
                                        new int[] {0, 1},
                                        2,
                                        into));
            }
            assertRefused(() -> memory.range(LAST, 2, into, 0));
            assertRefused(() -> memory.range(8, -1, into, 0));
            for (int at : new int[] {-8, 4, SharedMemoryDescriptor.HEAD_BYTES}) {
                assertRefused(() -> memory.headWords(new int[] {0, at}, 2, into));
            }
            assertThatThrownBy(() -> memory.range(8, 2, into, 3))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertReads(memory, random, 1); // it is not of less use after that
            memory.leave();
        }
    }

    private static void assertRefused(Runnable read) {
        assertThatThrownBy(read::run).isInstanceOf(RemoteReadException.class);
    }

    @Test
    void manyReadsOfManyThreads() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (RemoteMemory memory = openOnce()) {
            List<Future<Object>> reading = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                Random of = new Random(random.nextLong());
                Callable<Object> reads =
                        () -> {
                            for (int turn = 0; turn < 5; turn++) {
                                assertThat(memory.enter()).isTrue();
                                assertReads(memory, of, 4);
                                memory.leave();
                            }
                            return null;
                        };
                reading.add(threads.submit(reads));
            }
            for (Future<Object> one : reading) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aStoppedOwnerIsRead() throws Exception {
        try (RemoteMemory memory = openOnce()) {
            assertThat(memory.enter()).isTrue();
            signal("STOP");
            assertReads(memory, random, 20);
            memory.leave();
        } finally {
            signal("CONT");
        }
    }

    /** What is read then is what was there, or nothing: never anything else, and in time. */
    @Test
    void aDeadOwnerIsReadOrLost() throws Exception {
        try (RemoteMemory memory = openOnce()) {
            assertThat(memory.enter()).isTrue();
            assertReads(memory, random, 1);
            signal("KILL");
            owner.waitFor();
            boolean lost = false;
            try {
                assertReads(memory, random, 5);
            } catch (RemoteLostException e) {
                lost = true;
            }
            memory.leave();
            assertThat(memory.enter()).isEqualTo(!lost);
        } finally {
            end();
        }
    }

    @Test
    void whatIsGivenUpDoesNotCount() throws Exception {
        OneSidedMemory memory = OneSidedMemory.over(openOnce(), offer(said), FabricCounts.NONE);
        assertThat(memory.enter()).isTrue();
        assertThat(memory.counts(1)).isTrue();
        tell("revoke");
        assertThat(memory.counts(1)).isFalse();
        memory.leave();
        memory.close();
        assertThat(memory.enter()).isFalse();
        end();
    }

    @Test
    void whatHasAnotherGenerationOrHasEndedIsRefused() throws Exception {
        SharedMemoryOffer offer = offer(said);
        SharedMemoryOffer earlier =
                new SharedMemoryOffer(offer.file(), offer.generation() - 2, 0, offer.ticket());
        assertThatThrownBy(() -> OneSidedMemory.over(openOnce(), earlier, FabricCounts.NONE))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("not what was offered: generation");
        OneSidedMemory memory = OneSidedMemory.over(openOnce(), offer, FabricCounts.NONE);
        assertThat(memory.enter()).isTrue();
        tell("close");
        assertThat(memory.counts(Long.MAX_VALUE)).isFalse();
        memory.leave();
        memory.close();
        end();
    }
}
