package org.wukongs.store.dictionary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Vids;
import org.wukongs.naive.Seeds;

/** Rounds of reclamation beside a naive model of terms, ids and marks. */
class TermReclamationTest {

    private static final int TERM_COUNT_MAX = 200_000;

    private final Random random = Seeds.random(getClass());
    private final TermDictionary dictionary = new TermDictionary(TERM_COUNT_MAX);
    private final TermReclamation reclamation = dictionary.reclamation();
    private final Map<String, Long> known = new HashMap<>();
    private final Map<Long, String> everGiven = new HashMap<>();
    private final Set<Long> predicates = new HashSet<>();
    private Set<Long> marked = new HashSet<>();
    private Set<Long> markedBefore; // null: everything
    private boolean begun;

    @AfterEach
    void close() {
        dictionary.close();
    }

    private String term() {
        int number = random.nextInt(4_000);
        return switch (random.nextInt(8)) {
            case 0 -> "\"" + number + "\"^^<http://www.w3.org/2001/XMLSchema#integer>";
            case 1 -> "\"chat" + number + "\"@" + (random.nextBoolean() ? "fr" : "FR");
            case 2 -> "\"" + "long ".repeat(number % 7 == 0 ? 20_000 : number % 90) + number + "\"";
            default -> "<http://x/" + number + ">";
        };
    }

    /** Terms that differ in the case of a language tag are one. */
    private static String key(String term) {
        return term.endsWith("@FR") ? term.substring(0, term.length() - 2) + "fr" : term;
    }

    private void note(String term, long vid) {
        Long before = known.putIfAbsent(key(term), vid);
        if (before == null) {
            assertThat(everGiven.put(vid, term)).as("ids are given once").isNull();
        } else {
            assertThat(vid).isEqualTo(before);
        }
        marked.add(vid);
    }

    private void find(String term) {
        Long expected = known.get(key(term));
        long vid = dictionary.findVertex(term);
        assertThat(vid).isEqualTo(expected == null ? TermDictionary.UNKNOWN : expected);
        if (expected != null) {
            marked.add(vid);
            assertThat(dictionary.vertex(vid)).isEqualTo(everGiven.get(vid));
        }
    }

    private void lookUpBatch() {
        TermBatch batch = new TermBatch();
        List<String> terms = new ArrayList<>();
        for (int i = random.nextInt(100); i >= 0 && !batch.isFull(); i--) {
            terms.add(term());
            batch.add(terms.get(terms.size() - 1));
        }
        dictionary.vertexIds(batch);
        for (int i = 0; i < terms.size(); i++) {
            note(terms.get(i), batch.id(i));
        }
    }

    private void predicate() {
        String term = "<http://x/p" + random.nextInt(50) + ">";
        long pid = dictionary.predicateId(term);
        long vid = dictionary.vertexOfPredicate(pid);
        note(term, vid);
        predicates.add(vid);
    }

    private void markSome() {
        for (long vid : everGiven.keySet()) {
            if (random.nextInt(3) == 0) {
                boolean given = known.containsValue(vid);
                if (given) {
                    marked.add(vid);
                }
                if (random.nextBoolean()) {
                    reclamation.mark(vid);
                    assertThat(dictionary.isGivenVid(vid)).isEqualTo(given);
                } else {
                    assertThat(dictionary.keep(vid)).isEqualTo(given);
                }
            }
        }
        reclamation.mark(0);
        reclamation.mark(1); // of a predicate
        reclamation.mark(Vids.vid(Vids.COUNTER_MAX, random.nextInt(Vids.PARTITION_COUNT)));
        reclamation.mark(random.nextLong() | Long.MIN_VALUE);
        assertThat(dictionary.keep(random.nextLong() | Long.MIN_VALUE)).isFalse();
        assertThat(dictionary.keep(0)).isFalse();
    }

    private void round() {
        reclamation.beginRound();
        markedBefore = begun ? marked : null;
        marked = new HashSet<>();
        begun = true;
        if (random.nextBoolean()) {
            markSome();
        }
        for (int i = random.nextInt(5); i > 0; i--) {
            lookUpBatch();
        }
        long before = known.size();
        if (markedBefore != null) {
            known.values()
                    .removeIf(
                            vid ->
                                    !marked.contains(vid)
                                            && !markedBefore.contains(vid)
                                            && !predicates.contains(vid));
        }
        assertThat(reclamation.endRound()).isEqualTo(before - known.size());
    }

