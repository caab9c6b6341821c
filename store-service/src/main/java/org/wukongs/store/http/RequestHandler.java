package org.wukongs.store.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.csparql.CsparqlSyntaxException;
import org.wukongs.error.WukongsException;
import org.wukongs.store.http.HttpProblem.Kind;

/**
 * One request from its first byte to its last: admission, answer or problem, sending.
 *
 * <p>A reply that fails half-way is left without its end, so that no client takes it for whole.
 */
final class RequestHandler implements HttpHandler {

    private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);

    private final HttpConfig config;
    private final Routes routes;
    private final OriginPolicy origins;
    private final RequestCounts counts;
    private final Semaphore permits;
    private final StallWatch stalls;
    private volatile boolean closing;

    RequestHandler(HttpConfig config, Routes routes, RequestCounts counts) {
        this.config = config;
        this.routes = routes;
        this.origins = new OriginPolicy(config.allowedOrigin());
        this.counts = counts;
        this.permits = new Semaphore(config.requestCountMax());
        this.stalls = new StallWatch(config.stallMsMax());
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        boolean admitted = permits.tryAcquire();
        counts.begin();
        try {
            HttpReply reply = answer(exchange, admitted);
            counts.answered(reply);
            reply.send(exchange, stalls);
        } catch (IOException e) {
            LOG.debug("a reply was not sent: remote={}", exchange.getRemoteAddress(), e);
            throw e;
        } catch (RuntimeException e) {
            // RDF4J's writers wrap what the connection throws.
            if (causedByConnection(e)) {
                LOG.debug("a reply was not sent: remote={}", exchange.getRemoteAddress(), e);
            } else {
                LOG.error("a reply broke off: uri={}", exchange.getRequestURI(), e);
            }
            throw e;
        } finally {
            // Of the watch, which may have come just behind the last byte: the thread is the
            // pool's.
            Thread.interrupted();
            counts.end();
            if (admitted) {
                permits.release();
            }
        }
    }

    private static boolean causedByConnection(RuntimeException error) {
        Throwable cause = error.getCause();
        while (cause != null && !(cause instanceof IOException)) {
            cause = cause.getCause();
        }
        return cause != null;
    }

    private HttpReply answer(HttpExchange exchange, boolean admitted) throws IOException {
        try {
            HttpRequest request = HttpRequest.read(exchange, config.bodyBytesMax());
            try {
                checkAdmitted(request, admitted);
                origins.check(request);
                return origins.mark(request, routes.answer(request));
            } catch (RuntimeException e) {
                return origins.mark(request, problem(e).reply());
            }
        } catch (HttpProblem e) {
            return e.reply();
        }
    }

    private void checkAdmitted(HttpRequest request, boolean admitted) {
        if (closing) {
            throw new HttpProblem(Kind.BUSY, "the store is shutting down");
        }
        if (!admitted && !request.isPath("/health")) {
            throw new HttpProblem(
                    Kind.BUSY,
                    "too many requests at a time: requestCountMax=" + config.requestCountMax());
        }
    }

    private static HttpProblem problem(RuntimeException error) {
        if (error instanceof HttpProblem problem) {
            return problem;
        }
        if (error instanceof CsparqlSyntaxException syntax) {
            return new HttpProblem(Kind.MALFORMED_QUERY, syntax.getMessage())
                    .with("line", syntax.line())
                    .with("column", syntax.column());
        }
        if (error instanceof WukongsException expected) {
            return switch (expected.category()) {
                case USER -> new HttpProblem(Kind.REFUSED, expected.getMessage());
                case RETRIABLE -> new HttpProblem(Kind.BUSY, expected.getMessage());
                case FATAL -> new HttpProblem(Kind.INTERNAL, expected.getMessage());
            };
        }
        LOG.error("a request failed", error);
        return new HttpProblem(Kind.INTERNAL, "unexpected " + error);
    }

    /** From now on requests are refused; waits for those that run, but not for ever. */
    void close(int secondsMax) {
        closing = true;
        try {
            if (!permits.tryAcquire(config.requestCountMax(), secondsMax, TimeUnit.SECONDS)) {
                LOG.warn("requests did not end in time: count={}", counts.active());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        stalls.close();
    }
}
