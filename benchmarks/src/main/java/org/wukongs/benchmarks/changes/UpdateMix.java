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
import org.wukongs.benchmarks.engine.WorkerTask.Updates;

/** A graph of members of groups, and updates of it, the same for every store. */
final class UpdateMix {

    /** Members of a group, and triples of a large update. */
    private static final int MANY = 1_000;

    /** Single updates for each large one: both then take times of the same order. */
    private static final int SINGLE_PER_LARGE = 500;

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

    /** In this order: what one kind has inserted, the next one deletes. Files are in a folder. */
    List<Updates> write(Path folder) throws IOException {
        List<Updates> kinds = new ArrayList<>();
        writeData(kinds, 1, operations, folder);
        writeData(kinds, MANY, large, folder);
        kinds.add(write("modify 1", 2, operations, this::rename, folder));
        kinds.add(write("modify 1,000", 2 * MANY, large, this::renameGroup, folder));
        return kinds;
    }

    private void writeData(List<Updates> kinds, int triples, int count, Path folder)
            throws IOException {
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
        kinds.add(write("insert " + many, triples, count, i -> insert + data.get(i), folder));
        Collections.shuffle(data, random);
        String delete = PREFIX + "DELETE ";
        kinds.add(write("delete " + many, triples, count, i -> delete + data.get(i), folder));
    }

    private static Updates write(
            String name, int triples, int count, IntFunction<String> request, Path folder)
            throws IOException {
        Path file = folder.resolve(name + ".txt");
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int i = 0; i < count; i++) {
                out.write(request.apply(i) + "\n");
            }
        }
        return new Updates(name, triples, count, file.toString());
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
