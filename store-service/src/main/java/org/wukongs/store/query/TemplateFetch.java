package org.wukongs.store.query;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * A request for what all queries of a template have at a window end.
 *
 * @param windowEndMs the window end that is executed; where none is, the one to ask for next
 * @param stableMs event time up to which the streams were stable
 * @param result completed by a worker; null where nothing is executed, as no window was ready or no
 *     worker had room
 */
public record TemplateFetch(
        long windowEndMs, long stableMs, CompletableFuture<TemplateResult> result) {

    /** Whether to ask later. */
    public boolean isVain() {
        return result == null;
    }

    /** Waits for the result, which is not in vain. */
    public TemplateResult join() {
        try {
            return result.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }
}
