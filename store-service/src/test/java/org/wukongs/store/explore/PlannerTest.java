package org.wukongs.store.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.wukongs.client.QueryPlan;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.view.TripleIndex;
import org.wukongs.store.view.TripleView;

/**
 * Plans on a graph like a university benchmark's, pinned by the rows that their steps touch: 20
 * universities with departments of 1,000 that degrees come from, 200 departments, 40,000 students.
 */
class PlannerTest {

    private static final int UNIVERSITIES = 20;
    private static final int DEGREE_GIVERS = 1_000;
    private static final int DEPARTMENTS = 200;
    private static final int STUDENTS = 40_000;
    private static final int GROUPS_OF_DEPARTMENT = 10;

    private final TermDictionary dictionary = new TermDictionary(200_000);
    private final TripleIndex graph = new TripleIndex();
    private final List<Long> constants = new ArrayList<>();

    PlannerTest() {
        for (int i = 0; i < DEGREE_GIVERS; i++) {
            add("u" + i, "type", "University");
        }
        for (int i = 0; i < DEPARTMENTS; i++) {
            add("d" + i, "type", "Department");
            add("d" + i, "part", "u" + i % UNIVERSITIES);
            for (int j = 0; j < GROUPS_OF_DEPARTMENT; j++) {
                add("g" + i + "_" + j, "type", "Group");
                add("g" + i + "_" + j, "part", "d" + i);
            }
        }
        for (int i = 0; i < STUDENTS; i++) {
            add("s" + i, "type", i % 4 == 0 ? "Graduate" : "Undergraduate");
            add("s" + i, "member", "d" + i * 31 % DEPARTMENTS);
            if (i % 4 == 0) {
                add("s" + i, "degree", "u" + i * 7 % DEGREE_GIVERS);
            }
        }
    }

    private void add(String s, String p, String o) {
        long predicate = p.equals("type") ? 1 : dictionary.predicateId("<" + p + ">");
        graph.add(
                dictionary.vertexId("<" + s + ">"), predicate, dictionary.vertexId("<" + o + ">"));
    }

    /** Patterns of words: ?0 to ?9 are columns. */
    private BasicGraphPattern pattern(String text) {
        List<TriplePattern> patterns = new ArrayList<>();
        for (String triple : text.split(" \\. ", -1)) {
            String[] words = triple.split(" ", -1);
            Place subject = place(words[0], false);
            patterns.add(
                    new TriplePattern(0, subject, place(words[1], true), place(words[2], false)));
        }
        return BasicGraphPattern.of(patterns.toArray(new TriplePattern[0]));
    }

    private Place place(String word, boolean predicate) {
        if (word.startsWith("?")) {
            return Place.column(Integer.parseInt(word.substring(1)));
        }
        String term = "<" + word + ">";
        constants.add(
                word.equals("type")
                        ? Long.valueOf(1)
                        : Long.valueOf(
                                predicate
                                        ? dictionary.findPredicate(term)
                                        : dictionary.findVertex(term)));
        return Place.constant(constants.size() - 1);
    }

    private Explorer explorer(RowFilter... filters) {
        SystemNanoClock clock = new SystemNanoClock();
        return new Explorer(
                new TripleView[] {graph},
                constants.stream().mapToLong(id -> id).toArray(),
                filters,
                dictionary,
                new ExecutionBudget(ExecutionLimits.DEFAULT, clock, clock.nanoTime()));
    }

    private List<QueryPlan.Step> run(String text, Selection selection) {
        BasicGraphPattern pattern = pattern(text); // adds the constants that the explorer takes
        return run(explorer(), pattern, selection);
    }

    private static List<QueryPlan.Step> run(
            Explorer explorer, BasicGraphPattern pattern, Selection selection) {
        ExplorationProfile profile = new ExplorationProfile(new Numbers());
        explorer.profileInto(profile);
        explorer.select(BindingTable.unit(5), new PlannedPattern(pattern), selection);
        return profile.steps();
    }

    private static long touched(List<QueryPlan.Step> steps) {
        return steps.stream().mapToLong(QueryPlan.Step::actualRows).sum();
    }

    @Test
    void beginsWithTheObjectsOfAPredicateWhereTheyAreFew() {
        List<QueryPlan.Step> steps =
                run(
                        "?0 type Graduate . ?0 degree ?1 . ?1 type University . ?0 member ?2"
                                + " . ?2 type Department . ?2 part ?1",
                        Selection.all(0, 1, 2));
        assertThat(steps.get(0).kind()).isEqualTo("index");
        assertThat(steps.get(0).actualRows()).isEqualTo(DEPARTMENTS + UNIVERSITIES);
        assertThat(steps.get(1).kind()).isEqualTo("probe");
        assertThat(steps.get(1).actualRows()).isEqualTo(UNIVERSITIES);
        assertThat(touched(steps)).isLessThan(2_000);
    }

