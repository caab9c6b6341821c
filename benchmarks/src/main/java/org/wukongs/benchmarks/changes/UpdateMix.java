package org.wukongs.benchmarks.changes;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.wukongs.benchmarks.engine.NamedUpdates;

/** A graph of members of groups, and updates of it, the same for every store. */
final class UpdateMix {

    /** Members of a group, and triples of a large update. */
    private static final int MANY = 1_000;

    /** Single updates for each large one: both then take times of the same order. */
    private static final int SINGLE_PER_LARGE = 100;

    /** Half of them warm up. */
    private static final int LARGE_MIN = 4;

    private static final int TRIPLES_PER_MEMBER = 2;
    private static final String BASE = "http://example.org/";
    private static final String PREFIX = "PREFIX e: <" + BASE + "> ";

    private final Random random;
    private final int operations;
    private final int large;
    private final int groups;

    UpdateMix(int baseTriples, int operations, long seed) {
        this.random = new Random(seed);
        this.operations = operations;
        this.large = Math.max(LARGE_MIN, operations / SINGLE_PER_LARGE);
        this.groups = Math.max(1, baseTriples / TRIPLES_PER_MEMBER / MANY);
    }

    /** The graph before all updates, as N-Triples. */
    void writeBase(Path file) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int member = 0; member < groups * MANY; member++) {
                String subject = "<" + BASE + "m" + member + "> <" + BASE;
                out.write(subject + "in> <" + BASE + "g" + member / MANY + "> .\n");
                out.write(subject + "name> \"member " + member + "\" .\n");
            }
        }
    }

    /** In this order: what one kind has inserted, the next one deletes. */
    List<NamedUpdates> kinds() {
        List<NamedUpdates> kinds = new ArrayList<>();
        addData(kinds, 1, operations);
        addData(kinds, MANY, large);
        kinds.add(updates("modify 1", 2, operations, this::rename));
        kinds.add(updates("modify 1,000", 2 * MANY, large, this::renameGroup));
        return kinds;
    }

    private void addData(List<NamedUpdates> kinds, int triples, int count) {
        List<String> data = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            StringBuilder likes = new StringBuilder("DATA {");
            for (int k = 0; k < triples; k++) {
                likes.append(" e:m%d e:likes e:m%d .".formatted(anyMember(), anyMember()));
            }
            data.add(likes.append(" }").toString());
        }
        String many = triples == 1 ? "1" : "1,000";
        String insert = PREFIX + "INSERT ";
        kinds.add(updates("insert " + many, triples, count, i -> insert + data.get(i)));
        Collections.shuffle(data, random);
        String delete = PREFIX + "DELETE ";
        kinds.add(updates("delete " + many, triples, count, i -> delete + data.get(i)));
    }

    private static NamedUpdates updates(
            String name, int triples, int count, IntFunction<String> request) {
        List<String> requests = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            requests.add(request.apply(i));
        }
        return new NamedUpdates(name, triples, requests);
    }

    private String rename(int number) {
        return (PREFIX
                        + "DELETE { e:m%1$d e:name ?n } INSERT { e:m%1$d e:name \"name %2$d\" }"
                        + " WHERE { e:m%1$d e:name ?n }")
                .formatted(anyMember(), number);
    }

    /** Every second time a group comes, its members get back what they had. */
    private String renameGroup(int number) {
        boolean back = number / groups % 2 == 1;
        String from = back ? "called" : "name";
        String to = back ? "name" : "called";
        return (PREFIX
                        + "DELETE { ?m e:%1$s ?n } INSERT { ?m e:%2$s ?n }"
                        + " WHERE { ?m e:in e:g%3$d . ?m e:%1$s ?n }")
                .formatted(from, to, number % groups);
    }

    private int anyMember() {
        return random.nextInt(groups * MANY);
    }
}
