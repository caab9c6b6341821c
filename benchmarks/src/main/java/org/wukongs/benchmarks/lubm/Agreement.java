package org.wukongs.benchmarks.lubm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.wukongs.benchmarks.engine.EngineName;
import org.wukongs.benchmarks.engine.WorkerResult;
import org.wukongs.benchmarks.engine.WorkerResult.QuerySamples;

/** Did all engines, in all rounds, give the same rows, and as many as there should be? */
public final class Agreement {

    private Agreement() {}

    /**
     * What is wrong, a line each; nothing where all is well.
     *
     * @param expectedRows of each query, null where nobody knows
     */
    public static List<String> failures(
            Map<EngineName, List<WorkerResult>> rounds, long[] expectedRows) {
        List<String> failures = new ArrayList<>();
        List<Map.Entry<EngineName, WorkerResult>> all = new ArrayList<>();
        rounds.forEach((engine, some) -> some.forEach(one -> all.add(Map.entry(engine, one))));
        for (Map.Entry<EngineName, WorkerResult> one : all) {
            Map.Entry<EngineName, WorkerResult> first = all.get(0);
            if (expectedRows != null) {
                checkCounts(one.getKey(), one.getValue(), expectedRows, failures);
            }
            String pair = first.getKey() + " and " + one.getKey() + " disagree: ";
            compare(first.getValue(), one.getValue()).forEach(what -> failures.add(pair + what));
        }
        return failures;
    }

    private static void checkCounts(
            EngineName engine, WorkerResult result, long[] expectedRows, List<String> failures) {
        for (int i = 0; i < expectedRows.length; i++) {
            QuerySamples query = result.queries().get(i);
            if (query.rows() != expectedRows[i]) {
                failures.add(
                        "wrong number of rows: engine=%s query=%s expected=%d found=%d"
                                .formatted(engine, query.name(), expectedRows[i], query.rows()));
            }
        }
    }

    private static List<String> compare(WorkerResult first, WorkerResult other) {
        List<String> failures = new ArrayList<>();
        if (first.triples() != other.triples()) {
            failures.add("triples=%d and %d".formatted(first.triples(), other.triples()));
        }
        for (int i = 0; i < first.queries().size(); i++) {
            QuerySamples a = first.queries().get(i);
            QuerySamples b = other.queries().get(i);
            if (!a.sha256().equals(b.sha256())) {
                failures.add("query=%s rows=%d and %d".formatted(a.name(), a.rows(), b.rows()));
            }
        }
        if (first.mix() != null && first.mix().rows() != other.mix().rows()) {
            failures.add(
                    "query=mix rows=%d and %d".formatted(first.mix().rows(), other.mix().rows()));
        }
        return failures;
    }
}
