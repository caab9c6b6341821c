package org.wukongs.difftest;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.wukongs.difftest.Verdict.Outcome;

/** What cases came to. */
final class Tally {

    private final Coverage coverage = new Coverage();
    private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    private final Map<String, Integer> faults = new TreeMap<>();

    /** {@code features}: what the query's nodes do not show. */
    void add(Node query, Set<String> features, Verdict verdict) {
        coverage.add(query, features, verdict);
        outcomes.merge(verdict.outcome(), 1, Integer::sum);
        if (verdict.outcome() == Outcome.PEER_FAULT) {
            faults.merge(verdict.reason(), 1, Integer::sum);
        }
    }

    void addAll(Tally other) {
        coverage.addAll(other.coverage);
        other.outcomes.forEach((outcome, count) -> outcomes.merge(outcome, count, Integer::sum));
        other.faults.forEach((fault, count) -> faults.merge(fault, count, Integer::sum));
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
        return text.toString();
    }
}
