package org.wukongs.store.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.naive.Seeds;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.checkpoint.StoreCut;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.dictionary.TermReclamation;
import org.wukongs.store.graph.GraphMemory;

/** What a node names stays, and ids are not given twice, also by a node that was restored. */
class TermRootsTest {

    private final Random random = Seeds.random(getClass());

    private static StoreNode node() {
        return new StoreNode(StoreConfig.DEFAULT, SystemNanoClock.INSTANCE);
    }

    /** Marks what a node names and ends the round; the number of terms that were reclaimed. */
    static long round(StoreNode node) {
        TermReclamation reclamation = node.dictionary().reclamation();
        reclamation.beginRound();
        try (TermRoots roots = node.termRoots()) {
            roots.forEach(reclamation::mark);
        }
        return reclamation.endRound();
    }

    @Test
    void restoredNodesKeepTheGaps(@TempDir Path directory) {
        Map<String, Long> graph = new HashMap<>(); // vids by subject
        Map<Long, String> given = new HashMap<>();
        DataDirectory data = DataDirectory.open(directory, 2);
        StoreNode node = node();
        node.restore(data, 1);
        for (int step = 0; step < 40; step++) {
            change(node, step, graph, given);
            round(node);
            if (random.nextInt(4) == 0) {
                round(node);
                round(node);
                try (StoreCut cut = node.cut()) {
                    data.write(cut);
                }
                TermDictionary before = node.dictionary();
                StoreNode next = node();
                assertThat(next.restore(data, step + 2)).isTrue();
                assertThat(next.dictionary().termCount()).isEqualTo(before.termCount());
                assertThat(next.dictionary().counters()).isEqualTo(before.counters());
                next.dictionary().check();
                node.close();
                node = next;
            }
            assertThat(node.check().violations()).isEmpty();
            for (Map.Entry<String, Long> subject : graph.entrySet()) {
                assertThat(node.dictionary().findVertex(subject.getKey()))
                        .isEqualTo(subject.getValue());
            }
        }
        node.update("CLEAR ALL");
        round(node);
        assertThat(round(node) + round(node)).isPositive();
        assertThat(node.dictionary().termCount()).isLessThan(4);
        node.close();
    }

    /** Reading what streams name takes long; graphs do not wait for it. */
    @Test
    void graphsAreLetGoOfWhenTheyAreRead() {
        StoreNode node = node();
        GraphMemory memory = node.stored().memory();
        node.update("INSERT DATA { <u:a> <u:p> <u:b> }");
        try (TermRoots roots = node.termRoots()) {
            node.update("DELETE DATA { <u:a> <u:p> <u:b> }");
            memory.retireMarks();
            assertThat(memory.markBytes()).isPositive();
            Set<Long> named = new HashSet<>();
            roots.forEach(named::add);
            assertThat(named).contains(node.dictionary().findVertex("<u:a>"));
            memory.retireMarks();
            assertThat(memory.markBytes()).isZero();
        }
        node.close();
    }

    private void change(
            StoreNode node, int step, Map<String, Long> graph, Map<Long, String> given) {
        StringBuilder text = new StringBuilder();
        Set<String> gone = new HashSet<>();
        for (String subject : graph.keySet()) {
            if (random.nextInt(3) == 0) {
                gone.add(subject);
                text.append("DELETE DATA { ").append(subject).append(" <u:p> \"o\" } ; ");
            }
        }
        graph.keySet().removeAll(gone);
        Set<String> come = new HashSet<>();
        for (int i = random.nextInt(200); i >= 0; i--) {
            String subject = "<u:" + (step / 3 * 100 + random.nextInt(300)) + ">";
            come.add(subject);
            text.append("INSERT DATA { ").append(subject).append(" <u:p> \"o\" } ; ");
        }
        node.update(text.toString());
        for (String subject : come) {
            long vid = node.dictionary().findVertex(subject);
            graph.put(subject, vid);
            String before = given.put(vid, subject);
            assertThat(before == null || before.equals(subject)).isTrue();
        }
    }
}
