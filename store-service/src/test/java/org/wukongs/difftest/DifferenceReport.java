package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.wukongs.difftest.Verdict.Outcome;

/** What all cases came to; differences with what runs them again. Any thread. */
final class DifferenceReport {

    /** So many differences end the test: mostly they have one cause. */
    private static final int DIFFERENCE_COUNT_MAX =
            Integer.getInteger("wukongs.difftest.differences", 5);

    private final long seed;
    private final List<String> differences = new ArrayList<>();
    private final Coverage coverage = new Coverage();
    private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    private final Map<String, Integer> faults = new TreeMap<>();

    DifferenceReport(long seed) {
        this.seed = seed;
    }

    synchronized void add(int caseNumber, Shrinker shrunk, Verdict verdict) {
        String place = "-Dwukongs.seed=" + seed + " -Dwukongs.difftest.case=" + caseNumber;
        differences.add(
                verdict.outcome()
                        + " "
                        + place
                        + "\n"
                        + shrunk.query()
                        + "\nover\n"
                        + shrunk.data()
                        + verdict.reason()
                        + "\n");
    }

    synchronized void add(CaseGroup group) {
        coverage.addAll(group.coverage());
        group.outcomes().forEach((outcome, count) -> outcomes.merge(outcome, count, Integer::sum));
        group.faults().forEach((fault, count) -> faults.merge(fault, count, Integer::sum));
    }

    synchronized boolean isFull() {
        return differences.size() >= DIFFERENCE_COUNT_MAX;
    }

    synchronized List<String> differences() {
        return List.copyOf(differences);
    }

    int count(Outcome outcome) {
        return outcomes.getOrDefault(outcome, 0);
    }

    Coverage coverage() {
        return coverage;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append("cases=").append(coverage.caseCount());
        text.append(" withSolutions=").append(coverage.nonEmptyCount());
        text.append(' ').append(outcomes).append('\n');
        faults.forEach((fault, count) -> text.append(count).append(' ').append(fault).append('\n'));
        synchronized (this) {
            differences.forEach(difference -> text.append('\n').append(difference));
        }
        return text.toString();
    }
}
