package org.wukongs.store.query;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * A request for what all queries of a template have at window ends.
 *
 * @param windowEndMs the first window end that is executed; where none is, the one to ask for next
 * @param stableMs event time up to which the streams were stable
 * @param lastTupleMs the newest event time that they had brought
 * @param queriesAdded how many queries the template had ever had, those included that have ended
 * @param queriesEnded how many of them had ended
 * @param result one for each window end that was executed, completed by a worker; null where
 *     nothing is executed, as no window was ready or no worker had room
 */
public record TemplateFetch(
        long windowEndMs,
        long stableMs,
        long lastTupleMs,
        long queriesAdded,
        long queriesEnded,
        CompletableFuture<List<TemplateResult>> result) {

    /** Whether nothing is executed. */
    public boolean isVain() {
        return result == null;
    }

    /** Whether something may be executed later. */
    public boolean mayComeLater() {
        return isVain() && stableMs < Long.MAX_VALUE;
    }

    /** Waits for the results; it is not in vain. */
    public List<TemplateResult> join() {
        try {
            return result.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }
}
