package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.difftest.Verdict.Outcome;

/** What all cases came to; differences with what runs them again. Any thread. */
final class DifferenceReport {

    /** So many differences end the test: mostly they have one cause. */
    private static final int DIFFERENCE_COUNT_MAX =
            Integer.getInteger("wukongs.difftest.differences", 5);

    private final long seed;
    private final List<String> differences = new ArrayList<>();
    private final Tally tally = new Tally();

    DifferenceReport(long seed) {
        this.seed = seed;
    }

    long seed() {
        return seed;
    }

    void add(int caseNumber, Shrinker shrunk, Verdict verdict) {
        add(caseNumber, shrunk.query().toString(), shrunk.data().toString(), verdict);
    }

    synchronized void add(int caseNumber, String query, String data, Verdict verdict) {
        String place = "-Dwukongs.seed=" + seed + " -Dwukongs.difftest.case=" + caseNumber;
        differences.add(
                verdict.outcome()
                        + " "
                        + place
                        + "\n"
                        + query
                        + "\nover\n"
                        + data
                        + verdict.reason()
                        + "\n");
    }

    synchronized void add(Tally part) {
        tally.addAll(part);
    }

    synchronized boolean isFull() {
        return differences.size() >= DIFFERENCE_COUNT_MAX;
    }

    synchronized List<String> differences() {
        return List.copyOf(differences);
    }

    int count(Outcome outcome) {
        return tally.count(outcome);
    }

    Coverage coverage() {
        return tally.coverage();
    }

    @Override
    public synchronized String toString() {
        StringBuilder text = new StringBuilder(tally.toString());
        differences.forEach(difference -> text.append('\n').append(difference));
        return text.toString();
    }
}
