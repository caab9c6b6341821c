package org.wukongs.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.error.CorruptionException;

/** The end of every test of stored graphs: all invariants hold. */
public final class Checks {

    private Checks() {}

    /** {@code graphs} are all graphs of the memory. */
    public static void assertSound(GraphMemory memory, StoredGraph... graphs) {
        assertThat(violations(memory, graphs)).isEmpty();
    }

    static List<CorruptionException> violations(GraphMemory memory, StoredGraph... graphs) {
        List<CorruptionException> violations = new ArrayList<>();
        GraphChecker checker = new GraphChecker(memory, violations::add);
        for (StoredGraph graph : graphs) {
            checker.check(graph);
        }
        checker.checkBlocks();
        return violations;
    }
}
