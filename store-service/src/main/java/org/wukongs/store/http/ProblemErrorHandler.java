package org.wukongs.store.http;

import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** What Jetty refuses itself, as problem details: malformed heads, and those that are too long. */
final class ProblemErrorHandler implements Request.Handler {

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
        reply.send(response, callback);
        return true;
    }
}
