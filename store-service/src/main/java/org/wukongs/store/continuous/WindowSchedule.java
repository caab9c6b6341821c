package org.wukongs.store.continuous;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.store.template.SubscriptionList;

/**
 * When which windows of a query are executed: at every multiple t of its step, when all its streams
 * are stable up to t, as jobs for the workers. The agent's thread.
 */
final class WindowSchedule {

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
     * Has the ready windows of a query executed from {@code fromWindowEndMs} on, at most {@code
     * windowsMax} and no more than the workers have room for.
     */
    WindowFetch start(RegisteredQuery query, long fromWindowEndMs, int windowsMax) {
        CsparqlQuery text = query.query();
        long firstMs = firstMs(text, fromWindowEndMs);
        WindowFetch fetch =
                new WindowFetch(firstMs, streams.stableMs(text), streams.lastTupleMs(text));
        boolean started = false;
        try {
            if (firstMs != Long.MIN_VALUE) {
                streams.checkRetained(text, firstMs);
                offerJobs(query, firstMs, windowsMax, fetch);
            }
            started = true;
        } finally {
            fetch.seal();
            if (!started) {
                fetch.close(); // nobody will ask for what has begun
            }
        }
        return fetch;
    }

    /**
     * Has all queries of a template executed, as one job, at the ready window ends from {@code
     * fromWindowEndMs} on, at most {@code windowsMax}; in vain where none is ready, the workers
     * have no room, or they compare with executions that are still under way.
     */
    TemplateFetch start(WindowReader reader, long fromWindowEndMs, int windowsMax) {
        CsparqlQuery text = reader.any().query();
        long fromMs =
                fromWindowEndMs == Long.MIN_VALUE
                        ? streams.beginMs(text, reader.pinnedMs())
                        : fromWindowEndMs;
        long firstMs = firstMs(text, fromMs);
        boolean ready = firstMs != Long.MIN_VALUE && firstMs <= streams.readyMs(text);
        TemplateFetchJob job = null;
        if (ready && !inFlight.isFull() && !reader.isBusy()) {
            streams.checkRetained(text, firstMs);
            job = job(reader, firstMs, windowsMax);
        }
        boolean taken = job != null && inFlight.offer(job);
        if (taken) {
            reader.begin();
        }
        SubscriptionList queries = reader.template().subscriptions();
        return new TemplateFetch(
                firstMs,
                text.stepMs(),
                streams.stableMs(text),
                streams.lastTupleMs(text),
                queries.added(),
                queries.endedCount(),
                ready && !taken,
                taken ? job.answer() : null,
                taken ? job.held() : null);
    }

    private TemplateFetchJob job(WindowReader reader, long firstMs, int windowsMax) {
        CsparqlQuery text = reader.any().query();
        long readyMs = streams.readyMs(text);
        List<WindowInputs> inputs = new ArrayList<>();
        for (long t = firstMs; t <= readyMs && inputs.size() < windowsMax; t += text.stepMs()) {
            inputs.addAll(reads.at(text, t));
        }
        WindowInputs before = reads.before(text, reader.remembered(), inputs.get(0));
        return new TemplateFetchJob(reader, before, inputs, executor, inFlight.finished());
    }

    /** {@code Long.MIN_VALUE} asks for the first possible window end, and is none known yet. */
    private long firstMs(CsparqlQuery query, long fromWindowEndMs) {
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

    /** Whether a window end, or with {@code Long.MIN_VALUE} the first, can be executed. */
    boolean isReady(RegisteredQuery query, long windowEndMs) {
        long nextMs = windowEndMs == Long.MIN_VALUE ? firstWindowEndMs(query) : windowEndMs;
        long readyMs = streams.readyMs(query.query());
        return nextMs != Long.MIN_VALUE
                && reads.nextEndMs(query.query(), nextMs, readyMs) <= readyMs;
    }

    private void offerJobs(RegisteredQuery query, long firstMs, int windowsMax, WindowFetch fetch) {
        CsparqlQuery text = query.query();
        long readyMs = streams.readyMs(text);
        long nextMs = reads.nextEndMs(text, firstMs, readyMs);
        fetch.skipTo(following(text, nextMs, firstMs, readyMs));
        int left = windowsMax;
        boolean room = true;
        while (room && left > 0 && nextMs <= readyMs) {
            List<WindowInputs> inputs = new ArrayList<>();
            do {
                inputs.addAll(reads.at(text, nextMs));
                nextMs = reads.nextEndMs(text, nextMs + text.stepMs(), readyMs);
            } while (QueryStreams.comparesBefore(text)
                    && inputs.size() < left
                    && nextMs <= readyMs);
            left -= inputs.size();
            room = offer(query, inputs, fetch, following(text, nextMs, firstMs, readyMs));
        }
    }

    /** The window end to ask for next: a known one, or the first that is not ready. */
    private static long following(CsparqlQuery query, long nextMs, long firstMs, long readyMs) {
        long notReadyMs = QueryStreams.ceiling(readyMs + 1, query.stepMs());
        return nextMs != Long.MAX_VALUE ? nextMs : Math.max(firstMs, notReadyMs);
    }

    private boolean offer(
            RegisteredQuery query, List<WindowInputs> inputs, WindowFetch fetch, long nextMs) {
        if (inFlight.isFull()) {
            return fetch.refuse();
        }
        WindowInputs before = reads.before(query.query(), query.remembered(), inputs.get(0));
        WindowJob job = new WindowJob(query, before, inputs, executor, fetch, inFlight.finished());
        return inFlight.offer(job, fetch, nextMs);
    }
}
