package org.wukongs.store.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.wukongs.csparql.CsparqlSyntaxException;
import org.wukongs.error.WukongsException;

/** A request that is answered with problem details (RFC 9457). */
final class HttpProblem extends WukongsException {

    static final String MEDIA_TYPE = "application/problem+json";

    private static final long serialVersionUID = 1L;
    private static final String TYPE_PREFIX = "urn:wukongs:problem:";

    /** Kinds of problems; the name, in kebab case, ends the problem's type. */
    enum Kind {
        MALFORMED_QUERY(400, "The query is malformed"),
        BAD_REQUEST(400, "The request is malformed"),
        NOT_AUTHENTICATED(401, "The request needs a token that the store knows"),
        NOT_ALLOWED(403, "The role of the token does not allow this"),
        FORBIDDEN_ORIGIN(403, "Pages of this origin may not use the store"),
        NOT_FOUND(404, "There is no such resource"),
        METHOD_NOT_ALLOWED(405, "The resource does not support this method"),
        NOT_ACCEPTABLE(406, "No accepted media type is available"),
        CONFLICT(409, "The request conflicts with the store's state"),
        SEQUENCE_GAP(409, "Requests before this one are missing"),
        BODY_TOO_LARGE(413, "The body is too large"),
        URL_TOO_LONG(414, "The URL is too long"),
        UNSUPPORTED_MEDIA_TYPE(415, "The body's media type is not supported"),
        HOST_NOT_ALLOWED(421, "The store may not be addressed by this host name"),
        REFUSED(422, "The request is refused"),
        ROW_LIMIT(422, "The query has too many rows"),
        MEMORY_LIMIT(422, "The query needs too much memory"),
        COMPLEXITY_LIMIT(422, "The query has too many parts"),
        HEAD_TOO_LARGE(431, "The request's head is too large"),
        INTERNAL(500, "The store failed"),
        BUSY(503, "The store cannot answer now"),
        TIME_LIMIT(504, "The query takes too long");

        private final int status;
        private final String title;

        Kind(int status, String title) {
            this.status = status;
            this.title = title;
        }

        private String type() {
            return TYPE_PREFIX + name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** Returns the kind of a request that Jetty refuses with {@code status}. */
        private static Kind of(int status) {
            return switch (status) {
                case 413 -> BODY_TOO_LARGE;
                case 414 -> URL_TOO_LONG;
                case 431 -> HEAD_TOO_LARGE;
                default -> status < 500 ? BAD_REQUEST : INTERNAL;
            };
        }

        private static Kind of(WukongsException error) {
            return switch (error.reason()) {
                case TIME_LIMIT -> TIME_LIMIT;
                case ROW_LIMIT -> ROW_LIMIT;
                case MEMORY_LIMIT -> MEMORY_LIMIT;
                case COMPLEXITY_LIMIT -> COMPLEXITY_LIMIT;
                case NOT_AUTHENTICATED -> NOT_AUTHENTICATED;
                case NOT_ALLOWED -> NOT_ALLOWED;
                case OTHER ->
                        switch (error.category()) {
                            case USER -> REFUSED;
                            case RETRIABLE -> BUSY;
                            case FATAL -> INTERNAL;
                        };
            };
        }
    }

    private final Kind kind;
    private final transient ObjectNode facts = JsonNodeFactory.instance.objectNode();
    private final transient Map<String, String> headers = new LinkedHashMap<>();

    HttpProblem(Kind kind, String detail) {
        super(Category.USER, detail);
        this.kind = kind;
        if (kind == Kind.BUSY) {
            headers.put("Retry-After", "1");
        }
        if (kind == Kind.NOT_AUTHENTICATED) {
            headers.put("WWW-Authenticate", "Bearer realm=\"wukongs\"");
        }
    }

    /** Converts the store's error to a problem. */
    static HttpProblem of(WukongsException error) {
        if (error instanceof HttpProblem problem) {
            return problem;
        }
        if (error instanceof CsparqlSyntaxException syntax) {
            return new HttpProblem(Kind.MALFORMED_QUERY, syntax.getMessage())
                    .with("line", syntax.line())
                    .with("column", syntax.column());
        }
        return new HttpProblem(Kind.of(error), error.getMessage());
    }

    HttpProblem with(String fact, long value) {
        facts.put(fact, value);
        return this;
    }

    HttpProblem withHeader(String name, String value) {
        headers.put(name, value);
        return this;
    }

    HttpReply reply() {
        HttpReply reply = reply(kind.status, kind, getMessage(), facts);
        headers.forEach(reply::header);
        return reply;
    }

    /** Returns the reply to a request that Jetty refuses. */
    static HttpReply reply(int status, String detail) {
        return reply(status, Kind.of(status), detail, JsonNodeFactory.instance.objectNode());
    }

    private static HttpReply reply(int status, Kind kind, String detail, ObjectNode facts) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("type", kind.type());
        body.put("title", kind.title);
        body.put("status", status);
        body.put("detail", detail);
        body.setAll(facts);
        return HttpReply.text(status, MEDIA_TYPE, body.toPrettyString() + "\n");
    }
}
