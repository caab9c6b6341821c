package org.wukongs.store.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
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

    /** Null where there is none; several of one name are a list. */
    String header(String name) {
        List<String> values = request.getHeaders().getValuesList(name);
        return values.isEmpty() ? null : String.join(",", values);
    }

    /** Segments of the path, decoded; a slash at the end does not count. */
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

    /** The URL as the client sees it, without its query part. */
    String url() {
        return HttpURI.build(request.getHttpURI()).query(null).asString();
    }

    /** The URL's query part, encoded; null where there is none. */
    String urlQuery() {
        return request.getHttpURI().getQuery();
    }

    AcceptHeader accept() {
        return new AcceptHeader(header("Accept"));
    }

    /** The body's media type, empty where the request does not say. */
    String bodyType() {
        String header = header("Content-Type");
        if (header == null || header.isBlank()) {
            return "";
        }
        Map<String, String> parameters = new LinkedHashMap<>();
        String type = HttpField.getValueParameters(header, parameters).toLowerCase(Locale.ROOT);
        if (!isMediaType(type)) {
            throw new HttpProblem(
                    Kind.UNSUPPORTED_MEDIA_TYPE, "not a media type: contentType=" + header);
        }
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            if (parameter.getKey().equalsIgnoreCase("charset")
                    && !"utf-8".equalsIgnoreCase(parameter.getValue())) {
                throw new HttpProblem(
                        Kind.UNSUPPORTED_MEDIA_TYPE,
                        "bodies are UTF-8: charset=" + parameter.getValue());
            }
        }
        return type;
    }

    /** {@code type/subtype}, or a range of them. */
    static boolean isMediaType(String text) {
        int slash = text.indexOf('/');
        return slash > 0 && slash < text.length() - 1 && text.indexOf(' ') < 0;
    }

    byte[] body() {
        return body;
    }

    String bodyText() {
        return Utf8.decode(body);
    }
}
