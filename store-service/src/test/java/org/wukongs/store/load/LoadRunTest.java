package org.wukongs.store.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.id.StringServer;
import org.wukongs.naive.Seeds;
import org.wukongs.ntriples.TermBytes;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.graph.TripleBuffer;

class LoadRunTest {

    private static final int THREADS = 3;
    private static final int BLOCK_BYTES = 1 << 14;

    /** Of the stream that files are read through. */
    private static final int STREAM_BUFFER_BYTES = 1 << 16;

    @TempDir private Path folder;

    /** While no worker comes on, the reader takes so many blocks of the file and no more. */
    @Test
    void aReaderThatIsAheadWaits() throws IOException, InterruptedException {
        Path file =
                Files.writeString(folder.resolve("a.nt"), "<x:s> <x:p> <x:o> .\n".repeat(99_999));
        CountDownLatch workersMayGoOn = new CountDownLatch(1);
        AtomicLong bytesRead = new AtomicLong();
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        LoadRun run =
                new LoadRun(
                        new LoadOptions(
                                false,
                                bytesRead::addAndGet,
                                THREADS,
                                executor,
                                Long.MAX_VALUE,
                                BLOCK_BYTES),
                        () -> new WaitingEncoder(workersMayGoOn));
        Thread reader = new Thread(() -> run.run(List.of(source(file))));
        reader.start();
        while (reader.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        int blocksMax = 2 * THREADS + 2;
        assertThat(bytesRead.get())
                .isGreaterThan(0)
                .isLessThanOrEqualTo(blocksMax * BLOCK_BYTES + STREAM_BUFFER_BYTES);
        workersMayGoOn.countDown();
        reader.join();
        assertThat(bytesRead.get()).isEqualTo(Files.size(file));
        assertThat(run.statementCount()).isEqualTo(99_999);
        executor.shutdown();
    }

    @Test
    @Timeout(60)
    void aThreadThatIsNotToBeHadEndsTheLoad() throws IOException {
        Path file = Files.writeString(folder.resolve("a.nt"), "<x:s> <x:p> <x:o> .\n");
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        AtomicLong started = new AtomicLong();
        LoadRun run =
                run(
                        work -> {
                            if (started.incrementAndGet() == THREADS) {
                                throw new OutOfMemoryError("no thread");
                            }
                            executor.execute(work);
                        },
                        new WaitingEncoder(new CountDownLatch(0)));
        assertThatThrownBy(() -> run.run(List.of(source(file)))).hasMessage("no thread");
        executor.shutdown();
    }

    /** What a worker still had in hand then would be missing. */
    @Test
    @Timeout(60)
    void anErrorAtTheEndOfAWorkerEndsTheLoad() throws IOException {
        Path file = Files.writeString(folder.resolve("a.nt"), "<x:s> <x:p> <x:o> .\n");
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        LoadRun run = run(executor, new FailingEncoder());
        assertThatThrownBy(() -> run.run(List.of(source(file)))).hasMessage("no memory");
        executor.shutdown();
    }

    private static LoadRun run(Executor executor, TripleEncoder encoder) {
        return new LoadRun(
                new LoadOptions(false, bytes -> {}, THREADS, executor, Long.MAX_VALUE, BLOCK_BYTES),
                () -> encoder);
    }

    /** Has no memory for what it is to flush. */
    private static final class FailingEncoder implements TripleEncoder {

        @Override
        public void add(
                TripleBuffer target, TermBytes subject, TermBytes predicate, TermBytes object) {
            // Until the end.
        }

        @Override
        public void add(TripleBuffer target, String subject, String predicate, String object) {
            // As above.
        }

        @Override
        public void flush() {
            throw new OutOfMemoryError("no memory");
        }
    }

    /** A dictionary elsewhere gets the same triples, in bulk calls, from all threads in turn. */
    @Test
    void aRemoteDictionaryIsAskedInBulk() throws IOException {
        StringBuilder text = new StringBuilder();
        int count = 2 * BulkEncoder.CHUNK_TRIPLES;
        for (int i = 0; i < count; i++) {
            text.append("<x:").append(i % 999).append("> <x:p> \"").append(i).append("\" .\n");
        }
        Path file = Files.writeString(folder.resolve("a.nt"), text);
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        CountingStrings strings = new CountingStrings();
        RdfLoader loader =
                new RdfLoader(
                        (StringServer) strings,
                        new LoadOptions(
                                false,
                                bytes -> {},
                                THREADS,
                                executor,
                                Long.MAX_VALUE,
                                BLOCK_BYTES));
        loader.add("G", file);
        List<String> triples = new ArrayList<>();
        long statements =
                loader.finish(
                        (graph, batch) -> {
                            assertThat(batch.size())
                                    .isLessThanOrEqualTo(TripleMessages.MESSAGE_TRIPLES);
                            for (int i = 0; i < batch.size(); i++) {
                                triples.add(
                                        strings.terms.vertex(batch.subjects()[i])
                                                + strings.terms.predicate(batch.predicates()[i])
                                                + strings.terms.vertex(batch.objects()[i]));
                            }
                        });
        assertThat(statements).isEqualTo(count);
        assertThat(triples)
                .containsExactlyInAnyOrder(
                        text.toString().replaceAll(" \\.\n", "\n").replace(" ", "").split("\n"));
        assertThat(strings.callCount).isLessThanOrEqualTo(2 * (2 + THREADS));
        executor.shutdown();
    }

    /** Against a map that forgets nothing: a cache may forget, and never lies. */
    @Test
    void theCacheKnowsATermOrDoesNot() {
        Random random = Seeds.random(getClass());
        TermCache cache = new TermCache(64);
        Map<String, Long> model = new LinkedHashMap<>();
        TermBytes term = new TermBytes();
        int found = 0;
        for (int i = 0; i < 100_000; i++) {
            String text = "<" + "x".repeat(random.nextInt(20)) + random.nextInt(9) + ">";
            byte[] bytes = (" " + text + " ").getBytes(StandardCharsets.US_ASCII);
            term.set(bytes, 1, bytes.length - 1);
            int slot = cache.slot(term);
            long id = cache.find(slot, term);
            if (id == TermCache.NONE) {
                model.putIfAbsent(text, model.size() + 1L);
                cache.put(slot, term, model.get(text));
            } else {
                found++;
                assertThat(id).isEqualTo(model.get(text));
            }
        }
        assertThat(found).isGreaterThan(10_000);
    }

    private static SourceFile source(Path file) {
        return new SourceFile(0, "G", file, "file:a");
    }

    /** Lets nothing pass before it may. */
    private record WaitingEncoder(CountDownLatch mayGoOn) implements TripleEncoder {

        @Override
        public void add(
                TripleBuffer target, TermBytes subject, TermBytes predicate, TermBytes object) {
            await();
        }

        @Override
        public void add(TripleBuffer target, String subject, String predicate, String object) {
            await();
        }

        private void await() {
            try {
                mayGoOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void flush() {
            // Nothing waits here.
        }
    }

    /** As a client's: no two threads at once. */
    private static final class CountingStrings implements StringServer {

        final TermDictionary terms = new TermDictionary(TermDictionary.TERM_COUNT_MAX_DEFAULT);
        private int callCount;
        private Thread user;

        @Override
        public long[] vertexIds(List<String> asked) {
            enter();
            long[] ids = terms.vertexIds(asked);
            user = null;
            return ids;
        }

        @Override
        public long[] predicateIds(List<String> asked) {
            enter();
            long[] ids = terms.predicateIds(asked);
            user = null;
            return ids;
        }

        private void enter() {
            assertThat(user).isNull();
            user = Thread.currentThread();
            callCount++;
        }
    }
}
