package org.wukongs.store.http;

import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers requests that Jetty refuses itself, such as malformed or too long heads, with problem
 * details.
 */
final class ProblemErrorHandler implements Request.Handler {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemErrorHandler.class);

    private final RequestCounts counts;

    ProblemErrorHandler(RequestCounts counts) {
        this.counts = counts;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        String detail = (String) request.getAttribute(ErrorHandler.ERROR_MESSAGE);
        if (request.getAttribute(ErrorHandler.ERROR_EXCEPTION) instanceof HttpException refused) {
            status = refused.getCode();
            detail = refused.getReason();
        }
        HttpReply reply =
                HttpProblem.reply(status, detail == null ? HttpStatus.getMessage(status) : detail);
        counts.answered(reply);
        reply.send(response, new LenientCallback(callback));
        return true;
    }

    /** Ignores the exception that Jetty 12.1.14 throws if the client has failed in the meantime. */
    private static final class LenientCallback extends Callback.Nested {

        private LenientCallback(Callback callback) {
            super(callback);
        }

        @Override
        public void succeeded() {
            try {
                super.succeeded();
            } catch (IllegalStateException e) {
                LOG.debug("a refusal was sent to a client that had failed", e);
            }
        }

        @Override
        public void failed(Throwable cause) {
            try {
                super.failed(cause);
            } catch (IllegalStateException e) {
                LOG.debug("a refusal was not sent to a client that had failed", e);
            }
        }
    }
}
