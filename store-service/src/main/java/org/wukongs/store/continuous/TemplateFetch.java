package org.wukongs.store.continuous;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.wukongs.client.FetchedTemplate;
import org.wukongs.client.TemplateWindow;
import org.wukongs.store.execution.Answers;
import org.wukongs.store.explore.ExecutionBudget;
import org.wukongs.store.template.TemplateResult;
import org.wukongs.store.template.TemplateStrings;

/**
 * A request for what all queries of a template have at window ends.
 *
 * @param windowEndMs the first window end that is executed; where none is, the one to ask for next
 * @param stepMs to the window end after it
 * @param stableMs event time up to which the streams were stable
 * @param lastTupleMs the newest event time that they had brought
 * @param queriesAdded how many queries the template had ever had, those included that have ended
 * @param queriesEnded how many of them had ended
 * @param refused whether a window end was ready, but no worker had room, or one is still busy with
 *     what the next execution compares with
 * @param result one for each window end that was executed, completed by a worker; null where
 *     nothing is executed
 * @param held counts the results as memory of queries until they are sent; null where nothing is
 *     executed
 */
public record TemplateFetch(
        long windowEndMs,
        long stepMs,
        long stableMs,
        long lastTupleMs,
        long queriesAdded,
        long queriesEnded,
        boolean refused,
        CompletableFuture<List<TemplateResult>> result,
        ExecutionBudget held)
        implements AutoCloseable {

    /** Whether to ask later: nothing is executed, and there may be something. */
    public boolean isInVain() {
        return result == null && (refused || stableMs < Long.MAX_VALUE);
    }

    /** Waits for the results, none where nothing is executed. */
    public List<TemplateResult> join() {
        return result == null ? List.of() : Answers.join(result);
    }

    /** As {@link #join}, with rows as terms. */
    public FetchedTemplate strings() {
        List<TemplateWindow> windows =
                join().stream().map(of -> TemplateStrings.of(of, held)).toList();
        long nextMs = windowEndMs;
        if (!windows.isEmpty()) {
            nextMs = windows.get(windows.size() - 1).windowEndMs() + stepMs;
        }
        return new FetchedTemplate(
                windows, nextMs, stableMs, lastTupleMs, queriesAdded, queriesEnded);
    }

    /** The results have been sent. */
    @Override
    public void close() {
        if (held != null) {
            held.close();
        }
    }
}
