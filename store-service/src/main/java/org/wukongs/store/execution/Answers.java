package org.wukongs.store.execution;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Waits for results that another thread completes. */
public final class Answers {

    private Answers() {}

    /** Waits for an answer; if it failed with an exception, throws that exception itself. */
    public static <T> T join(CompletableFuture<T> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }
}
