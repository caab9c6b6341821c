package org.wukongs.difftest;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import org.wukongs.client.WindowResult;
import org.wukongs.difftest.Verdict.Outcome;

/**
 * Judges all executions of a continuous query: there is one at each multiple of its step, what it
 * found is right, and what it emitted is the difference of what it found. Where it emits a
 * difference, a twin beside it tells what it found.
 */
final class ContinuousTrial {

    private final StreamHistory history;
    private final ContinuousQuery query;
    private final ContinuousQuery twin;
    private final boolean whole;
    private final ContinuousCourt court;

    ContinuousTrial(StreamHistory history, ContinuousQuery query, Path folder) {
        this.history = history;
        this.query = query;
        this.whole = query.emission().equals("RSTREAM") || query.emission().equals("QUERY");
        this.twin = whole ? query : query.whole(query.name() + "twin");
        this.court = new ContinuousCourt(history, query);
    }

    ContinuousQuery query() {
        return query;
    }

    /** What has to be registered. */
    List<ContinuousQuery> queries() {
        return whole ? List.of(query) : List.of(query, twin);
    }

    /** Where the query could not even be registered or executed. */
    List<Verdict> failed(Answer failure) {
        if (failure.isRejected() && court.peerRejects()) {
            return List.of(new Verdict(Outcome.REJECTED, failure.failure(), 0));
        }
        return List.of(court.judge(history.untilMs(), failure));
    }

    /** One for each window end. */
    List<Verdict> verdicts(Map<String, NavigableMap<Long, WindowResult>> results) {
        List<Verdict> verdicts = new ArrayList<>();
        NavigableMap<Long, WindowResult> found = results.get(twin.name());
        Set<Long> ends = history.windowEnds(twin);
        if (!found.keySet().equals(ends) || !results.get(query.name()).keySet().equals(ends)) {
            return List.of(different("executed at " + found.keySet() + " and not at " + ends));
        }
        for (long windowEndMs : ends) {
            WindowResult result = found.get(windowEndMs);
            WindowResult last = found.get(windowEndMs - twin.stepMs());
            List<String[]> before = last == null ? List.of() : last.rows();
            Verdict verdict = court.judge(windowEndMs, ContinuousQuery.answer(result));
            String emitted = emitted(results, windowEndMs, result.rows(), before);
            boolean open = verdict.outcome() != Outcome.AGREED;
            verdicts.add(emitted == null || open ? verdict : different(emitted));
        }
        return verdicts;
    }

    /** Has this query the same rows among others and alone? Nothing where it has. */
    List<Verdict> compared(
            NavigableMap<Long, WindowResult> together, NavigableMap<Long, WindowResult> alone) {
        for (long windowEndMs : history.windowEnds(query)) {
            Map<List<String>, Integer> rows = bag(together.get(windowEndMs).rows());
            Map<List<String>, Integer> expected = bag(alone.get(windowEndMs).rows());
            if (!rows.equals(expected)) {
                return List.of(
                        different("at t=" + windowEndMs + " " + rows + " and alone " + expected));
            }
        }
        return List.of();
    }

    private Verdict different(String what) {
        return new Verdict(Outcome.STORE_DIFFERS, query.text() + "\n" + what, 0);
    }

    /** Null where it is the right one of the two differences. */
    private String emitted(
            Map<String, NavigableMap<Long, WindowResult>> results,
            long windowEndMs,
            List<String[]> now,
            List<String[]> before) {
        if (whole) {
            return null;
        }
        List<String[]> rows = results.get(query.name()).get(windowEndMs).rows();
        boolean added = query.emission().equals("ISTREAM");
        Map<List<String>, Integer> expected = added ? minus(now, before) : minus(before, now);
        return bag(rows).equals(expected)
                ? null
                : "emitted at t=" + windowEndMs + " " + bag(rows) + " and not " + expected;
    }

    private static Map<List<String>, Integer> bag(List<String[]> rows) {
        Map<List<String>, Integer> counts = new HashMap<>();
        rows.forEach(row -> counts.merge(Arrays.asList(row), 1, Integer::sum));
        return counts;
    }

    private static Map<List<String>, Integer> minus(List<String[]> from, List<String[]> without) {
        Map<List<String>, Integer> left = bag(from);
        bag(without).forEach((row, count) -> left.merge(row, -count, Integer::sum));
        left.values().removeIf(count -> count <= 0);
        return left;
    }
}
