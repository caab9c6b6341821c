package org.wukongs.store.http;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * One request with its reply, from its head to the last byte that the client takes. It ends once,
 * well or not; one that does not end well leaves its reply without an end, so that no client takes
 * it for whole.
 */
final class HttpExchange {

    private final Request request;
    private final Response response;
    private final Callback callback;
    private final ClientPace pace;
    private final Runnable atEnd;
    private final AtomicBoolean ended = new AtomicBoolean();

    /** {@code atEnd} is run once, whatever the end. */
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

    /** The client has all of the reply. */
    void succeed() {
        if (ended.compareAndSet(false, true)) {
            pace.end(System.nanoTime());
            atEnd.run();
            callback.succeeded();
        }
    }

    /** Where nothing of a reply has been sent, the client is told of the failure. */
    void fail(Throwable cause) {
        if (ended.compareAndSet(false, true)) {
            pace.end(System.nanoTime());
            atEnd.run();
            callback.failed(cause);
        }
    }

    /** Ends a request that nobody has ended. */
    void failUnlessEnded() {
        if (!ended.get()) {
            fail(new IOException("the reply broke off"));
        }
    }
}
