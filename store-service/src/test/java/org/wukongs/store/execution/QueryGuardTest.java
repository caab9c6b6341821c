package org.wukongs.store.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/** Whatever is thrown while a query is read is that query's failure. */
final class QueryGuardTest {

    private static WukongsException failure(Throwable thrown) {
        return catchThrowableOfType(
                WukongsException.class,
                () ->
                        QueryGuard.run(
                                () -> {
                                    if (thrown instanceof Error error) {
                                        throw error;
                                    }
                                    throw (RuntimeException) thrown;
                                }));
    }

    @Test
    void errorsAreFailures() {
        assertThat(failure(new OutOfMemoryError("Java heap space")).category())
                .isEqualTo(Category.RETRIABLE);
        assertThat(failure(new StackOverflowError()).category()).isEqualTo(Category.USER);
        assertThat(failure(new NoClassDefFoundError("x")).category()).isEqualTo(Category.FATAL);
        assertThat(failure(new AssertionError("x")).category()).isEqualTo(Category.FATAL);
        assertThat(failure(new IllegalStateException("x")).category()).isEqualTo(Category.FATAL);
        WukongsException expected = WukongsException.user("x");
        assertThat(failure(expected)).isSameAs(expected);
    }

    @Test
    void errorsAreCounted() {
        QueryFailures failures = new QueryFailures();
        failures.note(failure(new StackOverflowError()), () -> "q");
        failures.note(WukongsException.user("x"), () -> "q");
        assertThat(failures.errorCount()).isZero();
        failures.note(failure(new AssertionError("x")), () -> "q");
        failures.note(failure(new AssertionError("x")), () -> "q");
        assertThat(failures.errorCount()).isEqualTo(2);
    }

    @Test
    void textsHaveNames() {
        assertThat(QueryFailures.digest("ASK {}")).matches("sha256:[0-9a-f]{16}");
        assertThat(QueryFailures.digest("ASK {}")).isNotEqualTo(QueryFailures.digest("ASK { }"));
    }
}
