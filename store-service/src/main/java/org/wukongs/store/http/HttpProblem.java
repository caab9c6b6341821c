package org.wukongs.store.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.wukongs.error.WukongsException;

/** A request that is answered with problem details (RFC 9457). */
final class HttpProblem extends WukongsException {

    static final String MEDIA_TYPE = "application/problem+json";

    private static final long serialVersionUID = 1L;
    private static final String TYPE_PREFIX = "urn:wukongs:problem:";

    /** What can be wrong; the name, in kebab case, ends the problem's type. */
    enum Kind {
        MALFORMED_QUERY(400, "The query is malformed"),
        BAD_REQUEST(400, "The request is malformed"),
        REFUSED(400, "The request is refused"),
        UPDATE_NOT_SUPPORTED(400, "SPARQL Update is not supported"),
        FORBIDDEN_ORIGIN(403, "Pages of this origin may not change the store"),
        NOT_FOUND(404, "There is no such resource"),
        METHOD_NOT_ALLOWED(405, "The resource does not have this method"),
        NOT_ACCEPTABLE(406, "No accepted media type fits"),
        CONFLICT(409, "The request contradicts what is there"),
        BODY_TOO_LARGE(413, "The body is too large"),
        UNSUPPORTED_MEDIA_TYPE(415, "The body's media type is not supported"),
        INTERNAL(500, "The store failed"),
        BUSY(503, "The store cannot answer now");

        private final int status;
        private final String title;

        Kind(int status, String title) {
            this.status = status;
            this.title = title;
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
    }

    HttpProblem with(String fact, int value) {
        facts.put(fact, value);
        return this;
    }

    HttpProblem withHeader(String name, String value) {
        headers.put(name, value);
        return this;
    }

    HttpReply reply() {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("type", TYPE_PREFIX + kind.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        body.put("title", kind.title);
        body.put("status", kind.status);
        body.put("detail", getMessage());
        body.setAll(facts);
        HttpReply reply = HttpReply.text(kind.status, MEDIA_TYPE, body.toPrettyString() + "\n");
        headers.forEach(reply::header);
        return reply;
    }
}
