package org.wukongs.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.wukongs.id.StringServer;

class TupleEncoderTest {

    /**
     * Numbers terms as they come, from 100 for vertices and from 1 for predicates, and counts the
     * calls.
     */
    private static final class Numbering implements StringServer {

        private final Map<String, Long> vids = new HashMap<>();
        private final Map<String, Long> pids = new HashMap<>();
        private int calls;

        @Override
        public long[] vertexIds(List<String> terms) {
            calls++;
            return terms.stream()
                    .mapToLong(t -> vids.computeIfAbsent(t, k -> 100L + vids.size()))
                    .toArray();
        }

        @Override
        public long[] predicateIds(List<String> predicates) {
            calls++;
            return predicates.stream()
                    .mapToLong(p -> pids.computeIfAbsent(p, k -> 1L + pids.size()))
                    .toArray();
        }
    }

    @Test
    void columnsInArrivalOrderWithOneCallEach() {
        Numbering strings = new Numbering();
        List<Tuple> tuples = new ArrayList<>();
        tuples.add(new Tuple(5, "<a>", "<p>", "<b>"));
        tuples.add(new Tuple(3, "<b>", "<q>", "<a>"));
        tuples.add(new Tuple(4, "<c>", "<p>", "<c>"));
        EncodedBatch batch = new TupleEncoder(strings).encode(new TupleBatch(7, true, tuples));
        assertThat(batch.batch()).isEqualTo(7);
        assertThat(batch.late()).isTrue();
        assertThat(batch.size()).isEqualTo(3);
        assertThat(batch.eventTimesMs()).containsExactly(5, 3, 4);
        assertThat(batch.subjects()).containsExactly(100, 101, 102);
        assertThat(batch.predicates()).containsExactly(1, 2, 1);
        assertThat(batch.objects()).containsExactly(101, 100, 102);
        assertThat(strings.calls).isEqualTo(2);
    }

    @Test
    void anEmptyBatch() {
        EncodedBatch batch =
                new TupleEncoder(new Numbering()).encode(new TupleBatch(1, false, List.of()));
        assertThat(batch.size()).isZero();
        assertThat(batch.eventTimesMs()).isEmpty();
    }
}
