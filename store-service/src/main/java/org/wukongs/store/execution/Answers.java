package org.wukongs.store.execution;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** What one thread waits for and another completes. */
public final class Answers {

    private Answers() {}

    /** Waits; throws the failure itself, where it is an exception, as if it were this thread's. */
    public static <T> T join(CompletableFuture<T> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }
}
