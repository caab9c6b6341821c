package org.wukongs.store.stream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PositionListTest {

    private final TransientMemory memory = new TransientMemory(1 << 28, 4);

    /**
     * A predicate that comes once in 2^29 tuples: 32 bits of a position say nothing about one that
     * is 2^31 positions older, so it must have gone by then.
     */
    @Test
    void positionsOfARarePredicateFarApart() {
        PidPositions pids = new PidPositions(memory);
        long distance = 1L << 29;
        for (long position = 0; position < 40 * distance; position += distance) {
            pids.append(1, position, position);
            long next = position + distance;
            pids.reclaimBelow(position);
            PositionList list = pids.list(1);
            assertThat(list.count(position - 10, position)).isZero();
            assertThat(list.count(position, next)).isEqualTo(1);
            assertThat(list.count(next, next + 10)).isZero();
            assertThat(list.hasAny(position - 10, position)).isFalse();
            assertThat(list.hasAny(position, next)).isTrue();
            assertThat(list.hasAny(next, next + 10)).isFalse();
        }
        pids.free();
        assertThat(memory.usedBytes()).isZero();
    }

    /** Removals are as rare as that, too. */
    @Test
    void rareRemovals() {
        PidPositions pids = new PidPositions(memory);
        long distance = 1L << 29;
        for (long position = 0; position < 40 * distance; position += distance) {
            pids.appendRemoval(position, position);
            pids.reclaimBelow(position);
            assertThat(pids.hasRemovals(position, position + 1)).isTrue();
            assertThat(pids.hasRemovals(position + 1, position + distance)).isFalse();
        }
        pids.free();
        assertThat(memory.usedBytes()).isZero();
    }
}
