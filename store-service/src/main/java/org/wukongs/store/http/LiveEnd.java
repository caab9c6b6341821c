package org.wukongs.store.http;

import java.util.Locale;
import java.util.concurrent.CompletionException;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/** Why the store ends the results of a live reader. The name, in kebab case, is what it is told. */
enum LiveEnd {
    SLOW("the client reads more slowly than results come"),
    DROPPED("the query was unregistered, or the stream dropped"),
    GAVE_WAY("the ring of a stream is full, and what only watches gives way"),
    NOT_AUTHENTICATED("the client's token has expired or was taken back"),
    SHUTTING_DOWN("the store is shutting down"),
    FAILED("the store failed");

    private final String detail;

    LiveEnd(String detail) {
        this.detail = detail;
    }

    String reason() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String detail() {
        return detail;
    }

    /** Returns what has failed, without the wrappers of those who waited for it. */
    static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null
                ? cause(failure.getCause())
                : failure;
    }

    /**
     * Returns a RETRIABLE error as it is; any other failure of a fetch ends the readers.
     *
     * @param gone how the error begins that says that what was asked for is gone
     */
    static RuntimeException endOrRetriable(Throwable failure, String gone) {
        Throwable cause = cause(failure);
        if (cause instanceof EndedException ended) {
            return ended;
        }
        if (cause instanceof WukongsException expected) {
            if (expected.category() == Category.RETRIABLE) {
                return expected;
            }
            if (String.valueOf(expected.getMessage()).startsWith(gone)) {
                return new EndedException(GAVE_WAY, expected);
            }
        }
        return new EndedException(FAILED, cause);
    }

    /** Ends a fetch, and with it the readers that wait for it. */
    static final class EndedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final LiveEnd end;

        EndedException(LiveEnd end, Throwable cause) {
            super(end.reason(), cause);
            this.end = end;
        }

        LiveEnd end() {
            return end;
        }
    }
}