    @Test
    void whatNoRoundHasMarkedIsReclaimed() {
        note(everGiven(), dictionary.vertexOfPredicate(1));
        predicates.add(dictionary.vertexOfPredicate(1));
        for (int step = 0; step < 600; step++) {
            switch (random.nextInt(6)) {
                case 0 -> round();
                case 1 -> predicate();
                case 2 -> find(term());
                default -> lookUpBatch();
            }
            if (step % 20 == 0) {
                dictionary.check();
                checkAll();
            }
        }
        assertThat(reclamation.reclaimedCount()).isGreaterThan(1_000);
        assertThat(everGiven).hasSizeGreaterThan(2 * known.size());
    }

    private String everGiven() {
        return dictionary.vertex(dictionary.vertexOfPredicate(1)); // rdf:type
    }

    private void checkAll() {
        assertThat(dictionary.termCount()).isEqualTo(known.size());
        Set<Long> alive = new HashSet<>(known.values());
        everGiven.forEach(
                (vid, term) -> {
                    assertThat(dictionary.isGivenVid(vid)).isEqualTo(alive.contains(vid));
                    assertThat(dictionary.wasGiven(vid)).isTrue();
                    if (alive.contains(vid)) {
                        assertThat(dictionary.vertex(vid)).isEqualTo(term);
                        assertThat(dictionary.literals().kind(vid)).isNotNull();
                    } else {
                        assertThat(dictionary.utf8IfGiven(vid)).isNull();
                        assertThatThrownBy(() -> dictionary.vertex(vid))
                                .hasMessageContaining("reclaimed");
                    }
                });
    }

    @Test
    void holdsFromBeforeARoundKeepItOpen() {
        TermHold before = dictionary.hold();
        reclamation.beginRound();
        TermHold within = dictionary.hold();
        assertThat(reclamation.isHeldFromBefore()).isTrue();
        assertThatThrownBy(reclamation::endRound).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(reclamation::beginRound).isInstanceOf(IllegalStateException.class);
        TermHold shared = before.forReader();
        before.close();
        before.close();
        assertThat(reclamation.isHeldFromBefore()).isTrue();
        shared.close();
        assertThat(reclamation.isHeldFromBefore()).isFalse();
        assertThat(reclamation.endRound()).isZero();
        reclamation.beginRound();
        assertThat(reclamation.isHeldFromBefore()).as("of the round before").isTrue();
        within.close();
        reclamation.endRound();
        assertThat(dictionary.round()).isEqualTo(2);
    }

    /** New terms come and old ones go: memory is what a few rounds need. */
    @Test
    void memoryIsUsedAgain() {
        List<Long> kept = new ArrayList<>();
        long afterTen = 0;
        for (int round = 0; round < 60; round++) {
            reclamation.beginRound();
            for (int i = 0; i < 20_000; i++) {
                String text = "<http://x/" + round + "/" + "y".repeat(i % 50) + i + ">";
                long vid = dictionary.vertexId(text);
                if (i % 1_000 == 0 && round < 10) {
                    kept.add(vid);
                }
            }
            kept.forEach(reclamation::mark);
            reclamation.endRound();
            afterTen = round == 10 ? dictionary.memoryBytes() : afterTen;
        }
        assertThat(dictionary.memoryBytes()).isLessThan(afterTen * 11 / 10);
        DictionaryStatistics statistics = dictionary.statistics();
        assertThat(statistics.freeBytes()).isBetween(1L, statistics.memoryBytes() * 2 / 3);
        kept.forEach(vid -> assertThat(dictionary.vertex(vid)).startsWith("<http://x/"));
        assertThat(dictionary.termCount()).isLessThan(2 * 20_000 + kept.size() + 2L);
        dictionary.check();
    }

