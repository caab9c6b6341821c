package org.wukongs.benchmarks.lsbench;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.wukongs.error.WukongsException;

/** One phase after the other; one that fails is noted and the next one begins. */
final class LsbenchRun {

    private final LsbenchInput input;
    private final LsbenchFigures figures = new LsbenchFigures();
    private final List<String> failures = new ArrayList<>();

    LsbenchRun(LsbenchInput input) {
        this.input = input;
    }

    void run(Set<Phase> phases) {
        for (Phase phase : Phase.values()) {
            if (phases.contains(phase)) {
                input.say("%s: %s", phase, phase.description());
                tryPhase(phase);
            }
        }
    }

    private void tryPhase(Phase phase) {
        try {
            phase(phase);
        } catch (WukongsException e) {
            failures.add(phase + " failed: " + e.getMessage());
        }
    }

    private void phase(Phase phase) {
        switch (phase) {
            case INJECTION -> figures.setInjection(InjectionPhase.run(input));
            case LATENCY -> figures.setLatency(LatencyPhase.run(input));
            case PEER -> figures.setPeer(PeerPhase.run(input, failures));
            case RATES -> figures.getRates().addAll(LatencyCurves.rates(input));
            case SIZES -> figures.getSizes().addAll(LatencyCurves.sizes(input));
            case THROUGHPUT ->
                    figures.setThroughput(ThroughputPhase.run(input, figures.getLatency()));
            case MEMORY -> figures.setMemory(MemoryPhase.run(input));
            case ONESHOT -> figures.setOneShot(OneShotPhase.run(input));
        }
    }

    LsbenchFigures figures() {
        return figures;
    }

    List<String> failures() {
        return failures;
    }
}
