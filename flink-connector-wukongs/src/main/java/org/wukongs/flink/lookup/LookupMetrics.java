package org.wukongs.flink.lookup;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/** The {@link LookupMetric}s of one subtask. Any thread. */
final class LookupMetrics {

    private final Counter lookups;
    private final Counter hits;
    private final Counter misses;
    private final Counter requests;
    private final Counter retries;
    private final Counter failures;
    private final Counter totalUs;
    private volatile long latestUs;

    LookupMetrics(MetricGroup operator, LookupCache<?> cache) {
        MetricGroup own = operator.addGroup(LookupMetric.GROUP).addGroup(LookupMetric.LOOKUP_GROUP);
        this.lookups = counter(own, LookupMetric.NUM_LOOKUPS);
        this.hits = counter(own, LookupMetric.HIT_COUNT);
        this.misses = counter(own, LookupMetric.MISS_COUNT);
        this.requests = counter(own, LookupMetric.NUM_REQUESTS);
        this.retries = counter(own, LookupMetric.NUM_RETRIES);
        this.failures = counter(own, LookupMetric.NUM_FAILURES);
        this.totalUs = counter(own, LookupMetric.TOTAL_REQUEST_US);
        own.<Long, Gauge<Long>>gauge(LookupMetric.REQUEST_US.shortName(), () -> latestUs);
        own.<Long, Gauge<Long>>gauge(
                LookupMetric.NUM_CACHED_ROWS.shortName(),
                () -> cache == null ? 0 : cache.rowCount());
    }

    private static Counter counter(MetricGroup group, LookupMetric metric) {
        return group.counter(metric.shortName(), new SharedCounter());
    }

    void asked(boolean hit) {
        lookups.inc();
        (hit ? hits : misses).inc();
    }

    void answered(long tookNs) {
        requests.inc();
        latestUs = TimeUnit.NANOSECONDS.toMicros(tookNs);
        totalUs.inc(latestUs);
    }

    void retried() {
        retries.inc();
    }

    void failed() {
        failures.inc();
    }

    /** A counter for any thread; Flink's own belong to one thread. */
    private static final class SharedCounter implements Counter {

        private final LongAdder count = new LongAdder();

        @Override
        public void inc() {
            count.increment();
        }

        @Override
        public void inc(long n) {
            count.add(n);
        }

        @Override
        public void dec() {
            count.decrement();
        }

        @Override
        public void dec(long n) {
            count.add(-n);
        }

        @Override
        public long getCount() {
            return count.sum();
        }
    }
}
