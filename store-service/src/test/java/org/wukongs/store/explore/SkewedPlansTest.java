package org.wukongs.store.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.view.TripleIndex;
import org.wukongs.store.view.TripleView;

/**
 * Plans on graphs of which a small sample sees the wrong part: few of many universities have
 * departments, few users have most followers. Whatever the order in which the triples came, and so
 * the ids and the orders of neighbours, a plan does at most so much more work than the best one,
 * counted in the rows of its steps.
 */
class SkewedPlansTest {

    private static final double COST_RATIO_MAX = 1.5;
    private static final int LOADS = 6;

    private final long seed = Long.getLong("wukongs.seed", System.nanoTime());
    private final List<String[]> triples = new ArrayList<>();
    private final List<Long> constants = new ArrayList<>();
    private TermDictionary dictionary;
    private TripleIndex graph;

    private void add(String s, String p, String o) {
        triples.add(new String[] {s, p, o});
    }

    /** 1,000 universities that degrees come from; 40 have departments. */
    private void universities(Random random) {
        for (int i = 0; i < 1_000; i++) {
            add("u" + i, "type", "University");
        }
        for (int i = 0; i < 800; i++) {
            add("d" + i, "type", "Department");
            add("d" + i, "part", "u" + i % 40);
            for (int j = 0; j < 12; j++) {
                add("g" + i + "_" + j, "type", "Group");
                add("g" + i + "_" + j, "part", "d" + i);
            }
            for (int j = 0; j < 4; j++) {
                String professor = "p" + i + "_" + j;
                add(professor, "type", "Professor");
                add(professor, "works", "d" + i);
                add(professor, "degree", "u" + random.nextInt(1_000));
                add(professor, "teaches", "c" + i + "_" + j);
                add("c" + i + "_" + j, "type", "Course");
            }
        }
        for (int i = 0; i < 40_000; i++) {
            String student = "s" + i;
            int department = random.nextInt(800);
            add(student, "type", i % 4 == 0 ? "Graduate" : "Undergraduate");
            add(student, "member", "d" + department);
            add(student, "takes", "c" + department + "_" + random.nextInt(4));
            if (i % 4 == 0) {
                add(student, "degree", "u" + random.nextInt(1_000));
            }
            if (i % 5 == 0) {
                add(student, "advisor", "p" + department + "_" + random.nextInt(4));
            }
        }
    }

    /** 10,000 users, a few with most of the followers; 30 places, one with most of the users. */
    private void followers(Random random) {
        for (int i = 0; i < 10_000; i++) {
            String user = "u" + i;
            add(user, "type", i % 50 == 0 ? "Bot" : "Person");
            add(user, "near", "place" + (int) (30 * Math.pow(random.nextDouble(), 4)));
            for (int j = 0; j < 5; j++) {
                add(user, "follows", "u" + (int) (10_000 * Math.pow(random.nextDouble(), 6)));
            }
            if (random.nextInt(100) == 0) {
                add(user, "moderates", "g" + random.nextInt(50));
            }
            for (int j = 0; j < 3; j++) {
                add("post" + i + "_" + j, "by", user);
                add(
                        "post" + i + "_" + j,
                        "tag",
                        "t" + (int) (500 * Math.pow(random.nextDouble(), 3)));
            }
        }
        for (int i = 0; i < 50; i++) {
            add("g" + i, "type", i % 10 == 0 ? "Closed" : "Open");
        }
    }

    @Test
    void fewUniversitiesHaveDepartments() {
        universities(new Random(1));
        plansAreNearTheBest(
                "?0 type Graduate . ?0 degree ?1 . ?1 type University . ?0 member ?2"
                        + " . ?2 type Department . ?2 part ?1",
                "?0 type Undergraduate . ?0 degree ?1 . ?1 type University . ?0 member ?2"
                        + " . ?2 type Department . ?2 part ?1",
                "?1 type University . ?2 part ?1 . ?0 degree ?1 . ?0 type Graduate",
                "?0 type Professor . ?0 degree ?1 . ?2 part ?1 . ?3 degree ?1 . ?3 member ?2",
                "?1 type Professor . ?0 advisor ?1 . ?0 type Undergraduate . ?0 takes ?2"
                        + " . ?2 type Course . ?1 teaches ?2",
                "?2 part ?1 . ?1 part u7 . ?0 member ?1 . ?0 type Graduate");
    }