    @Test
    void beginsWithTheSmallerOfTwoConstants() {
        List<QueryPlan.Step> steps =
                run("?0 type Undergraduate . ?0 member d7 . ?0 degree ?1", Selection.all(0, 1));
        assertThat(steps.get(0).actualRows()).isEqualTo(STUDENTS / DEPARTMENTS);
        assertThat(touched(steps)).isLessThan(2 * STUDENTS / DEPARTMENTS + 1);
    }

    @Test
    void idsAreComparedBeforeTriplesAreLookedUp() {
        List<TriplePattern> patterns =
                pattern("?0 member ?1 . ?0 degree ?2 . ?1 part ?2").patterns();
        PatternFilter differ = new PatternFilter(0, new int[] {1, 2});
        List<QueryPlan.Step> steps =
                run(
                        explorer(new IdComparison(false)),
                        new BasicGraphPattern(patterns, List.of(differ)),
                        Selection.all(0, 1, 2));
        assertThat(steps.stream().map(QueryPlan.Step::kind)).endsWith("filter", "probe");
    }

    /**
     * Pairs of posts of one author with a tag in common. From authors, the list of an author's
     * posts is looked up twice in a row; from posts with tags, authors and their posts are all
     * looked up for the first time.
     */
    @Test
    void aKeyThatWasLookedUpIsCheap() {
        for (int i = 0; i < 800; i++) {
            add("author" + i * 2 / 3, "wrote", "post" + i);
            for (int j = 0; i % 12 > 0 && j < 3; j++) {
                add("post" + i, "tag", "tag" + (i * 7 + j * 911) % 2_000);
            }
        }
        List<QueryPlan.Step> steps =
                run("?0 tag ?1 . ?2 wrote ?0 . ?2 wrote ?3 . ?3 tag ?1", Selection.all(0, 1, 2, 3));
        assertThat(steps.stream().map(QueryPlan.Step::description))
                .startsWith("?2 from the subjects of $2", "?2 $1 ?0 for ?0", "?2 $2 ?3 for ?3");
    }

    @Test
    void aClassIsReadFromItsIndex() {
        List<QueryPlan.Step> steps = run("?0 type Group . ?0 part ?1", Selection.all(0, 1));
        assertThat(touched(steps)).isEqualTo(2L * DEPARTMENTS * GROUPS_OF_DEPARTMENT);
    }

    /** The first morsel of a limited query is small. */
    @Test
    void aLimitEndsTheWork() {
        List<QueryPlan.Step> steps =
                run(
                        "?0 type Undergraduate . ?0 member ?1",
                        new Selection(new int[] {0}, false, 0, 5));
        assertThat(touched(steps)).isLessThan(100);
        assertThat(touched(run("?0 ?1 ?2 . ?0 type Group", Selection.any()))).isLessThan(10_000);
    }

    /** Whatever the constants, one plan; when the graph has grown, another. */
    @Test
    void plansAreKeptUntilTheCountsDrift() {
        PlannedPattern planned = new PlannedPattern(pattern("?0 member d7 . ?0 type Graduate"));
        BindingTable unit = BindingTable.unit(1);
        SystemNanoClock clock = new SystemNanoClock();
        ExecutionBudget budget = new ExecutionBudget(ExecutionLimits.DEFAULT, clock, 0);
        long[] ids = constants.stream().mapToLong(id -> id).toArray();
        TripleView[] graphs = {graph};
        Bindings bindings = new Bindings(graphs, ids, new RowFilter[0], dictionary, budget);
        ExplorationPlan plan = planned.plan(unit, bindings).plan();
        ids[1] = dictionary.findVertex("<d8>");
        assertThat(planned.plan(unit, bindings).plan()).isSameAs(plan);
        for (int i = 0; i < STUDENTS; i++) {
            add("s" + i, "takes", "c" + i % 10);
        }
        assertThat(planned.plan(unit, bindings).plan()).isSameAs(plan);
        for (int i = 0; i < STUDENTS + 10; i++) {
            add("t" + i, "member", "d" + i % 10);
        }
        assertThat(planned.plan(unit, bindings).plan()).isNotSameAs(plan);
    }

    /** A pattern of many equal ways is planned in a bounded number of looks. */
    @Test
    void longPatternsArePlannedToo() {
        StringBuilder star = new StringBuilder("?0 type Group");
        for (int i = 1; i < 5; i++) {
            star.append(" . ?0 part ?").append(i);
        }
        for (int i = 0; i < 70; i++) {
            star.append(" . ?0 part ?1");
        }
        PlannedPattern planned = new PlannedPattern(pattern(star.toString()));
        BindingTable found = explorer().extend(BindingTable.unit(5), planned);
        assertThat(found.size()).isEqualTo(DEPARTMENTS * GROUPS_OF_DEPARTMENT);
    }

    /** Names that nobody reads here. */
    private static final class Numbers implements StepNames {

        @Override
        public String variable(int column) {
            return Integer.toString(column);
        }

        @Override
        public String constant(int constant) {
            return String.format(Locale.ROOT, "$%d", constant);
        }

        @Override
        public String graph(int graph) {
            return null;
        }

        @Override
        public String filter(int filter) {
            return "filter " + filter;
        }
    }
}
