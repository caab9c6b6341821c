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
        Map<String, String> parameters = new HashMap<>();
        String type = mediaType(header, parameters);
        if (type == null) {
            throw new HttpProblem(
                    Kind.UNSUPPORTED_MEDIA_TYPE, "not a media type: contentType=" + header);
        }
        String charset = parameters.getOrDefault("charset", "utf-8");
        if (!charset.equalsIgnoreCase("utf-8")) {
            throw new HttpProblem(
                    Kind.UNSUPPORTED_MEDIA_TYPE, "bodies are UTF-8: charset=" + charset);
        }
        return type;
    }

    /**
     * A media type, or a range of them, in lower case, and its parameters by names in lower case;
     * null where the text is none.
     */
    static String mediaType(String text, Map<String, String> parameters) {
        Map<String, String> found = new HashMap<>();
        String type;
        try {
            type = HttpField.getValueParameters(text, found).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            return null; // a quote that does not end
        }
        found.forEach((name, value) -> parameters.put(name.toLowerCase(Locale.ROOT), value));
        int slash = type.indexOf('/');
        boolean valid = slash > 0 && slash < type.length() - 1 && type.indexOf(' ') < 0;
        return valid ? type : null;
    }

    byte[] body() {
        return body;
    }

    String bodyText() {
        return Utf8.decode(body);
    }
}
