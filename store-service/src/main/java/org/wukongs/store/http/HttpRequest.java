package org.wukongs.store.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Request;
import org.wukongs.store.http.HttpProblem.Kind;

/** A request as the resources see it; its body has been read. */
final class HttpRequest {

    private final Request request;
    private final byte[] body;

    HttpRequest(Request request, byte[] body) {
        this.request = request;
        this.body = body;
    }

    String method() {
        return request.getMethod();
    }

    /**
     * Returns a header's value, null if there is none; values of repeated headers are joined to a
     * list.
     */
    String header(String name) {
        List<String> values = request.getHeaders().getValuesList(name);
        return values.isEmpty() ? null : String.join(",", values);
    }

    /** Returns the decoded segments of the path; a trailing slash does not count. */
    List<String> path() {
        List<String> segments = new ArrayList<>();
        for (String segment : rawPath().split("/", -1)) {
            if (!segment.isEmpty()) {
                segments.add(UrlEncoding.decode(segment, false));
            }
        }
        return segments;
    }

    boolean isPath(String path) {
        return rawPath().equals(path);
    }

    private String rawPath() {
        String path = request.getHttpURI().getPath();
        return path == null ? "" : path;
    }

    /** Returns the URL as the client sees it, without the query part. */
    String url() {
        return HttpURI.build(request.getHttpURI()).query(null).asString();
    }

    /** Returns the encoded query part of the URL, null if there is none. */
    String urlQuery() {
        return request.getHttpURI().getQuery();
    }

    /** Returns the encoded path and query part of the URL. */
    String pathAndQuery() {
        return request.getHttpURI().getPathQuery();
    }

    AcceptHeader accept() {
        return new AcceptHeader(header("Accept"));
    }

    /** Returns the body's media type, empty if the request has none. */
    String bodyType() {
        String header = header("Content-Type");
        if (header == null || header.isBlank()) {
            return "";
        }
        Map<String, String> parameters = new HashMap<>();
        String type = mediaType(header, parameters);
        if (type == null) {
            throw new HttpProblem(
                    Kind.UNSUPPORTED_MEDIA_TYPE, "not a media type: contentType=" + header);
        }
        String charset = parameters.getOrDefault("charset", "utf-8");
        if (!charset.equalsIgnoreCase("utf-8")) {
            throw new HttpProblem(
                    Kind.UNSUPPORTED_MEDIA_TYPE, "bodies must be UTF-8: charset=" + charset);
        }
        return type;
    }

    /**
     * Returns a media type or range in lower case, and puts its parameters by their lower-case
     * names; null if the text is not one.
     */
    static String mediaType(String text, Map<String, String> parameters) {
        Map<String, String> found = new HashMap<>();
        String type;
        try {
            type = HttpField.getValueParameters(text, found).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            return null; // an unterminated quote
        }
        found.forEach((name, value) -> parameters.put(name.toLowerCase(Locale.ROOT), value));
        int slash = type.indexOf('/');
        boolean valid = slash > 0 && slash < type.length() - 1 && type.indexOf(' ') < 0;
        return valid ? type : null;
    }

    /** Returns true if nobody waits for the reply any longer; to be called before it begins. */
    boolean isClientGone() {
        return SerialConnections.isClosedByClient(request.getConnectionMetaData().getConnection());
    }

    byte[] body() {
        return body;
    }

    String bodyText() {
        return Utf8.decode(body);
    }
}
