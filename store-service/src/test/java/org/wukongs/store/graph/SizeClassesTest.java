package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SizeClassesTest {

    @Test
    void theSmallestClassThatHoldsIt() {
        for (long granules = 1; granules < 100_000; granules++) {
            assertClass(granules);
        }
        for (int bit = 17; bit < 46; bit++) {
            for (long near = -3; near <= 3; near++) {
                assertClass((1L << bit) + near);
                assertClass((1L << bit) + (1L << (bit - 3)) + near);
            }
        }
    }

    private static void assertClass(long granules) {
        int sizeClass = SizeClasses.classOf(granules);
        long size = SizeClasses.granulesOf(sizeClass);
        assertThat(size).isGreaterThanOrEqualTo(granules);
        assertThat(size - granules).isLessThanOrEqualTo(granules / 8);
        if (sizeClass > 0) {
            assertThat(SizeClasses.granulesOf(sizeClass - 1)).isLessThan(granules);
        }
        assertThat(SizeClasses.classOf(size)).isEqualTo(sizeClass);
        int floor = SizeClasses.floorClassOf(granules);
        assertThat(SizeClasses.granulesOf(floor)).isLessThanOrEqualTo(granules);
        assertThat(SizeClasses.granulesOf(floor + 1)).isGreaterThan(granules);
    }
}
