package org.wukongs.store.dictionary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;

/** The index beside a map, with tags so alike that they share slots and segments. */
class TermIndexTest {

    private static final int STEPS = 60_000;
    private static final int TAGS = 900;

    private final Random random = Seeds.random(getClass());

    @Test
    void tagsThatShareTheirSlots() {
        try (OffHeapMemory memory = new OffHeapMemory(1 << 24, "--none")) {
            TermIndex index = new TermIndex(memory, new TermRecords(memory));
            Map<Integer, Set<Integer>> model = new HashMap<>(); // refs by tag
            List<int[]> entries = new ArrayList<>(); // tag, ref
            List<Integer> tags = new ArrayList<>();
            for (int i = 0; i < TAGS; i++) {
                // few first choices, at the end of a segment too; the high bits split segments
                tags.add((random.nextInt() << 16) | (-random.nextInt(3) & 0x1ff));
            }
            int nextRef = 1;
            for (int step = 0; step < STEPS; step++) {
                boolean grows = step / 5_000 % 2 == 0;
                if (entries.isEmpty() || random.nextInt(10) < (grows ? 7 : 3)) {
                    int tag = tags.get(random.nextInt(TAGS));
                    index.insert(tag, nextRef);
                    model.computeIfAbsent(tag, t -> new HashSet<>()).add(nextRef);
                    entries.add(new int[] {tag, nextRef++});
                } else {
                    change(index, model, entries, random.nextBoolean() ? nextRef++ : 0);
                }
                if (step % 500 == 0) {
                    tags.forEach(tag -> check(index, model, tag));
                }
            }
        }
    }

    /** Removes a random entry; with a copy, replaces it. */
    private void change(
            TermIndex index, Map<Integer, Set<Integer>> model, List<int[]> entries, int copy) {
        int at = random.nextInt(entries.size());
        int[] entry = entries.get(at);
        model.get(entry[0]).remove(entry[1]);
        if (copy == 0) {
            index.remove(entry[0], entry[1]);
            entries.set(at, entries.get(entries.size() - 1));
            entries.remove(entries.size() - 1);
        } else {
            index.replace(entry[0], entry[1], copy);
            model.get(entry[0]).add(copy);
            entry[1] = copy;
        }
    }

    private static void check(TermIndex index, Map<Integer, Set<Integer>> model, int tag) {
        Set<Integer> found = new HashSet<>();
        index.find(
                tag,
                (records, ref) -> {
                    assertThat(found.add(ref)).isTrue();
                    return false;
                });
        assertThat(found).isEqualTo(model.getOrDefault(tag, Set.of()));
        found.forEach(
                ref -> assertThat(index.find(tag, (records, at) -> at == ref)).isEqualTo(ref));
    }
}