    /** One new term in hundreds stays for ever: it keeps its entry and little beside it. */
    @Test
    void aFewTermsThatStayKeepLittle() {
        int rounds = 60;
        int termsPerRound = 20_000;
        List<Long> kept = new ArrayList<>();
        long afterTen = 0;
        for (int round = 0; round < rounds; round++) {
            reclamation.beginRound();
            for (int i = 0; i < termsPerRound; i++) {
                long vid = dictionary.vertexId("<http://x/" + round + "/" + i + ">");
                if (random.nextInt(400) == 0) {
                    kept.add(vid);
                }
            }
            kept.forEach(reclamation::mark);
            reclamation.endRound();
            afterTen = round == 10 ? dictionary.memoryBytes() : afterTen;
        }
        dictionary.check();
        kept.forEach(vid -> assertThat(dictionary.isGivenVid(vid)).isTrue());
        long given = (rounds - 10L) * termsPerRound;
        assertThat(dictionary.memoryBytes() - afterTen).isLessThan(given * Long.BYTES / 2);
    }

    /** A full dictionary reclaims too, and has room for new terms afterwards. */
    @Test
    void aFullDictionaryGetsRoom() {
        int bytesMax = 4 << 20;
        try (TermDictionary full =
                TermDictionary.open(
                        DictionaryConfig.inMemory(TERM_COUNT_MAX).withBytesMax(bytesMax))) {
            Map<String, Long> kept = new HashMap<>();
            long given = 0;
            for (int round = 0; round < 30; round++) {
                full.reclamation().beginRound();
                try {
                    while (true) {
                        String text = "<http://x/" + "z".repeat(random.nextInt(90)) + given + ">";
                        long vid = full.vertexId(text);
                        if (given++ % 300 == 0 && round < 10) {
                            kept.put(text, vid);
                        }
                    }
                } catch (WukongsException e) {
                    assertThat(e).hasMessageContaining("the dictionary is full");
                }
                kept.values().forEach(full.reclamation()::mark);
                full.reclamation().endRound();
                full.check();
                kept.forEach((text, vid) -> assertThat(full.findVertex(text)).isEqualTo(vid));
            }
            assertThat(given).isGreaterThan(4 * full.termCount());
            assertThat(full.memoryBytes()).isLessThanOrEqualTo(bytesMax);
        }
    }

    /**
     * What a look-up returns stays for this round and the next, whatever a sweep does meanwhile.
     */
    @Test
    void lookUpsBesideRounds() throws Exception {
        int threadCount = 3;
        long seed = Seeds.seed(getClass());
        AtomicBoolean ended = new AtomicBoolean();
        ExecutorService executor = Executors.newFixedThreadPool(threadCount);
        try {
            List<Future<Long>> lookUps = new ArrayList<>();
            for (int i = 0; i < threadCount; i++) {
                Random own = new Random(seed + i);
                lookUps.add(executor.submit(() -> lookUpUntil(ended, own)));
            }
            long endNs = System.nanoTime() + 3_000_000_000L;
            while (System.nanoTime() < endNs) {
                reclamation.beginRound();
                while (reclamation.isHeldFromBefore()) {
                    Thread.onSpinWait();
                }
                reclamation.endRound();
            }
            ended.set(true);
            for (Future<Long> lookUp : lookUps) {
                assertThat(lookUp.get()).isPositive();
            }
        } finally {
            ended.set(true);
            executor.shutdownNow();
        }
        assertThat(reclamation.reclaimedCount()).isPositive();
        dictionary.check();
    }

    private long lookUpUntil(AtomicBoolean ended, Random own) {
        long count = 0;
        TermBatch batch = new TermBatch();
        while (!ended.get()) {
            TermHold held = dictionary.hold();
            try (held) {
                batch.clear();
                List<String> terms = new ArrayList<>();
                for (int i = own.nextInt(40); i >= 0; i--) {
                    terms.add("<http://x/" + own.nextInt(60_000) + ">");
                    batch.add(terms.get(terms.size() - 1));
                }
                dictionary.vertexIds(batch);
                long single = dictionary.vertexId(terms.get(0));
                assertThat(single).isEqualTo(batch.id(0));
                for (int i = 0; i < terms.size(); i++) {
                    assertThat(dictionary.vertex(batch.id(i))).isEqualTo(terms.get(i));
                    assertThat(dictionary.keep(batch.id(i))).isTrue();
                }
                count++;
            }
        }
        return count;
    }
}
