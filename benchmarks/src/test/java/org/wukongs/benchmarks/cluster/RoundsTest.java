package org.wukongs.benchmarks.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.client.QueryPlan;
import org.wukongs.naive.Seeds;

/** Rounds of plans as EXPLAIN writes them. */
final class RoundsTest {

    private static final String LEAVE = ", from here on at the owners of ";

    private static final String HERE = ", from here on at this node";

    private final List<QueryPlan.Step> planned = new ArrayList<>();
    private final List<QueryPlan.Step> executed = new ArrayList<>();

    /** {@code leaves} is the column whose owners go on, "" for none. */
    private void step(String kind, String text, String leaves, long rows) {
        String mark = leaves.isEmpty() ? "" : leaves.equals(HERE) ? HERE : LEAVE + leaves;
        planned.add(new QueryPlan.Step(kind, 0, text + mark, 1, QueryPlan.NOT_EXECUTED, -1));
        String requests = rows % 2 == 0 ? ", requests to other nodes: " + rows + " (9 bytes)" : "";
        executed.add(new QueryPlan.Step(kind, 0, text + mark + requests, 1, rows, 1000));
    }

    private Rounds rounds() {
        return Rounds.of(
                new QueryPlan("exploration", planned), new QueryPlan("exploration", executed));
    }

    @Test
    void rowsThatLeaveNeedNoRoundAtTheirOwners() {
        step("constant", "?y <u:subOf> <u:uni> for ?y", "", 15);
        step("probe", "?y <u:type> <u:Department>", "?y", 15);
        step("expand", "?x <u:worksFor> ?y for ?x", "", 540);
        step("probe", "?x <u:type> <u:FullProfessor>", "", 125);
        assertThat(rounds().count()).isEqualTo(3);
        assertThat(rounds().requests(3)).isCloseTo(2.0 / 3 + 2 + 6, within(0.01));
        assertThat(rounds().requestsInTurn(3)).isCloseTo(2.0 / 3 + 2 + 2, within(0.01));
        assertThat(rounds().trips(3)).isCloseTo(2.0 / 3 + 1 + 1, within(0.01));
        assertThat(rounds().requests(1)).isZero();
    }

    /** Each node begins with its own vertices; what comes back is asked for from one node again. */
    @Test
    void aStartNeedsOneRound() {
        step("index", "?y from the objects of <u:subOf>", "?y", 800);
        step("probe", "?y <u:type> <u:University>", "", 40);
        step("expand", "?x <u:degreeFrom> ?y for ?x", "", 5000);
        step("probe", "?x <u:type> <u:Student>", HERE, 3);
        assertThat(rounds().count()).isEqualTo(2);
        assertThat(rounds().requests(3)).isCloseTo(2 + 2, within(0.01));
    }

    @Test
    void stepsInPlaceAskForAllRows() {
        step("index", "?y from the objects of <u:p>", "", 1000);
        step("probe", "?y <u:type> \"a literal with blanks\"", "", 2);
        step("expand", "?y <u:q> ?z for ?z", "", 0);
        step("expand", "?z <u:q> ?v for ?v", "", 0);
        assertThat(rounds().count()).as("nothing is asked for no rows").isEqualTo(3);
        assertThat(rounds().requests(10)).isCloseTo(9 + 9 + 9 * (1 - 0.81), within(0.01));
    }

    @Test
    void otherPlansAreNotKnown() {
        step("constant", "?y <u:subOf> <u:uni> for ?y", "", 15);
        executed.set(0, new QueryPlan.Step("probe", 0, "?q <u:r> ?s", 1, 1, 1));
        assertThat(rounds()).isNull();
    }

    /** Against rows thrown at nodes at random. */
    @Test
    void requestsAreThoseOfRowsAnywhere() {
        Random random = new Random(Seeds.seed(getClass()));
        int nodes = 5;
        int rows = 7;
        step("constant", "?y <u:p> <u:c> for ?y", "", rows);
        step("probe", "?y <u:type> <u:D>", "", rows);
        double asked = 0;
        int throwsCount = 20_000;
        for (int i = 0; i < throwsCount; i++) {
            asked += random.nextInt(nodes) == 0 ? 0 : 1;
            boolean[] owners = new boolean[nodes];
            for (int row = 0; row < rows; row++) {
                owners[random.nextInt(nodes)] = true;
            }
            for (int node = 1; node < nodes; node++) {
                asked += owners[node] ? 1 : 0;
            }
        }
        assertThat(rounds().requests(nodes)).isCloseTo(asked / throwsCount, within(0.05));
    }
}
