package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/** Numbers of snapshots, what readers hold, and the memory of marks. */
class SnapshotLimitsTest {

    @Test
    void snapshotsFollowEachOther() {
        try (GraphMemory memory = new GraphMemory(1 << 16)) {
            StoredGraph graph = memory.newGraph();
            assertThat(memory.publishedSnapshot()).isZero();
            graph.add(1, 1, 2);
            assertThat(memory.publishedSnapshot()).as("one of its own").isEqualTo(1);
            memory.beginSnapshot(5);
            graph.add(1, 1, 3);
            assertThat(memory.publishedSnapshot()).isEqualTo(1);
            assertThatThrownBy(() -> memory.beginSnapshot(6))
                    .isInstanceOf(IllegalStateException.class);
            memory.publishSnapshot();
            assertThat(memory.publishedSnapshot()).isEqualTo(5);
            assertThatThrownBy(memory::publishSnapshot).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> memory.beginSnapshot(5))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("published=5");
        }
    }

    @Test
    void marksGoWhenNobodyHoldsAnOlderSnapshot() {
        try (GraphMemory memory = new GraphMemory(1 << 16)) {
            StoredGraph graph = memory.newGraph();
            graph.add(1024, 1, 2048);
            ReaderEpochs.Reader reader = memory.epochs().newReader();
            graph.add(1024, 1, 2049);
            assertThat(memory.markBytes()).as("nobody holds one").isZero();
            reader.enter();
            graph.add(1024, 1, 2050);
            assertThat(memory.markBytes()).isPositive();
            assertThat(memory.retireMarks()).as("the reader needs them").isZero();
            reader.leave();
            assertThat(memory.retireMarks()).isEqualTo(1);
            assertThat(memory.markBytes()).as("retired without another snapshot").isZero();
            Checks.assertSound(memory, graph);
            reader.enter();
            graph.add(1024, 1, 2051);
            reader.leave();
            graph.add(4096, 1, 2050);
            assertThat(memory.markBytes()).as("retired before and after").isZero();
            Checks.assertSound(memory, graph);
        }
    }

    /** Half of a snapshot is no place to look whether marks can go: the next insert makes more. */
    @Test
    void marksStayWhileASnapshotIsWritten() {
        try (GraphMemory memory = new GraphMemory(1 << 16)) {
            StoredGraph graph = memory.newGraph();
            graph.add(1024, 1, 2048);
            ReaderEpochs.Reader reader = memory.epochs().newReader();
            reader.enter();
            graph.add(1024, 1, 2049);
            memory.beginSnapshot();
            graph.add(1024, 1, 2050);
            reader.leave();
            assertThat(memory.retireMarks()).isZero();
            memory.publishSnapshot();
            assertThat(memory.markBytes()).isZero();
            Checks.assertSound(memory, graph);
        }
    }

    @Test
    void readersOfOldSnapshotsGiveUpWhereMarksTakeTooMuch() {
        try (GraphMemory memory = new GraphMemory(1 << 20)) {
            StoredGraph graph = memory.newGraph();
            graph.add(1024, 1, 2048);
            ReaderEpochs.Reader old = memory.epochs().newReader();
            old.enter();
            int step = 0;
            while (memory.markBytes() <= memory.budgetBytes() / 8) {
                old.checkSnapshot();
                graph.add(1024, 1, 10_000 + step++);
                assertThat(step).isLessThan(10_000);
            }
            assertThatThrownBy(old::checkSnapshot)
                    .isInstanceOf(WukongsException.class)
                    .hasMessageContaining("snapshot too old")
                    .extracting(e -> ((WukongsException) e).category())
                    .isEqualTo(Category.RETRIABLE);
            ReaderEpochs.Reader young = memory.epochs().newReader();
            young.enter();
            young.checkSnapshot();
            old.leave();
            graph.add(1024, 1, 20_000);
            assertThat(memory.markBytes()).isLessThan(1000);
            young.checkSnapshot();
            young.leave();
            Checks.assertSound(memory, graph);
        }
    }

    /** Two parts, so two snapshots; the first load is one, as nobody can have seen the graph. */
    @Test
    void aLargeLoadComesInParts() {
        TripleBuffer buffer = new TripleBuffer();
        for (int i = 0; i < GraphWriter.PART_ROWS_MAX + 1; i++) {
            buffer.append(1024 + i % 1000, 1 + i % 3, 5000 + i);
        }
        try (GraphMemory memory = new GraphMemory(256 << 20)) {
            StoredGraph graph = memory.newGraph();
            graph.insert(buffer);
            assertThat(memory.publishedSnapshot()).isEqualTo(1);
            TripleBuffer more = new TripleBuffer();
            for (long i = 0; i < buffer.size(); i++) {
                more.append(buffer.subject(i), 4, buffer.object(i));
            }
            TripleBuffer first = new TripleBuffer();
            first.append(1, 4, 1);
            assertThat(graph.insert(first, more)).isEqualTo(buffer.size() + 1);
            assertThat(memory.publishedSnapshot()).isEqualTo(3);
            assertThat(graph.tripleCount()).isEqualTo(2 * buffer.size() + 1);
            assertThat(graph.contains(1024, 4, 5000)).isTrue();
            assertThat(memory.markBytes()).isZero();
        }
    }
}
