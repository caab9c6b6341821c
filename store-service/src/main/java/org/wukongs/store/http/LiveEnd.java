package org.wukongs.store.http;

import java.util.Locale;

/** Why the store ends the results of a live reader. The name, in kebab case, is what it is told. */
enum LiveEnd {
    SLOW("the client reads more slowly than results come"),
    DROPPED("the query was unregistered"),
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
