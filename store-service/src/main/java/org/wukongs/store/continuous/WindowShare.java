package org.wukongs.store.continuous;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.store.execution.Latencies;
import org.wukongs.store.template.TemplateResult;

/**
 * What one fetch gets of a job: results of one query, or of all queries of the job's template.
 * Written by whoever runs the job, read after the job has passed the queue of finished ones.
 */
final class WindowShare {

    /**
     * A result, as far as it is the fetch's.
     *
     * @param member number of the query's member in the result, 0 for all members
     */
    record Found(TemplateResult result, int member) {

        int rowCount() {
            return member == 0 ? result.rows().table().size() : result.rows().size(member);
        }
    }

    private final WindowSubject subject;
    private final WindowFetch fetch;
    private final int member; // its number when the job was made, 0 for all
    private final List<Found> found = new ArrayList<>();
    private WindowJob job;
    private RuntimeException failure;
    private long stoppedAtMs = Long.MAX_VALUE; // the first window end that was not executed

    /** The agent's thread, which alone knows members' numbers. */
    WindowShare(WindowSubject subject, WindowFetch fetch) {
        this.subject = subject;
        this.fetch = fetch;
        this.member = subject.subscription() == null ? 0 : subject.subscription().member().number();
    }

    /** The agent: it is a share of that job, which may have been made for another. */
    void of(WindowJob newJob) {
        job = newJob;
    }

    WindowJob job() {
        return job;
    }

    /** The query, or one of them. */
    RegisteredQuery any() {
        return subject.any();
    }

    /** Its member's number when the job was made, 0 for all members. */
    int member() {
        return member;
    }

    /** What was remembered of an execution; null if nothing was. */
    TemplateResult remembered(long executionNumber) {
        return subject.remembered().of(executionNumber);
    }

    /** Adds the result of an execution; {@code number} is the member's in it, 0 for all. */
    void add(TemplateResult result, int number) {
        found.add(new Found(result, number));
    }

    /** Remembers a whole result for the next execution; {@code bytes} is its part of the result. */
    void remember(long executionNumber, TemplateResult whole, long bytes) {
        subject.remembered().remember(executionNumber, whole, bytes);
    }

    /** Nothing is executed for it from that window end on. */
    void fail(RuntimeException reason, long windowEndMs) {
        failure = reason;
        stoppedAtMs = windowEndMs;
    }

    /** As above, as there are enough rows for one answer. */
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

    /** Null if no execution failed. */
    RuntimeException failure() {
        return failure;
    }

    /** Those before a failure. */
    List<Found> found() {
        return found;
    }

    void end() {
        fetch.jobEnded();
    }

    void record(Latencies latencies) {
        found.forEach(of -> subject.recordExecution(of.result(), of.member(), latencies));
        if (failure != null) {
            subject.recordFailure();
        }
    }
}
