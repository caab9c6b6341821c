package org.wukongs.benchmarks.lsbench.drive;

import java.util.EnumMap;
import java.util.Map;
import org.wukongs.benchmarks.lsbench.query.OneShotClass;
import org.wukongs.benchmarks.measure.Executions;

/** Times of some executions, by class, and what their thread did in all. */
public final class OneShotTimes {

    private static final double NS_PER_S = 1e9;

    private final Map<OneShotClass, Executions> classes = new EnumMap<>(OneShotClass.class);
    private long wallNs;

    OneShotTimes() {
        for (OneShotClass queryClass : OneShotClass.values()) {
            classes.put(queryClass, new Executions());
        }
    }

    void tookWall(long wall) {
        wallNs += wall;
    }

    /** CPU time is the thread's, so that the bursts in which batches come count in its mean. */
    public Executions of(OneShotClass queryClass) {
        return classes.get(queryClass);
    }

    /** Of all classes together, by the wall clock. */
    public double executionsPerSecond() {
        long executions = classes.values().stream().mapToLong(Executions::count).sum();
        return executions * NS_PER_S / Math.max(1, wallNs);
    }

    /** Those of all parts. */
    public static OneShotTimes all(Iterable<OneShotTimes> parts) {
        OneShotTimes all = new OneShotTimes();
        for (OneShotTimes part : parts) {
            part.classes.forEach((queryClass, times) -> all.of(queryClass).add(times));
            all.tookWall(part.wallNs);
        }
        return all;
    }
}
