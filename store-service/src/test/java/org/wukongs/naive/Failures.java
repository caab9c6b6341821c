package org.wukongs.naive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/** Errors that a test expects. */
public final class Failures {

    private Failures() {}

    /** {@code call} fails with an error of this category that says {@code message}. */
    public static void assertFails(Category category, String message, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        WukongsException.class, e -> assertThat(e.category()).isEqualTo(category))
                .hasMessageContaining(message);
    }
}
