package org.wukongs.store.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

final class ExecutionBudgetTest {

    private static final long MIB = 1 << 20;

    private final NodeBudget node = new NodeBudget(10 * MIB);

    private ExecutionBudget budget(long memoryMaxBytes) {
        ExecutionLimits limits = new ExecutionLimits(100, 60_000, memoryMaxBytes, 1, 10 * MIB);
        return new ExecutionBudget(limits, node, () -> 0, 0);
    }

    private static void assertRefused(Category category, String option, Runnable action) {
        assertThatThrownBy(action::run)
                .hasMessageContaining(option)
                .asInstanceOf(type(WukongsException.class))
                .extracting(WukongsException::category)
                .isEqualTo(category);
    }

    @Test
    void lightExecutionsTakeNothingOfTheNode() {
        ExecutionBudget budget = budget(MIB);
        budget.takeBytes(ExecutionBudget.FREE_BYTES / 2);
        budget.takeValueBytes(ExecutionBudget.FREE_BYTES / 2);
        assertThat(node.takenBytes()).isZero();
        assertThat(budget.holdsNodeMemory()).isFalse();
    }

    @Test
    void tablesAndValuesShareTheMemoryOfAnExecution() {
        ExecutionBudget budget = budget(4 * MIB);
        budget.takeBytes(3 * MIB);
        assertRefused(Category.USER, "--query-memory-max", () -> budget.takeValueBytes(MIB + 1));
        budget.giveBackValueBytes(MIB + 1);
        budget.giveBackBytes(MIB);
        budget.takeValueBytes(2 * MIB);
        assertThat(budget.takenBytes()).isEqualTo(4 * MIB);
    }

    @Test
    void executionsShareTheMemoryOfTheNode() {
        ExecutionBudget first = budget(100 * MIB);
        ExecutionBudget second = budget(100 * MIB);
        first.takeBytes(6 * MIB);
        assertRefused(Category.RETRIABLE, "--queries-memory-max", () -> second.takeBytes(6 * MIB));
        second.close();
        // Alone it cannot have it either, so that coming again is no use.
        assertRefused(Category.USER, "--queries-memory-max", () -> first.takeValueBytes(6 * MIB));
        assertThat(node.refusalCount()).isEqualTo(2);
        first.close();
        first.close();
        assertThat(node.takenBytes()).isZero();
    }

    @Test
    void aResultHoldsOnlyWhatItTakes() {
        ExecutionBudget budget = budget(100 * MIB);
        budget.takeBytes(8 * MIB);
        budget.giveBackBytes(6 * MIB);
        assertThat(node.takenBytes()).isGreaterThan(7 * MIB);
        budget.trim();
        assertThat(node.takenBytes()).isBetween(MIB, 3 * MIB);
        budget.takeBytes(7 * MIB);
        assertThat(node.takenBytes()).isGreaterThan(8 * MIB);
        budget.close();
        assertThat(node.takenBytes()).isZero();
    }

    @Test
    void whatIsCancelledEndsAtItsNextLook() {
        ExecutionBudget budget = budget(MIB);
        budget.checkTime();
        budget.cancel(WukongsException.retriable("nobody waits"));
        assertRefused(Category.RETRIABLE, "nobody waits", budget::checkTime);
    }

    @Test
    void allEndWithTheNode() {
        ExecutionBudget budget = budget(MIB);
        node.close();
        assertRefused(Category.RETRIABLE, "shutting down", budget::checkTime);
    }
}
