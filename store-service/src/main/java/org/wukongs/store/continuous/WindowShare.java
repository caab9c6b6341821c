package org.wukongs.store.continuous;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.store.execution.Latencies;
import org.wukongs.store.template.TemplateResult;

/**
 * The part of a job that one fetch gets: results of one query, or of all queries of the job's
 * template. The thread that runs the job writes it; it is read after the job has passed the queue
 * of finished jobs.
 */
final class WindowShare {

    /**
     * The fetch's part of a result.
     *
     * @param member number of the query's member in the result; 0 for all members
     */
    record Found(TemplateResult result, int member) {

        int rowCount() {
            return member == 0 ? result.rows().table().size() : result.rows().size(member);
        }
    }

    private final WindowSubject subject;
    private final WindowFetch fetch;
    private final int member; // its number when the job was made, 0 for all
    private final List<Found> found = new ArrayList<>(1);
    private WindowJob job;

    // What the agent counts, so that it need not read the results, which other threads have used.
    private long[] engineNs; // by execution
    private int executionCount;
    private long rowCount;
    private long lastWindowEndMs;

    private RuntimeException failure;
    private long stoppedAtMs = Long.MAX_VALUE; // the first window end that was not executed

    /** Called by the agent's thread, the only one that knows members' numbers. */
    WindowShare(WindowSubject subject, WindowFetch fetch) {
        this.subject = subject;
        this.fetch = fetch;
        this.member = subject.subscription() == null ? 0 : subject.subscription().member().number();
    }

    /** Agent: makes it a share of a job, which may have been made for another share. */
    void of(WindowJob newJob) {
        job = newJob;
        engineNs = new long[newJob.windowCount()];
    }

    WindowJob job() {
        return job;
    }

    /** The query, or one of the queries. */
    RegisteredQuery any() {
        return subject.any();
    }

    /** Its member's number when the job was made, 0 for all members. */
    int member() {
        return member;
    }

    /** The remembered result of an execution; null if none was remembered. */
    TemplateResult remembered(long executionNumber) {
        return subject.remembered().of(executionNumber, fetch.termRound());
    }

    /** Adds the result of an execution; {@code number} is the member's number in it, 0 for all. */
    void add(TemplateResult result, int number) {
        Found added = new Found(result, number);
        found.add(added);
        engineNs[executionCount++] = result.engineNs();
        rowCount += added.rowCount();
        lastWindowEndMs = result.windowEndMs();
    }

    /**
     * Remembers a whole result for the next execution; {@code bytes} is this share's part of it.
     */
    void remember(long executionNumber, TemplateResult whole, long bytes) {
        subject.remembered().remember(executionNumber, fetch.termRound(), whole, bytes);
    }

    /** Fails: nothing is executed for this share from that window end on. */
    void fail(RuntimeException reason, long windowEndMs) {
        failure = reason;
        stoppedAtMs = windowEndMs;
    }

    /** Stops at that window end without a failure, because there are enough rows for one answer. */
    void stop(long windowEndMs) {
        if (!isStopped()) {
            stoppedAtMs = windowEndMs;
        }
    }

    boolean isStopped() {
        return stoppedAtMs != Long.MAX_VALUE;
    }

    /** {@code Long.MAX_VALUE} if all of the job was executed. */
    long stoppedAtMs() {
        return stoppedAtMs;
    }

    /** The failure of an execution; null if none failed. */
    RuntimeException failure() {
        return failure;
    }

    /** The results before a failure. */
    List<Found> found() {
        return found;
    }

    int executionCount() {
        return executionCount;
    }

    /** The engine time of an execution in ns; executions are counted from 0. */
    long engineNs(int execution) {
        return engineNs[execution];
    }

    /** The rows of all executions. */
    long rowCount() {
        return rowCount;
    }

    /** The window end of the last execution. */
    long lastWindowEndMs() {
        return lastWindowEndMs;
    }

    void end() {
        fetch.jobEnded();
    }

    void record(Latencies latencies) {
        if (executionCount > 0) {
            subject.recordExecutions(this, latencies);
        }
        if (failure != null) {
            subject.recordFailure();
        }
    }
}
