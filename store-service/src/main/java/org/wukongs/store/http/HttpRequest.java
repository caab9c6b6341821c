package org.wukongs.store.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.wukongs.store.http.HttpProblem.Kind;

/** A request as the resources see it; its body has been read. */
final class HttpRequest {

    private static final int BUFFER_BYTES = 1 << 14;

    /**
     * So much of a body that is too large is read and dropped, so that the client gets to read why;
     * after it the connection is closed.
     */
    private static final long DROPPED_BYTES_MAX = 64L << 20;

    private final HttpExchange exchange;
    private final byte[] body;

    private HttpRequest(HttpExchange exchange, byte[] body) {
        this.exchange = exchange;
        this.body = body;
    }

    static HttpRequest read(HttpExchange exchange, int bodyBytesMax) throws IOException {
        return new HttpRequest(exchange, readBody(exchange.getRequestBody(), bodyBytesMax));
    }

    private static byte[] readBody(InputStream in, int bytesMax) throws IOException {
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        byte[] buffer = new byte[BUFFER_BYTES];
        long total = 0;
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            total += count;
            if (total > DROPPED_BYTES_MAX) {
                throw new IOException("a body has no end: bytes=" + total);
            }
            if (total <= bytesMax) {
                kept.write(buffer, 0, count);
            }
        }
        if (total > bytesMax) {
            throw new HttpProblem(
                    Kind.BODY_TOO_LARGE,
                    "the body is too large: bytes=" + total + " bodyBytesMax=" + bytesMax);
        }
        return kept.toByteArray();
    }

    String method() {
        return exchange.getRequestMethod();
    }

    /** Null where there is none; several of one name are a list. */
    String header(String name) {
        List<String> values = exchange.getRequestHeaders().get(name);
        return values == null ? null : String.join(",", values);
    }

    /** Segments of the path, decoded; a slash at the end does not count. */
    List<String> path() {
        List<String> segments = new ArrayList<>();
        for (String segment : exchange.getRequestURI().getRawPath().split("/", -1)) {
            if (!segment.isEmpty()) {
                segments.add(UrlEncoding.decode(segment, false));
            }
        }
        return segments;
    }

    boolean isPath(String path) {
        return exchange.getRequestURI().getRawPath().equals(path);
    }

    /** The URL's query part, encoded; null where there is none. */
    String urlQuery() {
        return exchange.getRequestURI().getRawQuery();
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
        MediaType type = MediaType.parse(header);
        if (type == null) {
            throw new HttpProblem(
                    Kind.UNSUPPORTED_MEDIA_TYPE, "not a media type: contentType=" + header);
        }
        String charset = type.parameters().getOrDefault("charset", "utf-8");
        if (!charset.toLowerCase(Locale.ROOT).equals("utf-8")) {
            throw new HttpProblem(
                    Kind.UNSUPPORTED_MEDIA_TYPE, "bodies are UTF-8: charset=" + charset);
        }
        return type.name();
    }

    byte[] body() {
        return body.clone();
    }

    String bodyText() {
        return UrlEncoding.utf8(body);
    }
}
