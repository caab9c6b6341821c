package org.wukongs.kafka.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.error.WukongsException;
import org.wukongs.kafka.Seeds;
import org.wukongs.kafka.lsbench.LsbenchConfig;
import org.wukongs.kafka.lsbench.LsbenchGenerator;
import org.wukongs.stream.Tuple;

class MergedStreamsTest {

    @TempDir private Path folder;

    /** Against all tuples of all streams, sorted by time with a stable sort. */
    @Test
    void streamsComeInEventTimeAndTheFirstOneFirst() throws IOException {
        long seed = Seeds.seed(getClass());
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            List<ReplayStream> streams = new ArrayList<>();
            List<Tuple> expected = new ArrayList<>();
            for (int i = random.nextInt(4); i >= 0; i--) {
                List<Tuple> tuples = TestFiles.tuples(random, "s" + i + "-", random.nextInt(50));
                Path file = TestFiles.write(folder.resolve(round + "-" + i + ".tsv"), tuples);
                streams.add(new ReplayStream("topic" + i, FileSource.of(file)));
                expected.addAll(tuples);
            }
            expected.sort(Comparator.comparingLong(Tuple::eventTimeMs));
            assertThat(merged(streams)).isEqualTo(expected);
        }
    }

    @Test
    void theGeneratorIsOneSequenceToo() throws IOException {
        LsbenchGenerator generator = new LsbenchGenerator(LsbenchConfig.defaults());
        List<ReplayStream> streams = GeneratedSource.all(generator, 1000, 200);
        List<Tuple> tuples = merged(streams);
        assertThat(tuples).hasSize(13_350 / 5).isEqualTo(merged(streams));
        assertThat(tuples).extracting(Tuple::eventTimeMs).isSorted();
        assertThat(tuples.get(tuples.size() - 1).eventTimeMs()).isLessThan(1200);
        assertThatThrownBy(() -> GeneratedSource.all(generator, 0, 0))
                .isInstanceOf(WukongsException.class);
    }

    @Test
    void paceIsOfTuplesOrOfEventTime() {
        assertThat(ReplayPace.rate(1000).dueNs(5, 7777)).isEqualTo(5_000_000);
        assertThat(ReplayPace.eventTime(2).dueNs(5, 100)).isEqualTo(50_000_000);
        assertThat(ReplayPace.eventTime(2).dueNs(5, -100)).isNegative();
        assertThat(ReplayPace.MAX.dueNs(1_000_000, 1_000_000)).isZero();
        assertThatThrownBy(() -> ReplayPace.rate(0)).isInstanceOf(WukongsException.class);
        assertThatThrownBy(() -> ReplayPace.eventTime(Double.NaN))
                .isInstanceOf(WukongsException.class);
    }

    private static List<Tuple> merged(List<ReplayStream> streams) throws IOException {
        List<Tuple> tuples = new ArrayList<>();
        try (MergedStreams merged = new MergedStreams(streams, false)) {
            for (Tuple tuple = merged.next(); tuple != null; tuple = merged.next()) {
                tuples.add(tuple);
            }
            assertThat(merged.share()).isEqualTo(1);
        }
        return tuples;
    }
}
