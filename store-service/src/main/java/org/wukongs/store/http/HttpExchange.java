package org.wukongs.store.http;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * One request with its reply, from the request's head to the last byte that the client takes. It
 * ends once, by success or failure. A failed exchange leaves its reply unterminated, so that no
 * client takes the reply for complete.
 */
final class HttpExchange {

    private final Request request;
    private final Response response;
    private final Callback callback;
    private final ClientPace pace;
    private final Runnable atEnd;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final AtomicBoolean left = new AtomicBoolean(); // atEnd has run

    /**
     * {@code atEnd} runs once, on success, on failure or when the exchange {@link #leave leaves}.
     */
    HttpExchange(
            Request request,
            Response response,
            Callback callback,
            ClientPace pace,
            Runnable atEnd) {
        this.request = request;
        this.response = response;
        this.callback = callback;
        this.pace = pace;
        this.atEnd = atEnd;
    }

    Request request() {
        return request;
    }

    Response response() {
        return response;
    }

    ClientPace pace() {
        return pace;
    }

    boolean isHead() {
        return request.getMethod().equals("HEAD");
    }

    boolean isHttp11() {
        return request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_1;
    }

    /**
     * Gives back the place among the requests in progress, for a reply that goes on without a
     * thread.
     */
    void leave() {
        if (left.compareAndSet(false, true)) {
            atEnd.run();
        }
    }

    /** Ends the exchange: the client has the whole reply. */
    void succeed() {
        if (ended.compareAndSet(false, true)) {
            pace.end(System.nanoTime());
            leave();
            callback.succeeded();
        }
    }

    /**
     * Ends the exchange by a failure. If nothing of the reply has been sent, the client is told of
     * the failure.
     */
    void fail(Throwable cause) {
        if (ended.compareAndSet(false, true)) {
            pace.end(System.nanoTime());
            leave();
            callback.failed(cause);
        }
    }

    /** Whether the reply has been sent, or has failed. */
    boolean hasEnded() {
        return ended.get();
    }

    /** Fails the exchange if it has not ended. */
    void failUnlessEnded() {
        if (!hasEnded()) {
            fail(new IOException("the reply broke off"));
        }
    }
}
