package org.wukongs.store.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.view.RequestCosts;
import org.wukongs.store.view.TripleIndex;
import org.wukongs.store.view.TripleView;

/**
 * Where plans fork. The graph is like LUBM's: a university has departments, each has professors and
 * others who work for it, and these have some properties. Vertices are spread over three nodes.
 */
class ForkPlannerTest {

    private static final SystemNanoClock CLOCK = new SystemNanoClock();

    private static final long PART_OF = 1;
    private static final long WORKS_FOR = 2;
    private static final long TYPE = 3;
    private static final long NAME = 4;
    private static final long MAIL = 5;
    private static final long PHONE = 6;

    private static final long UNIVERSITY = 3;
    private static final long DEPARTMENT = 6; // a type, as the next one
    private static final long PROFESSOR = 9;
    private static final long LITERAL = 12;

    private static final int A_DEPARTMENT = 1; // among the constants, the first after 0
    private static final long[] CONSTANTS = {
        0, 30, UNIVERSITY, DEPARTMENT, PROFESSOR, PART_OF, WORKS_FOR, TYPE, NAME, MAIL, PHONE
    };

    private static TripleIndex graph() {
        TripleIndex graph = new TripleIndex();
        for (long elsewhere = 10_000; elsewhere < 13_000; elsewhere++) {
            graph.add(elsewhere, TYPE, PROFESSOR);
        }
        for (long department = 30; department < 60; department += 2) {
            graph.add(department, PART_OF, UNIVERSITY);
            graph.add(department, TYPE, DEPARTMENT);
            for (long person = 36 * department; person < 36 * department + 36; person++) {
                graph.add(person, WORKS_FOR, department);
                graph.add(person, TYPE, person % 6 == 0 ? PROFESSOR : LITERAL);
                graph.add(person, NAME, LITERAL);
                graph.add(person, MAIL, LITERAL);
                graph.add(person, PHONE, LITERAL);
            }
        }
        return graph;
    }

    private static Place column(int column) {
        return Place.column(column);
    }

    private static Place constant(long id) {
        for (int i = 1; i < CONSTANTS.length; i++) {
            if (CONSTANTS[i] == id) {
                return Place.constant(i);
            }
        }
        throw new IllegalArgumentException("no constant: id=" + id);
    }

    private static TriplePattern pattern(Place subject, long predicate, Place object) {
        int pid = 0;
        for (int i = 5; i < CONSTANTS.length; i++) {
            pid = CONSTANTS[i] == predicate ? i : pid;
        }
        return new TriplePattern(0, subject, Place.constant(pid), object);
    }

    /** What a department's professors have: several steps read the same rows. */
    private static BasicGraphPattern star() {
        return BasicGraphPattern.of(
                pattern(column(0), WORKS_FOR, Place.constant(A_DEPARTMENT)),
                pattern(column(0), TYPE, constant(PROFESSOR)),
                pattern(column(0), NAME, column(1)),
                pattern(column(0), MAIL, column(2)),
                pattern(column(0), PHONE, column(3)));
    }

    /** The professors of a university's departments: some steps of each column. */
    private static BasicGraphPattern chain() {
        return BasicGraphPattern.of(
                pattern(column(0), PART_OF, constant(UNIVERSITY)),
                pattern(column(0), TYPE, constant(DEPARTMENT)),
                pattern(column(1), WORKS_FOR, column(0)),
                pattern(column(1), TYPE, constant(PROFESSOR)));
    }

    /** The mail of all who work for any department of any university. */
    private static BasicGraphPattern all() {
        return BasicGraphPattern.of(
                pattern(column(0), PART_OF, column(3)),
                pattern(column(1), WORKS_FOR, column(0)),
                pattern(column(1), MAIL, column(2)));
    }

    /** Returns where each step is executed: the column whose owners do it, "-" for this node. */
    private static String places(BasicGraphPattern pattern, RequestCosts costs) {
        SpreadGraph graph =
                new SpreadGraph(
                                graph(),
                                "0",
                                3,
                                (node, request) -> {
                                    throw new AssertionError("only planned");
                                })
                        .costing(costs);
        TermDictionary dictionary = new TermDictionary(16);
        ExecutionBudget budget = new ExecutionBudget(ExecutionLimits.DEFAULT, CLOCK, 0);
        Explorer explorer =
                new Explorer(
                        new TripleView[] {graph}, CONSTANTS, new RowFilter[0], dictionary, budget);
        ExplorationProfile profile = new ExplorationProfile(new NumberedNames());
        explorer.explain(BindingTable.unit(4), new PlannedPattern(pattern), profile);
        StringBuilder places = new StringBuilder();
        String place = "-";
        List<String> texts = profile.steps().stream().map(step -> step.description()).toList();
        for (String text : texts) {
            place = text.contains(StepText.HERE_AGAIN) ? "-" : place;
            int owners = text.indexOf("at the owners of ?v");
            place = owners < 0 ? place : text.substring(owners + 19, owners + 20);
            places.append(place);
        }
        assertThat(texts.get(0)).contains(", costs: a request ");
        return places.toString();
    }

    @Test
    void severalStepsOfTheSameRowsFork() {
        assertThat(places(star(), RequestCosts.UNMEASURED)).isEqualTo("-0000");
        assertThat(places(star(), RequestCosts.measured(1_000_000, 25_000, 8))).isEqualTo("-0000");
    }

    /** One step is one request in place, too, and its rows need no numbers. */
    @Test
    void aStepOfItsOwnDoesNotFork() {
        BasicGraphPattern one =
                BasicGraphPattern.of(
                        pattern(column(0), PART_OF, constant(UNIVERSITY)),
                        pattern(column(1), WORKS_FOR, column(0)));
        for (RequestCosts costs :
                List.of(
                        RequestCosts.UNMEASURED,
                        RequestCosts.measured(500, 100, 5_000),
                        RequestCosts.measured(10_000_000, 20_000, 1))) {
            assertThat(places(one, costs)).isEqualTo("--");
        }
    }

    /**
     * Only as long as the owners have what the steps read: after that, all nodes ask all others.
     */
    @Test
    void rowsComeBackForWhatOthersHave() {
        assertThat(places(chain(), RequestCosts.UNMEASURED)).isEqualTo("-00-");
        assertThat(places(chain(), RequestCosts.measured(60_000, 25_000, 6))).isEqualTo("-00-");
    }

    /** If ids are dear, they stay where they are, and nodes ask each other. */
    @Test
    void rowsStayAtTheirOwnersIfIdsAreDear() {
        RequestCosts dear = RequestCosts.measured(100_000, 100, 20_000);
        assertThat(places(chain(), dear)).startsWith("-0").endsWith("0");
    }

    @Test
    void aListIsReadByAllNodesAtOnce() {
        String places = places(all(), RequestCosts.UNMEASURED);
        assertThat(places).as("the first two steps").matches("(00|11|33).*");
    }
}
