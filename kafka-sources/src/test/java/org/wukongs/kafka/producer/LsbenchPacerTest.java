package org.wukongs.kafka.producer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.wukongs.kafka.lsbench.LsbenchConfig;
import org.wukongs.kafka.lsbench.LsbenchGenerator;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.stream.Tuple;

class LsbenchPacerTest {

    private static final long START_MS = 1_700_000_000_000L;

    private final LsbenchGenerator generator = new LsbenchGenerator(LsbenchConfig.defaults());
    private final Map<LsbenchStreams, List<Tuple>> sent = new EnumMap<>(LsbenchStreams.class);
    private final LsbenchPacer pacer = new LsbenchPacer(generator, START_MS);

    @Test
    void nothingIsDueAtTheStart() {
        assertThat(pacer.sendSlice(START_MS, this::send)).isTrue();
        assertThat(sent).isEmpty();
    }

    @Test
    void sendsWhatIsDueAndNoMore() {
        pacer.sendSlice(START_MS + 7, this::send);
        sent.forEach(
                (stream, tuples) ->
                        assertThat(tuples)
                                .hasSize((7 * generator.config().rate(stream) + 999) / 1000));
        assertThat(sent).hasSize(5);
        assertThat(pacer.doneMs()).isEqualTo(START_MS + 7);
    }

    @Test
    void catchesUpInSlicesWithoutLosingATuple() {
        int slices = 1;
        while (!pacer.sendSlice(START_MS + 2005, this::send)) {
            long doneMs = START_MS + slices * LsbenchPacer.SLICE_MS;
            assertThat(pacer.doneMs()).isEqualTo(doneMs);
            sent.values()
                    .forEach(t -> assertThat(t.get(t.size() - 1).eventTimeMs()).isLessThan(doneMs));
            slices++;
        }
        assertThat(slices).isEqualTo(201);
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            Iterator<Tuple> expected = generator.tuples(stream, START_MS);
            sent.get(stream).forEach(tuple -> assertThat(tuple).isEqualTo(expected.next()));
            assertThat(expected.next().eventTimeMs()).isGreaterThanOrEqualTo(START_MS + 2005);
        }
    }

    private void send(LsbenchStreams stream, Tuple tuple) {
        sent.computeIfAbsent(stream, s -> new ArrayList<>()).add(tuple);
    }
}
