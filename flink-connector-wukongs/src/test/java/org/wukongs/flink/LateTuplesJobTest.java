package org.wukongs.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.wukongs.flink.sink.WukongsSink;
import org.wukongs.flink.testing.RealStore;
import org.wukongs.flink.testing.WatermarkOfEach;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/** A whole job with late tuples, as the documentation writes it. */
@Timeout(120)
final class LateTuplesJobTest {

    @RegisterExtension
    static final MiniClusterExtension CLUSTER =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(1)
                            .build());

    private static final StreamDefinition STREAM =
            new StreamDefinition("s", 100, StreamDefinition.STORED, Set.of("x:timing"));

    @Test
    void lateTimingTuplesGoToTheSideOutputAndTimelessOnesIntoTheGraph() throws Exception {
        Tuple lateTiming = new Tuple(50, "<x:a>", "<x:timing>", "<x:o>");
        List<Tuple> all =
                List.of(
                        new Tuple(10, "<x:b>", "<x:timing>", "<x:o>"),
                        new Tuple(500, "<x:c>", "<x:p>", "<x:o>"),
                        lateTiming,
                        new Tuple(60, "<x:d>", "<x:p>", "<x:o>"),
                        new Tuple(510, "<x:e>", "<x:timing>", "<x:o>"));
        try (RealStore store = new RealStore(STREAM)) {
            List<Tuple> dropped = run(store, all);
            assertThat(dropped).containsExactly(lateTiming);
            assertThat(store.stored()).containsExactly("<x:c> <x:p> <x:o>", "<x:d> <x:p> <x:o>");
            assertThat(store.client().status().streams().get(0).lateCount()).isEqualTo(1);
        }
    }

    @SuppressWarnings("try") // Flink's close() may be interrupted, and so it declares.
    private static List<Tuple> run(RealStore store, List<Tuple> elements) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(1);
        DataStream<Tuple> tuples =
                env.fromData(elements)
                        .assignTimestampsAndWatermarks(
                                WatermarkStrategy.<Tuple>forGenerator(
                                                context -> new WatermarkOfEach<>())
                                        .withTimestampAssigner((t, before) -> t.eventTimeMs()));
        WukongsSink<Tuple> sink =
                WukongsSink.<Tuple>builder()
                        .setStoreAddresses(store.address())
                        .setStream(STREAM)
                        .build();
        OutputTag<Tuple> late = new OutputTag<>("late", TypeInformation.of(Tuple.class));
        SingleOutputStreamOperator<Tuple> inTime = sink.splitLate(tuples, late);
        inTime.sinkTo(sink);
        DataStream<Tuple> dropped = inTime.getSideOutput(late);
        List<Tuple> collected = new ArrayList<>();
        try (CloseableIterator<Tuple> results = dropped.executeAndCollect()) {
            results.forEachRemaining(collected::add);
        }
        return collected;
    }
}
