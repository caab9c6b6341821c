package org.wukongs.store.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** What is sent back: a status, headers, and a body that is known or is written as it is sent. */
final class HttpReply {

    /** Writes a body whose length nobody knows before. */
    interface Body {
        void writeTo(OutputStream out) throws IOException;
    }

    private static final int BUFFER_BYTES = 1 << 16;
    private static final long NO_BODY = -1;
    private static final long CHUNKED = 0;

    private final int status;
    private final Headers headers = new Headers();
    private final byte[] bytes;
    private final Body body;

    private HttpReply(int status, byte[] bytes, Body body) {
        this.status = status;
        this.bytes = bytes;
        this.body = body;
    }

    static HttpReply empty(int status) {
        return new HttpReply(status, new byte[0], null);
    }

    static HttpReply text(int status, String contentType, String text) {
        return new HttpReply(status, text.getBytes(StandardCharsets.UTF_8), null)
                .header("Content-Type", contentType);
    }

    static HttpReply json(int status, JsonNode value) {
        return text(status, "application/json", value.toPrettyString() + "\n");
    }

    static HttpReply streamed(String contentType, Body body) {
        return new HttpReply(200, null, body).header("Content-Type", contentType);
    }

    HttpReply header(String name, String value) {
        headers.set(name, value);
        return this;
    }

    int status() {
        return status;
    }

    /** Sends it; the request's body must have been read. An IOException leaves a torn reply. */
    void send(HttpExchange exchange, StallWatch stalls) throws IOException {
        exchange.getResponseHeaders().putAll(headers);
        boolean head = exchange.getRequestMethod().equals("HEAD");
        if (head && bytes != null && status != 204) {
            exchange.getResponseHeaders().set("Content-Length", Integer.toString(bytes.length));
        }
        if (head || (bytes != null && bytes.length == 0)) {
            exchange.sendResponseHeaders(status, NO_BODY);
            return;
        }
        exchange.sendResponseHeaders(status, bytes == null ? CHUNKED : bytes.length);
        StallWatch.WatchedStream watched = stalls.watch(exchange.getResponseBody());
        try {
            // Closed only when all is written: closing says that the body is complete.
            OutputStream out = new BufferedOutputStream(watched, BUFFER_BYTES);
            if (bytes == null) {
                body.writeTo(out);
            } else {
                out.write(bytes);
            }
            out.close();
        } finally {
            watched.release();
        }
    }
}
