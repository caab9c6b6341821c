package org.wukongs.store.dictionary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.rdf4j.model.Literal;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;
import org.wukongs.naive.Seeds;

class MemoryDictionaryTest extends DictionaryContract {

    /** Over 64 stripes of segments for 409 terms each: all of them split. */
    private static final int TERMS = 100_000;

    private static final int READERS = 2;

    @Override
    TermDictionary create(long termCountMax) {
        return new TermDictionary(termCountMax);
    }

    @Override
    int randomOperations() {
        return 30_000;
    }

    @Test
    void bytesAreLimited() {
        long bytesMax = 4 << 20;
        try (TermDictionary small =
                TermDictionary.open(DictionaryConfig.inMemory(TERMS).withBytesMax(bytesMax))) {
            assertThatThrownBy(
                            () -> {
                                for (int i = 0; i < TERMS; i++) {
                                    small.vertexId("<http://www.example.org/some/vertex" + i + ">");
                                }
                            })
                    .isInstanceOf(WukongsException.class)
                    .hasMessageContaining("--terms-bytes-max")
                    .hasMessageContaining("bytesMax=" + bytesMax);
            assertThat(small.memoryBytes()).isLessThanOrEqualTo(bytesMax);
            assertThat(small.findVertex("<http://www.example.org/some/vertex0>")).isPositive();
            small.check();
        }
    }

    @Test
    void memoryPerTermBesideItsText() {
        TermDictionary dictionary = create(TERMS);
        long textBytes = 0;
        for (int i = 0; i < TERMS - 1; i++) {
            String term = "<http://x/" + i + ">";
            textBytes += term.length();
            dictionary.vertexId(term);
        }
        long bytesPerTerm = (dictionary.memoryBytes() - textBytes) / TERMS;
        assertThat(bytesPerTerm).isBetween(20L, 90L);
        dictionary.check();
        dictionary.close();
        assertThat(dictionary.memoryBytes()).isZero();
    }

    /** While segments split, a reader never misses a term that was there before it asked. */
    @Test
    void readersBesideAWriterFindAllThatIsThere() throws Exception {
        long seed = Seeds.seed(getClass());
        ExecutorService executor = Executors.newFixedThreadPool(READERS);
        try (TermDictionary dictionary = create(TERMS + 1)) {
            AtomicInteger written = new AtomicInteger();
            List<Future<Integer>> readers = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                Random random = new Random(seed + i);
                readers.add(executor.submit(() -> readWhile(dictionary, written, random)));
            }
            for (int i = 0; i < TERMS; i++) {
                dictionary.vertexId("<http://x/" + i + ">");
                written.set(i + 1);
            }
            for (Future<Integer> reader : readers) {
                assertThat(reader.get()).isPositive();
            }
            dictionary.check();
        } finally {
            executor.shutdownNow();
        }
    }

    private static int readWhile(TermDictionary dictionary, AtomicInteger written, Random random) {
        int reads = 0;
        TermBatch batch = new TermBatch();
        for (int known = 0; known < TERMS; known = written.get()) {
            if (known > 0) {
                String term = "<http://x/" + random.nextInt(known) + ">";
                long vid = dictionary.findVertex(term);
                assertThat(vid).as(term).isNotEqualTo(TermDictionary.UNKNOWN);
                assertThat(dictionary.vertex(vid)).isEqualTo(term);
                batch.clear();
                batch.add(term);
                batch.add("<http://x/" + random.nextInt(known) + ">");
                dictionary.vertexIds(batch);
                assertThat(batch.id(0)).isEqualTo(vid);
                dictionary.readAhead(new long[] {batch.id(1), vid}, 2);
                String other = dictionary.vertex(batch.id(1));
                assertThat(dictionary.findVertex(other)).isEqualTo(batch.id(1));
                reads++;
            }
        }
        return reads;
    }

    @Test
    void valuesAreRdf4jValues() {
        assertThat(TermDictionary.value("<http://x/a>").isIRI()).isTrue();
        assertThat(TermDictionary.value("_:b").isBNode()).isTrue();
        Literal literal = (Literal) TermDictionary.value("\"a\\nb\"@en");
        assertThat(literal.getLabel()).isEqualTo("a\nb");
        assertThat(literal.getLanguage()).contains("en");
    }

    /** A tag whose bits all agree with others' fills one segment: it splits as deep as it may. */
    @Test
    void likeHashesEndInAnError() {
        try (OffHeapMemory memory = new OffHeapMemory(Long.MAX_VALUE, "--x")) {
            TermIndex index = new TermIndex(memory, new TermRecords(memory));
            assertThatThrownBy(
                            () -> {
                                for (int ref = 1; ref < 1_000; ref++) {
                                    index.insert(7, ref);
                                }
                            })
                    .isInstanceOf(WukongsException.class)
                    .hasMessageContaining("similar hashes");
            assertThat(index.find(7, (records, ref) -> ref == 400)).isEqualTo(400);
            assertThat(index.find(7, (records, ref) -> ref == 999)).isEqualTo(TermIndex.NONE);
        }
    }

    @Test
    void entriesArePinned() {
        TermValue zoned = new TermValue(TermKind.DATE, 0, -60);
        long entry = VidEntryDescriptor.entry(0x80000001, zoned);
        assertThat(entry).isEqualTo(1L << 63 | 24L << 49 | 780L << 32 | 0x80000001L);
        assertThat(VidEntryDescriptor.ref(entry)).isEqualTo(0x80000001);
        assertThat(VidEntryDescriptor.zoneMinutes(entry)).isEqualTo(-60);
        long iri = VidEntryDescriptor.withPid(VidEntryDescriptor.entry(5, TermValue.IRI), 131_071);
        assertThat(VidEntryDescriptor.pid(iri)).isEqualTo(131_071);
        assertThat(VidEntryDescriptor.kind(iri)).isEqualTo(TermKind.IRI);
        for (TermKind kind : List.of(TermKind.values())) {
            assertThat(VidEntryDescriptor.kind(VidEntryDescriptor.entry(1, TermValue.of(kind, 0))))
                    .isEqualTo(kind);
        }
    }
}
