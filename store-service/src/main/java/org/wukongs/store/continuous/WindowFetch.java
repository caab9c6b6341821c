package org.wukongs.store.continuous;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.TemplateWindow;
import org.wukongs.error.WukongsException;
import org.wukongs.store.dictionary.TermHold;
import org.wukongs.store.execution.Answers;
import org.wukongs.store.execution.QueryGuard;
import org.wukongs.store.explore.ExecutionBudget;
import org.wukongs.store.template.QueryTemplate;
import org.wukongs.store.template.TemplateResult;
import org.wukongs.store.template.TemplateStrings;

/**
 * A reader's request for the window ends of a query, or of all queries of a template. It is
 * answered when the last of its jobs has ended, with the results before the first failure or, if
 * there are none, with the failure. It is closed when the results have been sent; until then they
 * count as memory of queries.
 */
public final class WindowFetch implements AutoCloseable {

    /**
     * After this many bytes of rows the rest comes with the next fetch: one message, of 128 MiB at
     * most, holds all rows of a fetch.
     */
    static final long BYTES_MAX = 32 << 20;

    private final WindowExecutor executor;
    private final String name;
    private final QueryTemplate template;
    private final long stableMs;
    private final long lastTupleMs;
    private final long queriesAdded;
    private final long queriesEnded;
    private final List<WindowShare> shares = new ArrayList<>(1);
    private final List<WindowShare.Found> found = new ArrayList<>(1);
    private final CompletableFuture<WindowFetch> ended = new CompletableFuture<>();
    private final AtomicInteger jobsLeft = new AtomicInteger(1); // and one for the agent
    private final TermHold terms; // those of the results
    private final long termRound;
    private long nextWindowEndMs;
    private boolean refused;
    private ExecutionBudget held; // for the rows as terms; null while there are none

    WindowFetch(
            WindowExecutor executor,
            WindowSubject subject,
            long nextWindowEndMs,
            long stableMs,
            long lastTupleMs) {
        this.executor = executor;
        this.terms = executor.dictionary().hold();
        this.termRound = executor.dictionary().round();
        this.name = subject.name();
        this.template = subject.template();
        this.nextWindowEndMs = nextWindowEndMs;
        this.stableMs = stableMs;
        this.lastTupleMs = lastTupleMs;
        this.queriesAdded = template.subscriptions().added();
        this.queriesEnded = template.subscriptions().endedCount();
    }

    /** The round of the dictionary's terms when the request came. */
    long termRound() {
        return termRound;
    }

    /** The end of the request; a worker completes it, or the agent if nothing is executed. */
    public CompletableFuture<WindowFetch> ended() {
        return ended;
    }

    /** Waits for the end and makes the terms of the rows in this thread. */
    public FetchedWindows join() {
        return Answers.join(ended).windows();
    }

    /** Waits for the end and returns the results as ids. */
    public List<TemplateResult> results() {
        return Answers.join(ended).found.stream().map(WindowShare.Found::result).toList();
    }

    /** Whether to ask again later: no window was ready but one may come, or no worker had room. */
    public boolean isVain() {
        return shares.isEmpty() && (refused || stableMs < Long.MAX_VALUE);
    }

    /** Agent: the number of its executions. */
    public int windowCount() {
        return shares.stream().mapToInt(share -> share.job().windowCount()).sum();
    }

    /** Agent: nothing is executed before that window end. */
    void skipTo(long windowEndMs) {
        nextWindowEndMs = windowEndMs;
    }

    /** Agent: adds a job that the fetch waits for and gets a share of. */
    void add(WindowShare share, WindowJob job) {
        shares.add(share);
        job.add(share);
        jobsLeft.incrementAndGet();
    }

    /** Agent: a job was taken; {@code nextMs} is the window end after its last one. */
    void taken(long nextMs) {
        nextWindowEndMs = nextMs;
    }

    /** Agent: removes a share for whose job there was no room. */
    void remove(WindowShare share) {
        shares.remove(share);
        share.job().remove(share);
        jobsLeft.decrementAndGet();
        refused = true;
    }

    /** Agent: notes, before a job is made, that there is no room; returns false. */
    boolean refuse() {
        refused = true;
        return false;
    }

    /** Agent: adds no more jobs. */
    void seal() {
        if (shares.isEmpty()) {
            terms.close(); // whoever asks again later need not close it
        }
        jobEnded();
    }

    /** Called at the end of each job; the last one answers. */
    void jobEnded() {
        if (jobsLeft.decrementAndGet() == 0) {
            try {
                QueryGuard.run(
                        () -> {
                            answer();
                            return true;
                        });
            } catch (WukongsException e) {
                ended.completeExceptionally(e);
            }
        }
    }

    /** Frees the memory of the results; if jobs still run, after the last has ended. */
    @Override
    public void close() {
        if (ended.isDone()) {
            release();
        } else {
            CompletableFuture<?> unused = ended.whenComplete((fetch, failure) -> release());
        }
    }

    private void release() {
        terms.close();
        shares.forEach(share -> share.job().release());
        if (held != null) {
            held.close();
        }
    }

    private void answer() {
        RuntimeException failure = null;
        for (WindowShare share : shares) {
            found.addAll(share.found());
            if (share.isStopped()) {
                cut(share.stoppedAtMs());
                failure = share.failure();
                break;
            }
        }
        if (failure != null && found.isEmpty()) {
            ended.completeExceptionally(failure);
        } else {
            ended.complete(this);
        }
    }

    /** Lets the next fetch go on there; a window end with only some of its blocks is no answer. */
    private void cut(long windowEndMs) {
        nextWindowEndMs = windowEndMs;
        found.removeIf(of -> of.result().windowEndMs() == windowEndMs);
    }

    /**
     * Makes the terms of the rows that were found. Called once, after the {@link #ended end}, in
     * any thread.
     *
     * @throws WukongsException if there is no memory for them
     */
    public FetchedWindows windows() {
        List<TemplateWindow> windows = new ArrayList<>(found.size());
        for (WindowShare.Found next : found) {
            TemplateWindow window = QueryGuard.run(() -> window(next));
            long windowEndMs = window.windowEndMs();
            boolean full = held != null && held.takenBytes() > BYTES_MAX;
            if (full && !windows.isEmpty() && windowEndMs > windows.get(0).windowEndMs()) {
                cut(windowEndMs);
                windows.removeIf(of -> of.windowEndMs() == windowEndMs);
                break;
            }
            windows.add(window);
        }
        return new FetchedWindows(
                name,
                template.form(),
                template.vars(),
                windows,
                nextWindowEndMs,
                stableMs,
                lastTupleMs,
                queriesAdded,
                queriesEnded);
    }

    private TemplateWindow window(WindowShare.Found of) {
        if (held == null && of.rowCount() > 0) {
            held = executor.resultBudget();
        }
        return TemplateStrings.of(of.result(), of.member(), held);
    }
}
