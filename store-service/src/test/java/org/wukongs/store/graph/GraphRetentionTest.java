package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.error.WukongsException.Category.FATAL;
import static org.wukongs.naive.Failures.assertFails;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;
import org.wukongs.naive.Seeds;

/** Random mentions, removals and restores of a few triples, beside a list of all mentions. */
class GraphRetentionTest {

    private static final int ROUNDS = 150;
    private static final int STEPS = 60;
    private static final int[] KEPT = {3, 7};
    private static final int FOREVER = 2; // in place of a log's index

    /** A mention in a log, or for ever. */
    private record Said(int log, long batch) {

        boolean isDue(long closed) {
            return log != FOREVER && batch + KEPT[log] <= closed;
        }
    }

    private static final class Run {

        private final Random random;
        private final TripleModel model = new TripleModel(3, 2);
        private final Map<TripleModel.Ids, List<Said>> mentions = new HashMap<>();
        private final List<MentionLog> logs = new ArrayList<>();
        private GraphMemory memory = new GraphMemory(1 << 20);
        private StoredGraph graph = memory.newGraph();
        private long batch;

        Run(Random random) {
            this.random = random;
            logs.add(graph.retain().newLog());
            logs.add(graph.retain().newLog());
        }

        void step() {
            switch (random.nextInt(10)) {
                case 0, 1, 2, 3 -> say(random.nextInt(3));
                case 4 -> remove(random.nextInt(4));
                case 5 -> failToSay(random.nextInt(2));
                case 6 -> restore();
                case 7 -> dropAndClear();
                default -> closeBatches();
            }
            model.triples().clear();
            model.triples().addAll(mentions.keySet());
            model.assertShows(graph);
            Checks.assertSound(memory, graph);
        }

        private TripleBuffer drawn(int countMax) {
            TripleBuffer triples = new TripleBuffer();
            for (int i = random.nextInt(countMax + 1); i > 0; i--) {
                TripleModel.Ids triple = model.randomTriple(random);
                triples.append(triple.s(), triple.p(), triple.o());
            }
            return triples;
        }

        private TripleModel.Ids ids(TripleBuffer triples, long row) {
            return new TripleModel.Ids(triples.subject(row), triples.pid(row), triples.object(row));
        }

        private void log(TripleBuffer triples, int log) {
            for (long row = 0; log != FOREVER && row < triples.size(); row++) {
                graph.retention()
                        .append(
                                logs.get(log),
                                batch,
                                triples.subject(row),
                                triples.pid(row),
                                triples.object(row));
            }
        }

        private void say(int log) {
            TripleBuffer triples = drawn(6);
            graph.insert(triples, () -> log(triples, log));
            for (long row = 0; row < triples.size(); row++) {
                mentions.computeIfAbsent(ids(triples, row), key -> new ArrayList<>())
                        .add(new Said(log, batch));
            }
        }

        private void failToSay(int log) {
            TripleBuffer triples = drawn(600);
            if (triples.size() > 0) {
                Runnable failing =
                        () -> {
                            log(triples, log);
                            throw WukongsException.fatal("full");
                        };
                assertFails(FATAL, "full", () -> graph.insert(triples, failing));
            }
        }

        private void remove(int countMax) {
            TripleBuffer triples = drawn(countMax);
            graph.remove(triples);
            for (long row = 0; row < triples.size(); row++) {
                mentions.remove(ids(triples, row));
            }
        }

        /** Closes a batch: what is due leaves, in any number of steps. */
        private void closeBatches() {
            batch += 1 + random.nextInt(2);
            TripleBuffer expired = new TripleBuffer();
            for (int log = 0; log < KEPT.length; log++) {
                while (logs.get(log).count() > 0
                        && logs.get(log).first().batch() + KEPT[log] <= batch) {
                    graph.retention().takeFirst(logs.get(log), expired);
                    if (random.nextInt(4) == 0) {
                        graph.expire(expired);
                        expired.clear();
                    }
                }
            }
            graph.expire(expired);
            mentions.values().forEach(said -> said.removeIf(one -> one.isDue(batch)));
            mentions.values().removeIf(List::isEmpty);
        }

