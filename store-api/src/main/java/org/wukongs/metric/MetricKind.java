package org.wukongs.metric;

import java.util.Locale;
import org.apache.flink.annotation.PublicEvolving;

/** How a metric's value changes. */
@PublicEvolving
public enum MetricKind {
    /** Only grows, from 0 at the start of the process or task. */
    COUNTER,
    /** Goes up and down. */
    GAUGE;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
