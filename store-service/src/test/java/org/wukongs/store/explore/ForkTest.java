package org.wukongs.store.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.wukongs.client.QueryPlan;
import org.wukongs.error.WukongsException;
import org.wukongs.naive.Seeds;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.view.EmptyView;
import org.wukongs.store.view.GraphViews;
import org.wukongs.store.view.RequestCosts;
import org.wukongs.store.view.TripleIndex;
import org.wukongs.store.view.TripleView;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** Rows that go on at other nodes, against {@link NaiveExploration}. */
class ForkTest {

    private static final SystemNanoClock CLOCK = new SystemNanoClock();

    /** Some that make forks cheap, and others. */
    private static final List<RequestCosts> COSTS =
            List.of(
                    RequestCosts.UNMEASURED,
                    RequestCosts.measured(100_000_000, 1, 1),
                    RequestCosts.measured(1, 1, 10_000));

    private final Random random = Seeds.random(getClass());
    private final List<byte[]> requests = new ArrayList<>();
    private int busyCount;
    private int partCount; // answers without some rows
    private int startCount;
    private int resumedCount; // starts that go on

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
        ForkRequest asked = ForkRequest.decode(WireReader.of(request, 0));
        ForkAnswer answer =
                ForkAnswer.decode(WireReader.of(out.toBytes(), 0), asked, asked.rows().size());
        busyCount += isBusy ? 1 : 0;
        partCount += isBusy || answer.done() == answer.size() ? 0 : 1;
        startCount += asked.isStart() ? 1 : 0;
        resumedCount += asked.place() > 0 ? 1 : 0;
        return out.toBytes();
    }

    /**
     * Spreads the graphs of an exploration over some nodes; returns them as each node sees them.
     */
    private List<Views> spread(RandomExploration one) {
        int nodeCount = 2 + random.nextInt(3);
        TripleView[] graphs = one.graphs();
        ForkServer server = server(one, random.nextBoolean() ? 6 : ForkRequest.IDS_MAX);
        RequestCosts costs = COSTS.get(random.nextInt(COSTS.size()));
        List<Views> nodes = new ArrayList<>();
        for (int i = 0; i < graphs.length; i++) {
            graphs[i] =
                    new SpreadGraph(
                                    graphs[i],
                                    String.valueOf(i),
                                    nodeCount,
                                    (node, request) -> answer(server, nodes.get(node), request))
                            .costing(costs);
        }
        for (int node = 0; node < nodeCount; node++) {
            TripleView[] views = new TripleView[graphs.length];
            for (int i = 0; i < views.length; i++) {
                views[i] = ((SpreadGraph) graphs[i]).at(node);
            }
            nodes.add(new Views(views));
        }
        return nodes;
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
        assertThat(startCount).isGreaterThan(100);
    }

    /** The rows of each step are those of an execution of the same plan at one node. */
    @Test
    void theStepsOfAllNodesAreCounted() {
        for (int i = 0; i < 3_000; i++) {
            RandomExploration one = new RandomExploration(random);
            TripleView[] whole = one.graphs().clone();
            spread(one);
            PlannedPattern planned = new PlannedPattern(one.pattern);
            List<Long> spreadRows = rowsOfSteps(one, planned);
            System.arraycopy(whole, 0, one.graphs(), 0, whole.length);
            assertThat(spreadRows).as("case %d: %s", i, one).isEqualTo(rowsOfSteps(one, planned));
        }
        assertThat(requests.size()).isGreaterThan(100);
        assertThat(partCount).isGreaterThan(5);
        assertThat(startCount).isGreaterThan(100);
    }

    private static List<Long> rowsOfSteps(RandomExploration one, PlannedPattern planned) {
        ExplorationProfile profile = new ExplorationProfile(new NumberedNames());
        Explorer explorer = one.explorer();
        explorer.profileInto(profile);
        explorer.extend(one.input, planned);
        return profile.steps().stream().map(QueryPlan.Step::actualRows).toList();
    }

    /** Lists and rows of more than a piece, and solutions of more than an answer. */
    @Test
    void longListsGoInPieces() {
        int count = 3 * ForkRequest.ROWS_MAX;
        TripleIndex index = new TripleIndex();
        for (long vertex = 1; vertex <= count; vertex++) {
            index.add(vertex, 1, 1 + vertex * 7 % count);
            index.add(vertex, 2, 1 + vertex * 5 % count);
        }
        List<Views> nodes = new ArrayList<>();
        TermDictionary dictionary = new TermDictionary(16);
        NodeBudget budget = new NodeBudget(1L << 30);
        ForkServer server =
                new ForkServer(dictionary, ExecutionLimits.DEFAULT, budget, CLOCK, 20_000);
        SpreadGraph graph =
                new SpreadGraph(
                                index,
                                "0",
                                2,
                                (node, request) -> answer(server, nodes.get(node), request))
                        .costing(COSTS.get(1));
        nodes.add(new Views(new TripleView[] {graph.at(0)}));
        nodes.add(new Views(new TripleView[] {graph.at(1)}));
        long[] constants = {1, 2};
        Explorer explorer =
                new Explorer(
                        new TripleView[] {graph},
                        constants,
                        new RowFilter[0],
                        dictionary,
                        new ExecutionBudget(ExecutionLimits.DEFAULT, CLOCK, CLOCK.nanoTime()));
        Place x = Place.column(0);
        BindingTable found =
                explorer.extend(
                        BindingTable.unit(3),
                        BasicGraphPattern.of(
                                new TriplePattern(0, x, Place.constant(0), Place.column(1)),
                                new TriplePattern(
                                        0, Place.column(1), Place.constant(1), Place.column(2))));
        assertThat(found.size()).isEqualTo(count);
        boolean[] seen = new boolean[count + 1];
        for (int row = 0; row < count; row++) {
            long vertex = found.get(0, row);
            long next = 1 + vertex * 7 % count;
            assertThat(found.get(1, row)).isEqualTo(next);
            assertThat(found.get(2, row)).isEqualTo(1 + next * 5 % count);
            assertThat(seen[(int) vertex]).isFalse();
            seen[(int) vertex] = true;
        }
        assertThat(resumedCount).isGreaterThan(1);
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
            List<Views> nodes = spread(one);
            one.explorer().extend(one.input, one.pattern);
            for (byte[] request : List.copyOf(requests)) {
                for (int i = 0; i < 40; i++) {
                    if (isAnswered(server, nodes.get(1), damaged(request))) {
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
