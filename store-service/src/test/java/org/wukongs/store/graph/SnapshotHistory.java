package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.TripleIndex;
import org.wukongs.store.view.TripleView;

/** A naive graph with snapshots: each triple with the snapshots that added and removed it. */
final class SnapshotHistory {

    private static final int ROWS = 300;

    private final Map<TripleModel.Ids, TreeMap<Long, Boolean>> changes = new LinkedHashMap<>();
    private final List<TripleModel.Ids> known = new ArrayList<>();

    /** Returns false if the newest snapshot has the triple. */
    boolean add(TripleModel.Ids triple, long sn) {
        return change(triple, sn, true);
    }

    /** Returns false if the newest snapshot does not have the triple. */
    boolean remove(TripleModel.Ids triple, long sn) {
        return change(triple, sn, false);
    }

    private boolean change(TripleModel.Ids triple, long sn, boolean there) {
        if (!changes.containsKey(triple)) {
            known.add(triple);
        }
        TreeMap<Long, Boolean> ofTriple = changes.computeIfAbsent(triple, t -> new TreeMap<>());
        boolean before = !ofTriple.isEmpty() && ofTriple.lastEntry().getValue();
        ofTriple.put(sn, there);
        return before != there;
    }

    /** A triple that was added or removed once; null if there is none. */
    TripleModel.Ids any(Random random) {
        return known.isEmpty() ? null : known.get(random.nextInt(known.size()));
    }

    /** All triples of a snapshot. */
    TripleIndex at(long sn) {
        TripleIndex index = new TripleIndex();
        changes.forEach(
                (triple, ofTriple) -> {
                    Map.Entry<Long, Boolean> last = ofTriple.floorEntry(sn);
                    if (last != null && last.getValue()) {
                        index.add(triple.s(), triple.p(), triple.o());
                    }
                });
        return index;
    }

    /** The two show the same, list by list and by whole columns. */
    static void assertSame(
            TripleView view, TripleView naive, int vertexCount, int predicateCount, Random random) {
        for (int direction = 0; direction < 2; direction++) {
            for (int v = 0; v < vertexCount; v++) {
                for (int p = 0; p <= predicateCount; p++) {
                    assertList(view, naive, Keys.key(TripleModel.vid(v), p, direction));
                }
            }
            for (int p = 1; p <= predicateCount; p++) {
                assertList(view, naive, Keys.key(Vids.INDEX_VERTEX, p, direction));
            }
        }
        assertList(view, naive, Keys.key(Vids.INDEX_VERTEX, Keys.PREDICATES, Keys.OUT));
        assertColumns(view, naive, vertexCount, 1 + random.nextInt(predicateCount), random);
    }

    private static void assertList(TripleView view, TripleView naive, long key) {
        Neighbours list = view.neighbours(key);
        Neighbours expected = naive.neighbours(key);
        assertThat(list.size()).as("key=%x", key).isEqualTo(expected.size());
        assertThat(view.degree(key)).isEqualTo(expected.size());
        for (int i = 0; i < list.size(); i++) {
            assertThat(expected.contains(list.get(i))).as("key=%x", key).isTrue();
            assertThat(list.contains(expected.get(i))).as("key=%x", key).isTrue();
        }
        int from = list.size() - list.size() / 20; // the end of a long list is its tail
        long[] last = new long[list.size() - from];
        list.copyTo(from, last.length, last, 0);
        for (int i = 0; i < last.length; i++) {
            assertThat(last[i]).as("key=%x", key).isEqualTo(list.get(from + i));
        }
    }

    private static void assertColumns(
            TripleView view, TripleView naive, int vertexCount, long pid, Random random) {
        long[] left = new long[ROWS];
        long[] right = new long[ROWS];
        for (int i = 0; i < ROWS; i++) {
            left[i] = TripleModel.vid(random.nextInt(vertexCount));
            right[i] = TripleModel.vid(random.nextInt(vertexCount));
        }
        for (int count : new int[] {10, ROWS}) {
            for (int direction = 0; direction < 2; direction++) {
                assertExpansion(view, naive, left, count, pid, direction);
                assertThat(probed(view, left, count, pid, direction, right[0]))
                        .isEqualTo(probed(naive, left, count, pid, direction, right[0]));
            }
            int[] kept = new int[count];
            int[] expected = new int[count];
            int size = view.probe(left, pid, right, count, kept);
            assertThat(size).isEqualTo(naive.probe(left, pid, right, count, expected));
            assertThat(prefix(kept, size)).isEqualTo(prefix(expected, size));
        }
    }

    private static void assertExpansion(
            TripleView view, TripleView naive, long[] rows, int count, long pid, int direction) {
        Expansion found = new Expansion();
        view.expand(rows, count, pid, direction, found);
        Expansion expected = new Expansion();
        naive.expand(rows, count, pid, direction, expected);
        assertThat(found.size()).isEqualTo(expected.size());
        assertThat(found.isOneToOne(count)).isEqualTo(expected.isOneToOne(count));
        for (int i = 0; i < found.size(); i++) {
            long key = Keys.key(rows[found.rows()[i]], pid, direction);
            assertThat(found.rows()[i]).isEqualTo(expected.rows()[i]);
            assertThat(naive.neighbours(key).contains(found.ids()[i])).isTrue();
        }
    }

    private static int[] probed(
            TripleView view, long[] rows, int count, long pid, int direction, long neighbour) {
        int[] kept = new int[count];
        return prefix(kept, view.probeConstant(rows, count, pid, direction, neighbour, kept));
    }

    private static int[] prefix(int[] rows, int size) {
        return Arrays.copyOf(rows, size);
    }
}
