package org.wukongs.difftest;

import java.nio.file.Path;
import java.util.Random;
import java.util.Set;
import org.wukongs.naive.Seeds;

/** Some queries over one set of data, all from the seed and the group's number. */
final class CaseGroup {

    static final int CASE_COUNT = 50;

    private static final int UNUSUAL_ONE_IN = 10;

    private final int number;
    private final Random random;
    private final Path folder;
    private final int nodeCount;
    private final Tally tally = new Tally();

    /** {@code nodeCount} is how many nodes the store has. */
    CaseGroup(long seed, int number, Path folder, int nodeCount) {
        this.nodeCount = nodeCount;
        this.number = number;
        this.random = Seeds.random(seed, number);
        this.folder = folder;
    }

    Tally run(DifferenceReport report) {
        Terms terms = new Terms(random, random.nextInt(UNUSUAL_ONE_IN) == 0);
        RdfData data = RdfData.random(random, terms);
        RandomQuery queries = new RandomQuery(random, terms, data);
        try (Court court = new Court(data, folder, nodeCount)) {
            for (int i = 0; i < CASE_COUNT && !report.isFull(); i++) {
                RandomQuery.Case next = queries.next();
                if (next != null) {
                    judge(court, next, number * CASE_COUNT + i, report, data);
                }
            }
        }
        return tally;
    }

    private void judge(
            Court court,
            RandomQuery.Case next,
            int caseNumber,
            DifferenceReport report,
            RdfData data) {
        Verdict verdict = court.judge(next.query(), next.expected());
        tally.add(next.query(), Set.of(), verdict);
        if (verdict.isDifferent()) {
            Shrinker shrinker =
                    new Shrinker(
                            next.query(),
                            data,
                            (query, some) -> judge(query, some).outcome() == verdict.outcome());
            shrinker.shrink();
            Verdict small = judge(shrinker.query(), shrinker.data());
            report.add(caseNumber, shrinker, small);
        }
    }

    private Verdict judge(Node query, RdfData data) {
        try (Court court = new Court(data, folder, nodeCount)) {
            return court.judge(query);
        }
    }
}
