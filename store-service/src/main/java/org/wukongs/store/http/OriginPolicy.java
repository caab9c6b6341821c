package org.wukongs.store.http;

import java.util.Set;
import org.wukongs.store.http.HttpProblem.Kind;

/**
 * Which web pages may use the store (CORS). Without an allowed origin no page of another site reads
 * an answer, and none changes anything: a browser sends simple requests without asking first.
 */
final class OriginPolicy {

    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

    private final String allowedOrigin;

    /** Null for none, {@code *} for all. */
    OriginPolicy(String allowedOrigin) {
        this.allowedOrigin = allowedOrigin;
    }

    void check(HttpRequest request) {
        String origin = request.header("Origin");
        boolean own = origin == null || origin.equals("http://" + request.header("Host"));
        if (!own && !allows(origin) && !READING.contains(request.method())) {
            throw new HttpProblem(
                    Kind.FORBIDDEN_ORIGIN, "the origin is not allowed: origin=" + origin);
        }
    }

    HttpReply mark(HttpRequest request, HttpReply reply) {
        String origin = request.header("Origin");
        if (origin == null || !allows(origin)) {
            return reply;
        }
        reply.header("Access-Control-Allow-Origin", allowedOrigin);
        reply.header("Access-Control-Expose-Headers", "Location, Wukongs-Snapshot");
        if (request.method().equals("OPTIONS")) {
            reply.header("Access-Control-Allow-Methods", "GET, POST, DELETE");
            reply.header("Access-Control-Allow-Headers", "Accept, Content-Type");
        }
        return reply;
    }

    private boolean allows(String origin) {
        return allowedOrigin != null && (allowedOrigin.equals("*") || allowedOrigin.equals(origin));
    }
}
