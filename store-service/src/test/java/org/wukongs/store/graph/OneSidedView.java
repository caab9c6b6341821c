package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.function.Function;
import org.wukongs.id.Keys;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.NeighbourList;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.TripleView;

/**
 * A graph as another process reads it, for tests that compare it with what it must have. What is
 * not read so, lists of predicates and of index vertices, is read of the graph itself.
 */
final class OneSidedView extends TripleView {

    private final OneSidedMemory memory;
    private final String name;
    private final long sn;
    private final TripleView own;

    OneSidedView(OneSidedMemory memory, String name, long sn, TripleView own) {
        this.memory = memory;
        this.name = name;
        this.sn = sn;
        this.own = own;
    }

    private <T> T read(Function<OneSidedGraph, T> reading) {
        assertThat(memory.enter()).isTrue();
        try {
            T read = reading.apply(memory.graph(name, sn));
            assertThat(memory.counts(sn)).isTrue();
            return read;
        } finally {
            memory.leave();
        }
    }

    @Override
    public Neighbours neighbours(long key) {
        if (!OneSidedGraph.isReadable(key)) {
            return own.neighbours(key);
        }
        int[] length = new int[1];
        long[][] ids = new long[1][];
        return read(
                graph -> {
                    graph.lists(new long[] {key}, 5, length, ids);
                    long[] all = graph.page(key, length[0], 0, length[0]);
                    assertThat(ids[0]).isEqualTo(Arrays.copyOf(all, Math.min(5, all.length)));
                    int from = length[0] / 3;
                    assertThat(graph.page(key, length[0], from, 7))
                            .isEqualTo(
                                    Arrays.copyOfRange(all, from, Math.min(all.length, from + 7)));
                    NeighbourList list = new NeighbourList();
                    Arrays.stream(all).forEach(list::append);
                    return list;
                });
    }

    @Override
    public long degree(long key) {
        return neighbours(key).size();
    }

    @Override
    public boolean contains(long subject, long predicate, long object) {
        return read(graph -> graph.probeOf(subject, predicate, new long[] {object}, new int[1]))
                == 1;
    }

    @Override
    public void expand(long[] vertices, int count, long pid, int direction, Expansion into) {
        read(
                graph -> {
                    graph.expand(Arrays.copyOf(vertices, count), pid, direction, into);
                    return null;
                });
    }

    @Override
    public void expandKeys(long[] keys, int count, Expansion into) {
        read(
                graph -> {
                    graph.expandKeys(Arrays.copyOf(keys, count), into);
                    return null;
                });
    }

    @Override
    public int probe(long[] subjects, long pid, long[] objects, int count, int[] kept) {
        return read(
                graph ->
                        graph.probe(
                                Arrays.copyOf(subjects, count),
                                pid,
                                Arrays.copyOf(objects, count),
                                kept));
    }

    @Override
    public int probeConstant(
            long[] vertices, int count, long pid, int direction, long neighbour, int[] kept) {
        long[] some = Arrays.copyOf(vertices, count);
        return read(
                graph ->
                        direction == Keys.OUT
                                ? graph.probeConstant(some, pid, neighbour, kept)
                                : graph.probeOf(neighbour, pid, some, kept));
    }

    @Override
    public int probeKeys(long[] subjects, long[] pids, long[] objects, int count, int[] kept) {
        return read(
                graph ->
                        graph.probeKeys(
                                Arrays.copyOf(subjects, count),
                                Arrays.copyOf(pids, count),
                                Arrays.copyOf(objects, count),
                                kept));
    }

    @Override
    public long tripleCount(long predicate) {
        return own.tripleCount(predicate);
    }

    @Override
    public long tripleCount() {
        return own.tripleCount();
    }
}