    @Test
    void fewUsersHaveMostFollowers() {
        followers(new Random(1));
        plansAreNearTheBest(
                "?0 type Bot . ?0 follows ?1 . ?2 follows ?1 . ?2 moderates ?3",
                "?0 moderates ?1 . ?1 type Closed . ?2 follows ?0 . ?2 near place3",
                "?0 near place29 . ?0 follows ?1 . ?1 type Bot . ?2 by ?1",
                "?0 type Bot . ?1 follows ?0 . ?1 moderates ?2 . ?2 type Closed",
                "?3 tag t499 . ?3 by ?0 . ?1 follows ?0 . ?1 near ?2 . ?0 near ?2",
                "?0 near ?2 . ?0 moderates ?1 . ?1 type Closed . ?3 near ?2 . ?3 moderates ?1");
    }

    private void plansAreNearTheBest(String... texts) {
        System.out.println("SkewedPlansTest: -Dwukongs.seed=" + seed);
        Random random = new Random(seed);
        double[] best = new double[texts.length];
        List<String> worse = new ArrayList<>();
        for (int load = 0; load < LOADS; load++) {
            load(random);
            for (int i = 0; i < texts.length; i++) {
                BasicGraphPattern pattern = pattern(texts[i]);
                Bindings bindings = bindings();
                if (load == 0) {
                    best[i] = new PlanOracle(pattern, bindings).leastCost();
                }
                double cost = cost(pattern, bindings);
                assertThat(cost).as("the least cost of " + texts[i]).isGreaterThan(best[i] * 0.999);
                if (cost > COST_RATIO_MAX * best[i]) {
                    worse.add(
                            String.format(
                                    Locale.ROOT,
                                    "load %d: %.0f, least %.0f: %s",
                                    load,
                                    cost,
                                    best[i],
                                    texts[i]));
                }
            }
        }
        assertThat(worse).isEmpty();
    }

    /** The same triples in another order: other ids, other lists. */
    private void load(Random random) {
        dictionary = new TermDictionary(200_000);
        graph = new TripleIndex();
        Collections.shuffle(triples, random);
        for (String[] triple : triples) {
            long predicate =
                    triple[1].equals("type") ? 1 : dictionary.predicateId("<" + triple[1] + ">");
            graph.add(
                    dictionary.vertexId("<" + triple[0] + ">"),
                    predicate,
                    dictionary.vertexId("<" + triple[2] + ">"));
        }
    }

    private double cost(BasicGraphPattern pattern, Bindings bindings) {
        BindingTable input = BindingTable.unit(pattern.columnCount());
        ExplorationPlan plan = Planner.plan(pattern, input, bindings);
        PlanRun run = new PlanRun(plan, pattern.columnCount());
        run.bind(input, bindings, true);
        int[] all = new int[pattern.columnCount()];
        Arrays.setAll(all, i -> i);
        run.run(0, 1, false, new RowCollector(Selection.all(all), bindings.budget(), 0));
        return PlanOracle.cost(plan, run);
    }

    private Bindings bindings() {
        SystemNanoClock clock = new SystemNanoClock();
        return new Bindings(
                new TripleView[] {graph},
                constants.stream().mapToLong(id -> id).toArray(),
                new RowFilter[0],
                dictionary,
                new ExecutionBudget(ExecutionLimits.DEFAULT, clock, clock.nanoTime()));
    }

    /** Patterns of words: ?0 to ?9 are columns. */
    private BasicGraphPattern pattern(String text) {
        constants.clear();
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
        if (word.equals("type")) {
            constants.add(1L);
        } else {
            constants.add(predicate ? dictionary.findPredicate(term) : dictionary.findVertex(term));
        }
        return Place.constant(constants.size() - 1);
    }
}
