package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.error.CorruptionException;
import org.wukongs.id.GivenIds;

/** The end of every test of stored graphs: all invariants hold. */
public final class Checks {

    /** Of graphs whose ids are not a dictionary's. */
    public static final GivenIds ANY =
            new GivenIds() {
                @Override
                public boolean isGivenVid(long vid) {
                    return true;
                }

                @Override
                public boolean isGivenPid(long pid) {
                    return true;
                }
            };

    private Checks() {}

    /** {@code graphs} are all graphs of the memory. */
    public static void assertSound(GraphMemory memory, StoredGraph... graphs) {
        assertThat(violations(memory, graphs)).isEmpty();
    }

    static List<CorruptionException> violations(GraphMemory memory, StoredGraph... graphs) {
        List<CorruptionException> violations = new ArrayList<>();
        GraphChecker checker = new GraphChecker(memory, ANY, violations::add);
        for (StoredGraph graph : graphs) {
            checker.check(graph);
        }
        checker.checkBlocks();
        return violations;
    }
}
