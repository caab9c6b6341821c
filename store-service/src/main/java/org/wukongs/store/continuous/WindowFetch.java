package org.wukongs.store.continuous;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.TemplateWindow;
import org.wukongs.error.WukongsException;
import org.wukongs.store.execution.Answers;
import org.wukongs.store.execution.QueryGuard;
import org.wukongs.store.explore.ExecutionBudget;
import org.wukongs.store.template.QueryTemplate;
import org.wukongs.store.template.TemplateResult;
import org.wukongs.store.template.TemplateStrings;

/**
 * A reader's request for the window ends of a query, or of all queries of a template; answered when
 * the last of its jobs has ended. It gets the results before the first failure; if there is none
 * before it, the failure. To be closed when they have been sent: until then they count as memory of
 * queries.
 */
public final class WindowFetch implements AutoCloseable {

    /**
     * After so many bytes of rows the rest comes with the next fetch: one message has them all, and
     * holds 128 MiB.
     */
    static final long BYTES_MAX = 32 << 20;

    private final WindowExecutor executor;
    private final String name;
    private final QueryTemplate template;
    private final long stableMs;
    private final long lastTupleMs;
    private final long queriesAdded;
    private final long queriesEnded;
    private final List<WindowShare> shares = new ArrayList<>();
    private final List<WindowShare.Found> found = new ArrayList<>();
    private final CompletableFuture<WindowFetch> ended = new CompletableFuture<>();
    private final AtomicInteger jobsLeft = new AtomicInteger(1); // and one for the agent
    private long nextWindowEndMs;
    private boolean refused;
    private ExecutionBudget held; // the rows as terms; null while there are none

    WindowFetch(
            WindowExecutor executor,
            WindowSubject subject,
            long nextWindowEndMs,
            long stableMs,
            long lastTupleMs) {
        this.executor = executor;
        this.name = subject.name();
        this.template = subject.template();
        this.nextWindowEndMs = nextWindowEndMs;
        this.stableMs = stableMs;
        this.lastTupleMs = lastTupleMs;
        this.queriesAdded = template.subscriptions().added();
        this.queriesEnded = template.subscriptions().endedCount();
    }

    /** Completed by a worker, or by the agent if nothing is executed. */
    public CompletableFuture<WindowFetch> ended() {
        return ended;
    }

    /** Waits for the end, and makes the terms of the rows in this thread. */
    public FetchedWindows join() {
        return Answers.join(ended).windows();
    }

    /** The results as ids; waits for the end. */
    public List<TemplateResult> results() {
        return Answers.join(ended).found.stream().map(WindowShare.Found::result).toList();
    }

    /**
     * Whether to ask later: no window was ready, though there may be one, or no worker has room.
     */
    public boolean isVain() {
        return shares.isEmpty() && (refused || stableMs < Long.MAX_VALUE);
    }

    /** Agent: how many executions it has. */
    public int windowCount() {
        return shares.stream().mapToInt(share -> share.job().windowCount()).sum();
    }

    /** Agent: nothing is to be executed before that window end. */
    void skipTo(long windowEndMs) {
        nextWindowEndMs = windowEndMs;
    }

    /** Agent: it waits for the job, of which it gets a share. */
    void add(WindowShare share, WindowJob job) {
        shares.add(share);
        job.add(share);
        jobsLeft.incrementAndGet();
    }

    /** Agent: the job was taken; {@code nextMs} is the window end after its last one. */
    void taken(long nextMs) {
        nextWindowEndMs = nextMs;
    }

    /** Agent: there was no room for the job. */
    void remove(WindowShare share) {
        shares.remove(share);
        share.job().remove(share);
        jobsLeft.decrementAndGet();
        refused = true;
    }

    /** Agent: as {@link #remove}, before there is a job. */
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
                ended.completeExceptionally(e);
            }
        }
    }

    /** If jobs still run, once the last has ended: until then they take more. */
    @Override
    public void close() {
        if (ended.isDone()) {
            release();
        } else {
            CompletableFuture<?> unused = ended.whenComplete((fetch, failure) -> release());
        }
    }

    private void release() {
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

    /** The next fetch goes on there; some blocks of a window end are no answer. */
    private void cut(long windowEndMs) {
        nextWindowEndMs = windowEndMs;
        found.removeIf(of -> of.result().windowEndMs() == windowEndMs);
    }

    /**
     * What was found, as terms; after the {@link #ended end}. The caller's thread, once.
     *
     * @throws WukongsException if there is no memory for them
     */
    public FetchedWindows windows() {
        List<TemplateWindow> windows = new ArrayList<>(found.size());
        for (WindowShare.Found next : List.copyOf(found)) {
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
