package org.wukongs.benchmarks.measure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.error.WukongsException;
import org.wukongs.store.cli.ErrorLine;

/**
 * Round after round of the same measurements, one at a time; every second round in reverse order,
 * so that none always has the warmer machine.
 */
public final class Rounds {

    private Rounds() {}

    /** Measures a variant once. */
    @FunctionalInterface
    public interface Measure<V, R> {
        R measure(V variant) throws IOException;
    }

    /**
     * What was measured of each variant, round by round. One that fails is noted and left out of
     * what follows; one that never succeeded is not in the map.
     */
    public static <V, R> Map<V, List<R>> run(
            int rounds, List<V> variants, Recorder recorder, Measure<V, R> measure) {
        List<V> left = new ArrayList<>(variants);
        Map<V, List<R>> results = new LinkedHashMap<>();
        List<List<String>> order = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            List<V> now = new ArrayList<>(left);
            if (round % 2 == 0) {
                Collections.reverse(now);
            }
            order.add(now.stream().map(V::toString).toList());
            for (V variant : now) {
                recorder.say("round %d of %d: %s", round, rounds, variant);
                try {
                    R result = measure.measure(variant);
                    results.computeIfAbsent(variant, v -> new ArrayList<>()).add(result);
                } catch (WukongsException | IOException e) {
                    recorder.fail(ErrorLine.of(e));
                    left.remove(variant);
                }
            }
        }
        recorder.setting("order", order);
        return results;
    }
}
