package org.wukongs.store.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;
import org.wukongs.naive.Seeds;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.graph.TripleModel;
import org.wukongs.store.view.TripleIndex;
import org.wukongs.store.view.TripleView;

/** Several threads make the rows that one makes, in the same order. */
class ParallelRunTest {

    private static final int VERTICES = 3_000;
    private static final int TRIPLES = 60_000;

    /** ?0 1 ?1 . ?1 2 ?2: some 400,000 rows. */
    private static final BasicGraphPattern PATH =
            BasicGraphPattern.of(
                    new TriplePattern(0, Place.column(0), Place.constant(0), Place.column(1)),
                    new TriplePattern(0, Place.column(1), Place.constant(1), Place.column(2)));

    private final ExecutorService threads = Executors.newFixedThreadPool(3);
    private final TripleView graph = new SharedGraph(graph(Seeds.random(getClass())));

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private static TripleIndex graph(Random random) {
        TripleModel model = new TripleModel(VERTICES, 2);
        TripleIndex index = new TripleIndex();
        for (int i = 0; i < TRIPLES; i++) {
            TripleModel.Ids triple = model.randomTriple(random);
            index.add(triple.s(), triple.p(), triple.o());
        }
        return index;
    }

    private BindingTable select(Workers workers, ExecutionLimits limits, Selection selection) {
        SystemNanoClock clock = new SystemNanoClock();
        Explorer explorer =
                new Explorer(
                        new TripleView[] {graph},
                        new long[] {1, 2},
                        new RowFilter[0],
                        new TermDictionary(10),
                        new ExecutionBudget(limits, clock, clock.nanoTime()));
        explorer.useWorkers(workers);
        return explorer.select(BindingTable.unit(3), new PlannedPattern(PATH), selection);
    }

    private void assertSame(Selection selection) {
        BindingTable alone = select(Workers.NONE, ExecutionLimits.DEFAULT, selection);
        AtomicInteger tasks = new AtomicInteger();
        Executor counting =
                task -> {
                    tasks.incrementAndGet();
                    threads.execute(task);
                };
        BindingTable shared = select(new Workers(counting, 4), ExecutionLimits.DEFAULT, selection);
        assertThat(RandomExploration.rows(shared)).isEqualTo(RandomExploration.rows(alone));
        assertThat(tasks).hasValue(3);
    }

    @Test
    void sameRowsInTheSameOrder() {
        assertSame(Selection.all(2, 0, 1));
        assertSame(new Selection(new int[] {2, 0}, true, 0, -1));
        assertSame(new Selection(new int[] {1, -1}, true, 100, -1));
    }

    @Test
    void anExecutorThatNeverRunsAnythingIsNotWaitedFor() {
        BindingTable table =
                select(new Workers(task -> {}, 4), ExecutionLimits.DEFAULT, Selection.all(0));
        assertThat(table.size()).isGreaterThan(100_000);
    }

    @Test
    void limitsHold() {
        Workers workers = new Workers(threads, 4);
        assertThatThrownBy(
                        () ->
                                select(
                                        workers,
                                        new ExecutionLimits(20_000, 60_000),
                                        Selection.all(0)))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("--query-rows-max");
        assertThatThrownBy(
                        () ->
                                select(
                                        workers,
                                        new ExecutionLimits(10_000_000, 60_000, 1 << 20, 1),
                                        Selection.all(0, 1, 2)))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("--query-memory-max");
        assertThatThrownBy(
                        () -> select(workers, new ExecutionLimits(10_000_000, 0), Selection.all(0)))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("--query-time-max");
    }
}
