package org.wukongs.store.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;
import org.wukongs.naive.Seeds;
import org.wukongs.store.view.EmptyView;
import org.wukongs.store.view.GraphViews;
import org.wukongs.store.view.TripleView;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** Rows that go on at other nodes, against {@link NaiveExploration}. */
class ForkTest {

    private static final SystemNanoClock CLOCK = new SystemNanoClock();

    private final Random random = Seeds.random(getClass());
    private final List<byte[]> requests = new ArrayList<>();
    private int busyCount;
    private int partCount; // answers without some rows

    /** The graphs as the other nodes read them. */
    private record Views(TripleView[] graphs) implements GraphViews {

        @Override
        public long sn() {
            return 1;
        }

        @Override
        public TripleView defaultGraph() {
            return graphs[0];
        }

        @Override
        public TripleView graph(String name) {
            return hasGraph(name) ? graphs[Integer.parseInt(name)] : EmptyView.INSTANCE;
        }

        @Override
        public boolean hasGraph(String name) {
            return name.equals("0") || name.equals("1");
        }

        @Override
        public Set<String> namedGraphs() {
            return Set.of();
        }
    }

    private static ForkServer server(RandomExploration of, int idsMax) {
        return new ForkServer(
                of.dictionary(), ExecutionLimits.DEFAULT, new NodeBudget(1L << 30), CLOCK, idsMax);
    }

    private byte[] answer(ForkServer server, Views views, byte[] request) {
        requests.add(request);
        boolean isBusy = random.nextInt(8) == 0;
        WireWriter out = new WireWriter().begin(FrameDescriptor.REPLY_OK);
        server.answer(views, WireReader.of(request, 0), isBusy, out);
        int done = WireReader.of(out.toBytes(), 0).getInt();
        busyCount += isBusy ? 1 : 0;
        partCount += isBusy || done == rowCount(request) ? 0 : 1;
        return out.toBytes();
    }

    private static int rowCount(byte[] request) {
        return ForkRequest.decode(WireReader.of(request, 0)).rows().size();
    }

    /** Spreads the graphs of an exploration over some nodes. */
    private void spread(RandomExploration one) {
        int nodeCount = 2 + random.nextInt(3);
        TripleView[] graphs = one.graphs();
        Views views = new Views(graphs.clone());
        ForkServer server = server(one, random.nextBoolean() ? 6 : ForkRequest.IDS_MAX);
        for (int i = 0; i < graphs.length; i++) {
            graphs[i] =
                    new SpreadGraph(
                            graphs[i],
                            String.valueOf(i),
                            nodeCount,
                            request -> answer(server, views, request));
        }
    }

    @Test
    void asNestedLoops() {
        for (int i = 0; i < 5_000; i++) {
            RandomExploration one = new RandomExploration(random);
            spread(one);
            BindingTable found = one.explorer().extend(one.input, one.pattern);
            assertThat(RandomExploration.sorted(RandomExploration.rows(found)))
                    .as("case %d: %s", i, one)
                    .isEqualTo(one.expected());
        }
        assertThat(requests.size()).isGreaterThan(100);
        assertThat(busyCount).isGreaterThan(5);
        assertThat(partCount).isGreaterThan(5);
    }

    /** Whatever bytes come, a node refuses or answers them. */
    @Test
    void damagedRequests() {
        int refused = 0;
        int answered = 0;
        while (refused + answered < 20_000) {
            RandomExploration one = new RandomExploration(random);
            ForkServer server = server(one, ForkRequest.IDS_MAX);
            requests.clear();
            spread(one);
            Views views = new Views(one.graphs().clone());
            one.explorer().extend(one.input, one.pattern);
            for (byte[] request : List.copyOf(requests)) {
                for (int i = 0; i < 40; i++) {
                    if (isAnswered(server, views, damaged(request))) {
                        answered++;
                    } else {
                        refused++;
                    }
                }
            }
        }
        assertThat(refused).isGreaterThan(5_000);
        assertThat(answered).isGreaterThan(500);
    }

    private static boolean isAnswered(ForkServer server, Views views, byte[] request) {
        try {
            server.answer(views, WireReader.of(request, 0), false, new WireWriter().begin(1));
            return true;
        } catch (WukongsException | BufferUnderflowException e) {
            return false;
        }
    }

    private byte[] damaged(byte[] request) {
        byte[] damaged = request.clone();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            int at = FrameDescriptor.PAYLOAD_OFFSET;
            at += random.nextInt(damaged.length - at);
            damaged[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        }
        return damaged;
    }
}
