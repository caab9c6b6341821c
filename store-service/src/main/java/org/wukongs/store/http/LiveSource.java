package org.wukongs.store.http;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.wukongs.client.ReaderId;

/** Where the results of live readers come from. Any thread; nothing here waits. */
interface LiveSource {

    /**
     * Results in order of window end.
     *
     * @param nextMs the window end to ask for next; {@code Long.MIN_VALUE} while none is known
     */
    record Chunk(List<LiveWindow> windows, long nextMs) {}

    /** The JSON member that says what the results are of. */
    String subject();

    /**
     * Returns results from {@code fromMs} on, at most {@code windowsMax} of them. It fails with an
     * {@link LiveEnd.EndedException} if no more come, and with a RETRIABLE error if the same
     * request may succeed later.
     */
    CompletableFuture<Chunk> fetch(long fromMs, int windowsMax, long waitMs);

    /** Moves readers forward; returns those that the store has dropped. */
    CompletableFuture<List<ReaderId>> move(Map<ReaderId, Long> nextMs);

    /** Forgets readers; RETRIABLE error if it has to be tried again. */
    void detach(List<ReaderId> readers);
}
