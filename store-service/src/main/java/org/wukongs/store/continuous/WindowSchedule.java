package org.wukongs.store.continuous;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.wukongs.client.QueryPlan;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.error.WukongsException;

/**
 * Schedules the windows of a query as jobs for the workers: one execution at every multiple t of
 * its step, when all its streams are stable up to t. The agent's thread.
 */
final class WindowSchedule {

    /**
     * Most executions of a job of a whole template: they follow each other in one worker, and their
     * rows wait together.
     */
    static final int WHOLE_WINDOWS_MAX = 64;

    private final QueryStreams streams;
    private final WindowReads reads;
    private final WindowExecutor executor;
    private final JobsInFlight inFlight;

    WindowSchedule(QueryStreams streams, WindowExecutor executor, JobsInFlight inFlight) {
        this.streams = streams;
        this.reads = new WindowReads(streams);
        this.executor = executor;
        this.inFlight = inFlight;
    }

    /**
     * Starts executing ready windows from {@code fromWindowEndMs} on, at most {@code windowsMax}
     * and no more than the workers have room for.
     */
    WindowFetch start(WindowSubject subject, long fromWindowEndMs, int windowsMax) {
        CsparqlQuery text = subject.any().query();
        long firstMs = firstMs(text, fromWindowEndMs);
        long stableMs = streams.stableMs(text);
        streams.checkNotLost(text, firstMs, streams.readyMs(text, stableMs));
        WindowFetch fetch =
                new WindowFetch(executor, subject, firstMs, stableMs, streams.lastTupleMs(text));
        boolean started = false;
        try {
            if (firstMs != Long.MIN_VALUE) {
                streams.checkRetained(text, firstMs);
                offerJobs(subject, firstMs, streams.readyMs(text, stableMs), windowsMax, fetch);
            }
            started = true;
        } finally {
            fetch.seal();
            if (!started) {
                fetch.close(); // no caller will ask for what has begun
            }
        }
        return fetch;
    }

    /**
     * Returns {@code Long.MIN_VALUE}, which asks for the first possible window end, if none is
     * known yet.
     */
    long firstMs(CsparqlQuery query, long fromWindowEndMs) {
        return fromWindowEndMs == Long.MIN_VALUE
                ? streams.firstWindowEndMs(query)
                : QueryStreams.ceiling(fromWindowEndMs, query.stepMs());
    }

    long firstWindowEndMs(RegisteredQuery query) {
        return streams.firstWindowEndMs(query.query());
    }

    long stableMs(RegisteredQuery query) {
        return streams.stableMs(query.query());
    }

    /** Whether a window end can be executed; {@code Long.MIN_VALUE} means the first one. */
    boolean isReady(RegisteredQuery query, long windowEndMs) {
        long nextMs = windowEndMs == Long.MIN_VALUE ? firstWindowEndMs(query) : windowEndMs;
        long readyMs = streams.readyMs(query.query(), stableMs(query));
        return nextMs != Long.MIN_VALUE
                && reads.nextEndMs(query.query(), nextMs, readyMs) <= readyMs;
    }

    /** As {@link ContinuousEngine#explain}. */
    CompletableFuture<QueryPlan> explain(RegisteredQuery query, boolean whole, boolean execute) {
        CsparqlQuery text = query.query();
        long stableMs = streams.stableMs(text);
        if (stableMs == Long.MIN_VALUE || streams.firstTupleMs(text) == Long.MAX_VALUE) {
            throw WukongsException.user(
                    "a plan depends on windows, and the query has none yet: query=" + text.name());
        }
        WindowInputs inputs = reads.newest(text, streams.readyMs(text, stableMs));
        ExplainJob job =
                new ExplainJob(
                        query,
                        whole ? query.template().members() : null,
                        execute,
                        inputs,
                        executor,
                        inFlight.finished());
        if (inFlight.isFull() || !inFlight.offerNow(job)) {
            throw WukongsException.retriable(
                    "too many queries wait for the query workers, raise --workers or try again");
        }
        return job.plan();
    }

    private void offerJobs(
            WindowSubject subject, long firstMs, long readyMs, int windowsMax, WindowFetch fetch) {
        CsparqlQuery text = subject.any().query();
        boolean whole = subject.subscription() == null;
        boolean inOneJob = whole || QueryStreams.comparesBefore(text);
        long nextMs = reads.nextEndMs(text, firstMs, readyMs);
        fetch.skipTo(following(text, nextMs, firstMs, readyMs));
        int left = whole ? Math.min(windowsMax, WHOLE_WINDOWS_MAX) : windowsMax;
        boolean room = true;
        while (room && left > 0 && nextMs <= readyMs) {
            List<WindowInputs> inputs = new ArrayList<>(1);
            do {
                inputs.addAll(reads.at(text, nextMs));
                nextMs = reads.nextEndMs(text, nextMs + text.stepMs(), readyMs);
            } while (inOneJob && inputs.size() < left && nextMs <= readyMs);
            left -= inputs.size();
            room = offer(subject, inputs, fetch, following(text, nextMs, firstMs, readyMs));
        }
    }

    /** The window end to ask for next: a known one, or the first that is not ready. */
    private static long following(CsparqlQuery query, long nextMs, long firstMs, long readyMs) {
        long notReadyMs = QueryStreams.ceiling(readyMs + 1, query.stepMs());
        return nextMs != Long.MAX_VALUE ? nextMs : Math.max(firstMs, notReadyMs);
    }

    private boolean offer(
            WindowSubject subject, List<WindowInputs> inputs, WindowFetch fetch, long nextMs) {
        if (inFlight.isFull()) {
            return fetch.refuse();
        }
        CsparqlQuery text = subject.any().query();
        WindowInputs before = reads.before(text, subject.remembered(), inputs.get(0));
        WindowJob job = new WindowJob(subject, before, inputs, executor, inFlight.finished());
        WindowShare share = new WindowShare(subject, fetch);
        fetch.add(share, job);
        boolean taken = false;
        try {
            taken = inFlight.offer(job);
        } finally {
            if (!taken) {
                fetch.remove(share);
            }
        }
        if (taken) {
            fetch.taken(nextMs);
        }
        return taken;
    }
}