        private void dropAndClear() {
            int log = random.nextInt(2);
            graph.retention().drop(logs.get(log));
            logs.set(log, graph.retention().newLog());
            mentions.values()
                    .forEach(
                            said ->
                                    said.replaceAll(
                                            one ->
                                                    one.log() == log
                                                            ? new Said(FOREVER, one.batch())
                                                            : one));
            if (random.nextBoolean()) {
                TripleBuffer all = new TripleBuffer();
                mentions.keySet().forEach(t -> all.append(t.s(), t.p(), t.o()));
                graph.remove(all);
                mentions.clear();
            }
        }

        /** Goes on with a copy, as a store does that comes back from a checkpoint. */
        private void restore() {
            GraphMemory other = new GraphMemory(1 << 20);
            StoredGraph copy = other.newGraph();
            TripleBuffer triples = new TripleBuffer();
            mentions.keySet().forEach(t -> triples.append(t.s(), t.p(), t.o()));
            copy.insert(triples);
            GraphRetention retention = copy.retain();
            for (int log = 0; log < KEPT.length; log++) {
                MentionLog to = retention.newLog();
                logs.get(log)
                        .cut()
                        .forEach(
                                m ->
                                        retention.restore(
                                                to,
                                                m.batch(),
                                                m.number(),
                                                m.subject(),
                                                m.pid(),
                                                m.object()));
                logs.set(log, to);
            }
            RetentionCut cut = graph.retention().cut();
            retention.restore(cut.nextNumber(), cut.voidBefore());
            cut.entries().forEach(retention::restore);
            memory.close();
            memory = other;
            graph = copy;
        }
    }

    @Test
    void aTripleStaysAsLongAsOneOfItsMentionsKeepsIt() {
        Random random = Seeds.random(getClass());
        long left = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Run run = new Run(random);
            for (int step = 0; step < STEPS; step++) {
                run.step();
                left += run.mentions.size();
            }
            run.memory.close();
        }
        assertThat(left).isGreaterThan(ROUNDS * STEPS);
    }

    /** Long logs go through many blocks, give them back, and take at most 8 bytes a mention. */
    @Test
    void aLogGivesItsMemoryBack() {
        Random random = Seeds.random(getClass());
        try (GraphMemory memory = new GraphMemory(1 << 26)) {
            StoredGraph graph = memory.newGraph();
            MentionLog log = graph.retain().newLog();
            long count = 0;
            long logBytes = 0;
            for (int batch = 0; batch < 200; batch++) {
                TripleBuffer triples = new TripleBuffer();
                for (int i = 0; i < 1_000; i++) {
                    long subject = TripleModel.vid(batch * 1_000 + i);
                    triples.append(subject, 1 + i % 40, TripleModel.vid(random.nextInt(1 << 20)));
                }
                long at = batch;
                long[] before = {0};
                graph.insert(
                        triples,
                        () -> {
                            before[0] = memory.usedBytes();
                            for (long row = 0; row < triples.size(); row++) {
                                graph.retention()
                                        .append(
                                                log,
                                                at,
                                                triples.subject(row),
                                                triples.pid(row),
                                                triples.object(row));
                            }
                            before[0] = memory.usedBytes() - before[0];
                        });
                logBytes += before[0];
                count += triples.size();
            }
            assertThat(logBytes).isBetween(count * 4, count * 8);
            TripleBuffer expired = new TripleBuffer();
            while (log.count() > 0) {
                graph.retention().takeFirst(log, expired);
            }
            assertThat(expired.size()).isEqualTo(count);
            graph.expire(expired);
            assertThat(graph.tripleCount()).isZero();
            Checks.assertSound(memory, graph);
        }
    }
}
