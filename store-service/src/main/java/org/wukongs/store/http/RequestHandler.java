package org.wukongs.store.http;

import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.ElsewhereException;
import org.wukongs.error.WukongsException;
import org.wukongs.store.http.HttpProblem.Kind;
import org.wukongs.store.security.AuditLog;
import org.wukongs.store.security.Right;
import org.wukongs.store.security.StoreSecurity;

/**
 * Handles requests from head to reply: checks the sender, reads the body, admits, answers and
 * sends.
 *
 * <p>A request whose body came with its head is answered by the thread that has read it, which lets
 * another one select before, and looks for the next request itself after the reply: each further
 * thread costs a client more than a light query. Other bodies are read as they arrive, and no
 * thread waits for them. So only admitted requests block threads, of which there are more.
 */
final class RequestHandler extends Handler.Abstract {

    private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);

    private final HttpLimits limits;
    private final Routes routes;
    private final HostPolicy hosts;
    private final OriginPolicy origins;
    private final RequestCounts counts;
    private final HttpConnections connections;
    private final Executor threads;
    private final StoreSecurity security;
    private final Semaphore permits;
    private final BodyReader.Budget bodies;
    private volatile boolean closing;

    RequestHandler(
            HttpConfig config,
            Routes routes,
            RequestCounts counts,
            HttpConnections connections,
            Executor threads,
            StoreSecurity security) {
        this.limits = config.limits();
        this.routes = routes;
        this.hosts = new HostPolicy(config);
        this.origins = new OriginPolicy(config.allowedOrigin());
        this.counts = counts;
        this.connections = connections;
        this.threads = threads;
        this.security = security;
        this.permits = new Semaphore(limits.requestCountMax());
        this.bodies = new BodyReader.Budget(limits.bodiesBytesMax());
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        ClientPace pace = connections.begin(request);
        HttpRequest head = new HttpRequest(request, new byte[0]);
        HttpProblem known = problemOf(head);
        if (known == null && head.isPath("/health")) {
            counts.begin();
            HttpExchange exchange =
                    new HttpExchange(request, response, callback, pace, counts::end);
            send(exchange, head, closing ? closingReply(head) : answer(head));
            return true;
        }
        new Admission(request, response, callback, pace).begin(known);
        return true;
    }

    /** Returns the problem that the head alone shows, or null. */
    private HttpProblem problemOf(HttpRequest head) {
        try {
            hosts.check(head);
            origins.check(head);
            head.logIn(security.access());
            head.need(routes.right(head));
            return null;
        } catch (WukongsException e) {
            HttpProblem problem = HttpProblem.of(e);
            audit(head, problem.reply());
            return problem;
        }
    }

    /** A request that is being received. */
    private final class Admission implements BodyReader.Reader {

        private final HttpExchange exchange;
        private final BodyReader body;
        private Thread receiving; // the one in begin()
        private boolean admitted;

        private Admission(Request request, Response response, Callback callback, ClientPace pace) {
            exchange = new HttpExchange(request, response, callback, pace, this::end);
            body =
                    new BodyReader(
                            request,
                            limits.bodyBytesMax(),
                            bodies,
                            count -> pace.received(count, System.nanoTime()),
                            this);
        }

        private void begin(HttpProblem known) {
            counts.begin();
            Request request = exchange.request();
            long announced = request.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH);
            if (known == null && announced > limits.bodyBytesMax()) {
                known = BodyReader.tooLarge(announced, limits.bodyBytesMax());
            }
            if (known != null && request.getHeaders().contains(HttpHeader.EXPECT)) {
                read(null, known); // The client waits for permission to send the body.
                return;
            }
            receiving = Thread.currentThread();
            try {
                body.start(known);
            } finally {
                receiving = null;
            }
        }

        private void end() {
            bodies.giveBack(body.bytesKept());
            counts.end();
            if (admitted) {
                permits.release();
            }
        }

        /**
         * Answers like any other refusal: Jetty's own handling fails if the client fails once more.
         */
        @Override
        public void failed(Throwable cause) {
            LOG.debug("a request did not arrive completely", cause);
            exchange.pace().complete(System.nanoTime());
            exchange.response().getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
            HttpRequest request = new HttpRequest(exchange.request(), new byte[0]);
            send(exchange, request, origins.mark(request, refusal(cause)));
        }

        private HttpReply refusal(Throwable cause) {
            return cause instanceof HttpException refused
                    ? HttpProblem.reply(refused.getCode(), refused.getReason())
                    : HttpProblem.reply(400, "the body broke off: reason=" + cause.getMessage());
        }

        @Override
        public void read(byte[] bytes, HttpProblem problem) {
            exchange.pace().complete(System.nanoTime());
            HttpRequest request =
                    new HttpRequest(exchange.request(), bytes == null ? new byte[0] : bytes);
            HttpProblem refusal = problem == null ? admit() : problem;
            if (refusal != null) {
                send(exchange, request, origins.mark(request, refusal.reply()));
                return;
            }
            if (Thread.currentThread() == receiving) {
                Connection connection = exchange.request().getConnectionMetaData().getConnection();
                work(exchange, request);
                if (exchange.hasEnded()) {
                    SerialConnections.readOn(connection);
                }
                return;
            }
            try {
                threads.execute(() -> work(exchange, request));
            } catch (RejectedExecutionException e) {
                send(exchange, request, closingReply(request));
            }
        }

        private HttpProblem admit() {
            if (closing) {
                return shuttingDown();
            }
            admitted = permits.tryAcquire();
            return admitted
                    ? null
                    : new HttpProblem(
                            Kind.BUSY,
                            "too many requests at a time: requestCountMax="
                                    + limits.requestCountMax());
        }
    }

    private static HttpProblem shuttingDown() {
        return new HttpProblem(Kind.BUSY, "the store is shutting down");
    }

    private HttpReply closingReply(HttpRequest request) {
        return origins.mark(request, shuttingDown().reply());
    }

    /**
     * Answers a request in a thread that may wait. After an Error too, the exchange ends and its
     * permit is released.
     */
    private void work(HttpExchange exchange, HttpRequest request) {
        HttpReply reply = null;
        try {
            reply = answer(request);
        } finally {
            if (reply == null) {
                exchange.failUnlessEnded();
            }
        }
        send(exchange, request, reply);
    }

    private HttpReply answer(HttpRequest request) {
        HttpReply reply = answered(request);
        audit(request, reply);
        return reply;
    }

    private void audit(HttpRequest request, HttpReply reply) {
        Right right = request.right();
        if (right == null || !right.isAudited()) {
            return;
        }
        boolean hasText = right == Right.UPDATE || right == Right.REGISTER;
        boolean isRepeated = right == Right.STREAM; // with another number each time
        security.audit()
                .write(
                        request.login(),
                        right,
                        request.method()
                                + " "
                                + (isRepeated ? request.rawPath() : request.pathAndQuery()),
                        hasText ? request.bodyBegin(AuditLog.SUBJECT_CHARS_MAX) : null,
                        Integer.toString(reply.status()));
    }

    private HttpReply answered(HttpRequest request) {
        try {
            return origins.mark(request, routes.answer(request));
        } catch (ElsewhereException e) {
            return origins.mark(request, elsewhere(request, e));
        } catch (WukongsException e) {
            return origins.mark(request, HttpProblem.of(e).reply());
        } catch (RuntimeException e) {
            return origins.mark(request, unexpected(e).reply());
        }
    }

    /** The client repeats the request, with its method and body, at the other node. */
    private HttpReply elsewhere(HttpRequest request, ElsewhereException where) {
        try {
            return HttpReply.empty(307)
                    .header("Location", routes.addressOf(where.node()) + request.pathAndQuery());
        } catch (WukongsException e) {
            return HttpProblem.of(e).reply();
        }
    }

    private static HttpProblem unexpected(RuntimeException error) {
        LOG.error("a request failed", error);
        return new HttpProblem(Kind.INTERNAL, "unexpected " + error);
    }

    /** Sends a reply. If that fails before anything was sent, sends a problem instead. */
    private void send(HttpExchange exchange, HttpRequest request, HttpReply reply) {
        boolean sent = false;
        try {
            counts.answered(reply);
            reply.send(exchange);
            sent = true;
        } catch (IOException e) {
            LOG.debug("a reply was not sent", e);
            exchange.fail(e);
            sent = true;
        } catch (RuntimeException e) {
            sendFailure(exchange, request, e);
            sent = true;
        } finally {
            if (!sent) {
                exchange.failUnlessEnded(); // an Error is on its way
            }
        }
    }

    private void sendFailure(HttpExchange exchange, HttpRequest request, RuntimeException error) {
        // RDF4J's writers wrap the connection's exceptions.
        if (causedByConnection(error)) {
            LOG.debug("a reply was not sent", error);
            exchange.fail(error);
        } else if (exchange.response().isCommitted()) {
            LOG.error("a reply broke off: uri={}", exchange.request().getHttpURI(), error);
            exchange.fail(error);
        } else {
            HttpProblem problem =
                    error instanceof WukongsException expected
                            ? HttpProblem.of(expected)
                            : unexpected(error);
            exchange.response().reset();
            send(exchange, request, origins.mark(request, problem.reply()));
        }
    }

    private static boolean causedByConnection(RuntimeException error) {
        Throwable cause = error;
        while (cause != null && !(cause instanceof IOException)) {
            cause = cause.getCause();
        }
        return cause != null || error instanceof HttpException;
    }

    /** Requests that have a permit: these are answered even if the server begins to close. */
    int admittedCount() {
        return limits.requestCountMax() - permits.availablePermits();
    }

    /**
     * Refuses further requests, and waits for running ones for at most {@code secondsMax} seconds.
     */
    void close(int secondsMax) {
        closing = true;
        try {
            if (!permits.tryAcquire(limits.requestCountMax(), secondsMax, TimeUnit.SECONDS)) {
                LOG.warn("requests did not end in time: count={}", counts.active());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
