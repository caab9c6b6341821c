package org.wukongs.naive;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A test that takes minutes. It runs with {@code -Pslow}; with {@code -Dwukongs.slow.until=SECONDS}
 * (since 1970) it is left out, and that is said, if it would begin later.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("slow")
@ExtendWith(SlowTest.WhileThereIsTime.class)
public @interface SlowTest {

    /** Decides before anything is started for the test. */
    final class WhileThereIsTime implements ExecutionCondition {

        private static final long UNTIL_SECONDS =
                Long.getLong("wukongs.slow.until", Long.MAX_VALUE);

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (System.currentTimeMillis() / 1_000 < UNTIL_SECONDS) {
                return ConditionEvaluationResult.enabled("there is time");
            }
            System.out.println(context.getDisplayName() + " is left out: no time for slow tests");
            return ConditionEvaluationResult.disabled("no time for slow tests");
        }
    }
}
