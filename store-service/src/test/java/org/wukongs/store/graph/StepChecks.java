package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.wukongs.id.Keys;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.TripleView;

/** Exploration steps over a view against a set of triples. */
public final class StepChecks {

    private static final int ROWS_MAX = 20;

    /** More than two blocks of any kernel. */
    private static final int BLOCKS_ROWS_MAX = 600;

    private StepChecks() {}

    /** Expands and probes over random rows, some of them unbound. */
    public static void assertSteps(TripleView view, TripleModel expected, Random random) {
        int count = 1 + random.nextInt(random.nextInt(8) == 0 ? BLOCKS_ROWS_MAX : ROWS_MAX);
        long[] vertices = new long[count];
        long[] others = new long[count];
        for (int row = 0; row < count; row++) {
            vertices[row] = random.nextInt(10) == 0 ? 0 : expected.vertex(random);
            others[row] = expected.vertex(random);
        }
        long pid = 1L + random.nextInt(3);
        for (int direction = 0; direction < 2; direction++) {
            assertExpand(view, expected, vertices, pid, direction);
            assertProbeConstant(view, expected, vertices, pid, direction, others[0]);
        }
        int[] kept = new int[count];
        int size = view.probe(vertices, pid, others, count, kept);
        List<Integer> rows = new ArrayList<>();
        for (int row = 0; row < count; row++) {
            if (has(expected, vertices[row], pid, others[row])) {
                rows.add(row);
            }
        }
        assertRows(kept, size, rows);
    }

    private static boolean has(TripleModel expected, long s, long p, long o) {
        return expected.triples().contains(new TripleModel.Ids(s, p, o));
    }

    private static void assertExpand(
            TripleView view, TripleModel expected, long[] vertices, long pid, int direction) {
        Expansion into = new Expansion();
        view.expand(vertices, vertices.length, pid, direction, into);
        int at = 0;
        for (int row = 0; row < vertices.length; row++) {
            TreeSet<Long> ids = new TreeSet<>();
            long vertex = vertices[row];
            for (TripleModel.Ids triple : expected.triples()) {
                if (triple.p() == pid
                        && (direction == Keys.OUT ? triple.s() : triple.o()) == vertex) {
                    ids.add(direction == Keys.OUT ? triple.o() : triple.s());
                }
            }
            List<Long> found = new ArrayList<>();
            while (at < into.size() && into.rows()[at] == row) {
                found.add(into.ids()[at++]);
            }
            assertThat(found).containsExactlyInAnyOrderElementsOf(ids);
        }
        assertThat(at).isEqualTo(into.size());
    }

    private static void assertProbeConstant(
            TripleView view,
            TripleModel expected,
            long[] vertices,
            long pid,
            int direction,
            long neighbour) {
        int[] kept = new int[vertices.length];
        int size = view.probeConstant(vertices, vertices.length, pid, direction, neighbour, kept);
        List<Integer> rows = new ArrayList<>();
        for (int row = 0; row < vertices.length; row++) {
            if (direction == Keys.OUT
                    ? has(expected, vertices[row], pid, neighbour)
                    : has(expected, neighbour, pid, vertices[row])) {
                rows.add(row);
            }
        }
        assertRows(kept, size, rows);
    }

    private static void assertRows(int[] kept, int size, List<Integer> rows) {
        assertThat(Arrays.stream(kept, 0, size).boxed().toList()).isEqualTo(rows);
    }
}
