package org.wukongs.store.explore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RowGuessTest {

    private static final int MANY = 1_000_000;
    private static final int CHEAP = 256;

    private final RowGuess guess = new RowGuess();

    private int after(int... rowCounts) {
        for (int rowCount : rowCounts) {
            guess.note(rowCount);
        }
        return guess.rows();
    }

    @Test
    void fewAreExpectedAtOnce() {
        assertThat(guess.rows()).isZero();
        assertThat(after(7)).isEqualTo(7);
        assertThat(after(100)).isEqualTo(100);
    }

    @Test
    void manyAreExpectedTheSecondTime() {
        assertThat(after(MANY)).isEqualTo(CHEAP);
        assertThat(after(MANY)).isEqualTo(MANY);
        assertThat(after(MANY * 2)).isEqualTo(MANY);
        assertThat(after(MANY * 2)).isEqualTo(MANY * 2);
        assertThat(after(MANY * 2 - 10)).as("near enough").isEqualTo(MANY * 2);
    }

    @Test
    void oneFewEndsTheExpectationOfMany() {
        assertThat(after(MANY, MANY, 2)).isEqualTo(2);
        assertThat(after(MANY)).isEqualTo(CHEAP);
    }

    @Test
    void manyAndFewByTurnsMakeRoomForFew() {
        for (int i = 0; i < 10; i++) {
            assertThat(after(MANY)).isLessThanOrEqualTo(CHEAP);
            assertThat(after(2)).isLessThanOrEqualTo(CHEAP);
        }
    }
}
