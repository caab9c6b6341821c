package org.wukongs.store.execution;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is remembered of executions, and what finds no room. */
class RememberedRowsTest {

    private static final long ROUND = 7;

    private final RowsMemory memory = new RowsMemory(100);
    private final RememberedRows<String> rows = new RememberedRows<>(memory);
    private final RememberedRows<String> others = new RememberedRows<>(memory);

    @Test
    void theNewestExecutionOnly() {
        assertThat(rows.of(0, ROUND)).isNull();
        rows.remember(0, ROUND, "a", 60);
        assertThat(rows.of(0, ROUND)).isEqualTo("a");
        rows.remember(1, ROUND, "b", 70);
        assertThat(rows.of(0, ROUND)).isNull();
        assertThat(rows.of(1, ROUND)).isEqualTo("b");
        rows.remember(0, ROUND, "c", 10);
        assertThat(rows.of(0, ROUND)).isEqualTo("c");
        assertThat(memory.bytesTaken()).isEqualTo(10);
    }

    @Test
    void whatFindsNoRoomIsNotRemembered() {
        rows.remember(1, ROUND, "a", 60);
        others.remember(1, ROUND, "b", 60);
        assertThat(others.of(1, ROUND)).isNull();
        others.remember(2, ROUND, "c", 40);
        assertThat(others.of(2, ROUND)).isEqualTo("c");
        rows.remember(2, ROUND, "d", 61);
        assertThat(rows.of(1, ROUND)).as("it is not the newest any more").isNull();
        assertThat(rows.of(2, ROUND)).isNull();
        assertThat(memory.bytesTaken()).isEqualTo(40);
    }

    /** Some of its terms may have been reclaimed, but it was executed. */
    @Test
    void theResultOfAnEarlierRoundIsNotUsed() {
        rows.remember(1, ROUND, "a", 60);
        assertThat(rows.of(1, ROUND + 1)).isNull();
        assertThat(rows.isOf(1)).isTrue();
        assertThat(rows.isOf(0)).isFalse();
    }

    @Test
    void nothingStaysOfAQueryThatIsGone() {
        rows.remember(1, ROUND, "a", 60);
        rows.close();
        assertThat(rows.of(1, ROUND)).isNull();
        rows.remember(2, ROUND, "b", 60);
        assertThat(rows.of(2, ROUND)).isNull();
        assertThat(memory.bytesTaken()).isZero();
    }
}
