package org.wukongs.store.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Vids;
import org.wukongs.naive.Seeds;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.checkpoint.StoreCut;
import org.wukongs.store.dictionary.TermReclamation;
import org.wukongs.store.log.FaultyStorage;

/**
 * Checkpoints that share files on a disk that tears, loses, fills up and fails, of a node whose
 * graphs and terms come and go. After each crash the newest checkpoint is one that was complete or
 * was just being written, and has what the node had at its cut, as if nothing were shared.
 */
class CheckpointCrashTest {

    private static final int CASES = 60;
    private static final int CHECKPOINTS = 8;

    @TempDir private Path directory;

    private final Random random = new Random(Seeds.seed(getClass()));
    private final List<String> begun = new ArrayList<>(); // what those since the completed one have
    private FaultyStorage disk;
    private DataDirectory data;
    private StoreNode node;
    private long completed; // the newest one that was acknowledged
    private String completedState;
    private int names;
    private int crashCount;
    private int failureCount;
    private int sharedCount;

    @Test
    void aCrashLosesNoCheckpoint() {
        for (int i = 0; i < CASES; i++) {
            disk = new FaultyStorage(new Random(random.nextLong()));
            begun.clear();
            completed = 0;
            data = open(i);
            node = FilledNode.empty();
            node.restore(data, 1);
            for (int j = 0; j < CHECKPOINTS; j++) {
                change();
                checkpoint(i);
            }
            recover(i);
            node.close();
            data.close();
        }
        assertThat(crashCount).isGreaterThan(CASES);
        assertThat(failureCount).isGreaterThan(CASES / 4);
        assertThat(sharedCount).isGreaterThan(CASES);
    }

    private DataDirectory open(int i) {
        Path path = directory.resolve("data" + i);
        return DataDirectory.open(path, 2, Set.of(), null, folder -> disk, () -> 0);
    }

    private void change() {
        for (int i = random.nextInt(4); i > 0; i--) {
            String graph = "<http://g/" + random.nextInt(5) + ">";
            String triple = "<http://x/" + random.nextInt(40) + "> a <http://x/new" + names++ + ">";
            switch (random.nextInt(6)) {
                case 0 -> node.update("DROP SILENT GRAPH " + graph);
                case 1 -> node.update("CREATE SILENT GRAPH " + graph);
                case 2 -> node.update("DELETE WHERE { GRAPH " + graph + " { ?s a ?o } }");
                case 3 -> node.dictionary().vertexId("<http://x/term" + names++ + ">");
                case 4 -> reclaim();
                default -> node.update("INSERT DATA { GRAPH " + graph + " { " + triple + " } }");
            }
        }
    }

    private void reclaim() {
        TermReclamation reclamation = node.dictionary().reclamation();
        try (TermRoots roots = node.termRoots()) {
            reclamation.beginRound();
            roots.forEach(reclamation::mark);
        }
        reclamation.endRound();
    }

    private void checkpoint(int i) {
        switch (random.nextInt(4)) {
            case 0 -> disk.crashAt(1 + random.nextInt(30));
            case 1 -> disk.setRoom(random.nextInt(20_000));
            case 2 -> disk.setErrors(random.nextInt(30), random.nextInt(30));
            default -> {
                // the disk is well
            }
        }
        try (StoreCut cut = node.cut()) {
            begun.add(describe(node));
            DataDirectory.Written written = data.write(cut);
            sharedCount += written.newBytes() < written.bytes() ? 1 : 0;
            complete(written.number(), describe(node));
        } catch (WukongsException e) {
            failureCount++;
        } catch (FaultyStorage.Crash e) {
            crashCount++;
            recover(i);
        } finally {
            disk.endOfFaults();
            disk.crashAt(Integer.MAX_VALUE);
        }
    }

    private void complete(long number, String state) {
        completed = number;
        completedState = state;
        begun.clear();
    }

    private void recover(int i) {
        node.close();
        data.close();
        disk.crash();
        data = open(i);
        node = FilledNode.empty();
        boolean restored = node.restore(data, 2);
        assertThat(node.check().violations()).isEmpty();
        long number = restored ? node.restored().number() : 0;
        assertThat(number).isGreaterThanOrEqualTo(completed);
        if (restored) {
            String state = describe(node);
            if (number == completed) {
                assertThat(state).isEqualTo(completedState);
            } else {
                assertThat(begun).as("begun, and perhaps named").contains(state);
            }
            complete(number, state);
        }
    }

    /** Its graphs with their triples, and its terms with their ids. */
    private static String describe(StoreNode of) {
        StringBuilder text = new StringBuilder();
        TreeMap<String, Long> triples = new TreeMap<>();
        of.query("SELECT ?g ?s ?p ?o { GRAPH ?g { ?s ?p ?o } }")
                .rows()
                .forEach(row -> triples.merge(String.join(" ", row), 1L, Long::sum));
        text.append(of.stored().names()).append(triples);
        long[] counters = of.dictionary().counters();
        for (int partition = 0; partition < counters.length; partition++) {
            for (long counter = 1; counter <= counters[partition]; counter++) {
                byte[] term = of.dictionary().utf8IfGiven(Vids.vid(counter, partition));
                text.append(partition).append('/').append(counter).append('=');
                text.append(term == null ? "" : new String(term, StandardCharsets.UTF_8));
            }
        }
        return text.toString();
    }
}
