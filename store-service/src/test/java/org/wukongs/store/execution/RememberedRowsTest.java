package org.wukongs.store.execution;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is remembered of executions, and what finds no room. */
class RememberedRowsTest {

    private final RowsMemory memory = new RowsMemory(100);
    private final RememberedRows<String> rows = new RememberedRows<>(memory);
    private final RememberedRows<String> others = new RememberedRows<>(memory);

    @Test
    void theNewestExecutionOnly() {
        assertThat(rows.of(0)).isNull();
        rows.remember(0, "a", 60);
        assertThat(rows.of(0)).isEqualTo("a");
        rows.remember(1, "b", 70);
        assertThat(rows.of(0)).isNull();
        assertThat(rows.of(1)).isEqualTo("b");
        rows.remember(0, "c", 10);
        assertThat(rows.of(0)).isEqualTo("c");
        assertThat(memory.bytesTaken()).isEqualTo(10);
    }

    @Test
    void whatFindsNoRoomIsNotRemembered() {
        rows.remember(1, "a", 60);
        others.remember(1, "b", 60);
        assertThat(others.of(1)).isNull();
        others.remember(2, "c", 40);
        assertThat(others.of(2)).isEqualTo("c");
        rows.remember(2, "d", 61);
        assertThat(rows.of(1)).as("it is not the newest any more").isNull();
        assertThat(rows.of(2)).isNull();
        assertThat(memory.bytesTaken()).isEqualTo(40);
    }

    @Test
    void nothingStaysOfAQueryThatIsGone() {
        rows.remember(1, "a", 60);
        rows.close();
        assertThat(rows.of(1)).isNull();
        rows.remember(2, "b", 60);
        assertThat(rows.of(2)).isNull();
        assertThat(memory.bytesTaken()).isZero();
    }
}
