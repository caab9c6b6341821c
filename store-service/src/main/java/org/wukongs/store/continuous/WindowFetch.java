package org.wukongs.store.continuous;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.WindowResult;
import org.wukongs.error.WukongsException;
import org.wukongs.store.execution.Answers;
import org.wukongs.store.execution.JobQueue;
import org.wukongs.store.execution.QueryGuard;

/**
 * A reader's request for window ends, answered when the last of its jobs has ended. It gets the
 * results before the first failure; where there is none before it, the failure. To be closed when
 * they have been sent: until then they count as memory of queries.
 */
public final class WindowFetch implements AutoCloseable {

    /**
     * Behind so many bytes of rows the rest comes with the next fetch: one message has them all,
     * and holds 128 MiB.
     */
    static final long BYTES_MAX = 32 << 20;

    private final List<WindowJob> jobs = new ArrayList<>();
    private final long stableMs;
    private final long lastTupleMs;
    private final CompletableFuture<FetchedWindows> result = new CompletableFuture<>();
    private final AtomicInteger jobsLeft = new AtomicInteger(1); // and one for the agent
    private long nextWindowEndMs;
    private boolean refused;

    WindowFetch(long nextWindowEndMs, long stableMs, long lastTupleMs) {
        this.nextWindowEndMs = nextWindowEndMs;
        this.stableMs = stableMs;
        this.lastTupleMs = lastTupleMs;
    }

    /** Completed by a worker, or by the agent where nothing is executed. */
    public CompletableFuture<FetchedWindows> result() {
        return result;
    }

    /** Waits for the {@link #result}. */
    public FetchedWindows join() {
        return Answers.join(result);
    }

    /**
     * Whether to ask later: no window was ready, though there may be one, or no worker has room.
     */
    public boolean isVain() {
        return jobs.isEmpty() && (refused || stableMs < Long.MAX_VALUE);
    }

    /** Agent: how many executions it has. */
    public int windowCount() {
        return jobs.stream().mapToInt(WindowJob::windowCount).sum();
    }

    /** Agent: nothing is to be executed before that window end. */
    void skipTo(long windowEndMs) {
        nextWindowEndMs = windowEndMs;
    }

    /** Agent: hands a job to the workers; false where there is no room. */
    boolean offer(WindowJob job, JobQueue queue, long nextMs) {
        jobs.add(job);
        jobsLeft.incrementAndGet();
        boolean taken = false;
        try {
            taken = queue.offer(job);
        } finally {
            if (!taken) {
                jobs.remove(jobs.size() - 1);
                jobsLeft.decrementAndGet();
            }
        }
        refused = !taken;
        nextWindowEndMs = taken ? nextMs : nextWindowEndMs;
        return taken;
    }

    /** Agent: as {@link #offer} where there is no room. */
    boolean refuse() {
        refused = true;
        return false;
    }

    /** Agent: no more jobs come. */
    void seal() {
        jobEnded();
    }

    /** The last one answers. */
    void jobEnded() {
        if (jobsLeft.decrementAndGet() == 0) {
            try {
                QueryGuard.run(
                        () -> {
                            answer();
                            return true;
                        });
            } catch (WukongsException e) {
                result.completeExceptionally(e);
            }
        }
    }

    /** Where jobs still run, once the last has ended: until then they take more. */
    @Override
    public void close() {
        if (result.isDone()) {
            release();
        } else {
            CompletableFuture<?> unused = result.whenComplete((windows, failure) -> release());
        }
    }

    private void release() {
        jobs.forEach(WindowJob::release);
    }

    private void answer() {
        List<WindowResult> results = new ArrayList<>();
        long nextMs = nextWindowEndMs;
        RuntimeException failure = null;
        boolean full = false;
        long bytes = 0;
        for (int i = 0; i < jobs.size() && failure == null && !full; i++) {
            WindowJob job = jobs.get(i);
            for (int j = 0; j < job.results().size() && !full; j++) {
                WindowResult next = job.results().get(j);
                bytes += job.resultBytes(j);
                full = bytes > BYTES_MAX && isLater(next, results);
                if (full) {
                    nextMs = next.windowEndMs();
                } else {
                    results.add(next);
                }
            }
            if (!full && job.failure() != null) {
                failure = job.failure();
                nextMs = job.failedWindowEndMs();
            }
        }
        if (failure != null || full) {
            // Some blocks of a window end are no answer.
            long cutMs = nextMs;
            results.removeIf(done -> done.windowEndMs() == cutMs);
        }
        complete(results, nextMs, failure);
    }

    /** Whether it is of a window end behind the first: that one is sent, whatever it has. */
    private static boolean isLater(WindowResult next, List<WindowResult> results) {
        return !results.isEmpty() && next.windowEndMs() > results.get(0).windowEndMs();
    }

    private void complete(List<WindowResult> results, long nextMs, RuntimeException failure) {
        if (failure != null && results.isEmpty()) {
            result.completeExceptionally(failure);
        } else {
            result.complete(new FetchedWindows(results, nextMs, stableMs, lastTupleMs));
        }
    }
}
