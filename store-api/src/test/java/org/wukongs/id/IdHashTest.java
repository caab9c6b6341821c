package org.wukongs.id;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

/** How many slots a look-up reads in tables that are half full: 1.5 on average if by chance. */
class IdHashTest {

    private static final int ID_BITS_MAX = 16;
    private static final double PROBES_MAX = 2.2;

    @Test
    void spreadsDenseIds() {
        for (int bits = 6; bits <= ID_BITS_MAX; bits++) {
            assertThat(probes(bits, IdHash::mix)).isLessThan(PROBES_MAX);
        }
    }

    @Test
    void spreadsIdsOfAnyStride() {
        for (int bits = 6; bits <= ID_BITS_MAX; bits += 2) {
            for (int i = 0; i <= Long.SIZE - 2 - bits; i++) {
                int stride = i;
                assertThat(probes(bits, id -> IdHash.mix(0, (long) id << stride)))
                        .as("2^%d ids, stride 2^%d", bits, stride)
                        .isLessThan(PROBES_MAX);
                assertThat(probes(bits, id -> IdHash.mix(0, ((long) id << stride) | 1L << 62)))
                        .as("2^%d local ids, stride 2^%d", bits, stride)
                        .isLessThan(PROBES_MAX);
            }
        }
    }

    @Test
    void spreadsPairs() {
        for (int bits = 6; bits <= ID_BITS_MAX; bits += 2) {
            for (int i = 0; i <= bits; i++) {
                int columns = 1 << i;
                for (int shift = 0; shift <= 2 * Vids.PARTITION_BITS; shift++) {
                    int stride = shift;
                    IntToLongFunction pair =
                            id ->
                                    IdHash.mix(
                                            IdHash.mix(0, (long) (id / columns) << stride),
                                            (long) (id % columns) << stride);
                    assertThat(probes(bits, pair))
                            .as("2^%d pairs, %d columns, stride 2^%d", bits, columns, stride)
                            .isLessThan(PROBES_MAX);
                }
            }
        }
    }

    @Test
    void findsWhatASearchComesTo() {
        int slotCount = 7;
        for (int first = 0; first < slotCount; first++) {
            for (int at = 0; at < slotCount; at++) {
                for (int empty = 0; empty < slotCount; empty++) {
                    if (empty != at) {
                        assertThat(IdHash.isFound(first, at, empty))
                                .as("first=%d at=%d empty=%d", first, at, empty)
                                .isEqualTo(comesTo(at, first, empty, slotCount));
                    }
                }
            }
        }
    }

    private static boolean comesTo(int at, int first, int empty, int slotCount) {
        int slot = first;
        while (slot != at && slot != empty) {
            slot = (slot + 1) % slotCount;
        }
        return slot == at;
    }

    @Test
    void dependsOnTheOrder() {
        assertThat(IdHash.mix(IdHash.mix(0, 1), 2)).isNotEqualTo(IdHash.mix(IdHash.mix(0, 2), 1));
    }

    @Test
    void slotsAreTheHighBits() {
        assertThat(IdHash.slot(-1L, 2)).isEqualTo(1);
        assertThat(IdHash.slot(1L << 61, 8)).isEqualTo(1);
        assertThat(IdHash.slot(-1L, 1 << 30)).isEqualTo((1 << 30) - 1);
    }

    /** Slots read by each look-up on average, with linear probing. */
    private static double probes(int bits, IntToLongFunction hash) {
        int count = 1 << bits;
        boolean[] taken = new boolean[2 * count];
        long probes = 0;
        for (int id = 0; id < count; id++) {
            int slot = IdHash.slot(hash.applyAsLong(id), taken.length);
            probes++;
            while (taken[slot]) {
                slot = slot + 1 & taken.length - 1;
                probes++;
            }
            taken[slot] = true;
        }
        return (double) probes / count;
    }
}
