package org.wukongs.store.server;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.wukongs.error.WukongsException;
import org.wukongs.store.execution.QueryJob;

/**
 * Query workers in simulated time: a worker polls each microsecond while it is free, and a job
 * keeps it for as long as the job says.
 */
final class SimulatedWorkers {

    static final long TICK_NS = 1_000;

    private final long[] freeAtNs;
    private final QueryWorkers workers;
    private long nowNs;
    private int stepping;

    SimulatedWorkers(int count) {
        freeAtNs = new long[count];
        workers = new QueryWorkers(count, QueryWorker.QUEUE_CAPACITY, () -> nowNs);
    }

    /** A job of some duration; knows its latency when it is done. */
    final class Job implements QueryJob {

        private final long durationNs;
        private final long offeredNs = nowNs;
        private long endNs = -1;

        Job(long durationNs) {
            this.durationNs = durationNs;
        }

        @Override
        public void run() {
            endNs = nowNs + durationNs;
            freeAtNs[stepping] = endNs;
        }

        @Override
        public void cancel(WukongsException reason) {
            throw reason;
        }

        boolean isDone() {
            return endNs >= 0;
        }

        long latencyNs() {
            return endNs - offeredNs;
        }
    }

    QueryWorkers workers() {
        return workers;
    }

    long nowNs() {
        return nowNs;
    }

    /** A job given to one worker, as if the turn were its. */
    Job offerTo(int worker, long durationNs) {
        Job job = new Job(durationNs);
        workers.worker(worker).offer(job);
        return job;
    }

    /** One microsecond. */
    void tick() {
        nowNs += TICK_NS;
        for (stepping = 0; stepping < freeAtNs.length; stepping++) {
            if (freeAtNs[stepping] <= nowNs) {
                workers.worker(stepping).doWork();
            }
        }
    }

    static long percentile(List<Job> jobs, double share) {
        List<Long> latencies = new ArrayList<>();
        jobs.forEach(job -> latencies.add(job.isDone() ? job.latencyNs() : Long.MAX_VALUE));
        long[] sorted = latencies.stream().mapToLong(Long::longValue).toArray();
        Arrays.sort(sorted);
        return sorted[(int) (sorted.length * share)];
    }
}
