package org.wukongs.store.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;

/** A reply: a status, headers, and a body that is complete or is written while it is sent. */
final class HttpReply {

    /** Writes a body whose length is not known in advance. */
    interface Body {
        void writeTo(OutputStream out) throws IOException;
    }

    /** Begins to write a body that goes on without this thread, and ends the exchange some time. */
    interface Live {
        void start(HttpExchange exchange);
    }

    /** What a browser shows of data is no page, whatever the data look like. */
    private static final HttpField NOT_SNIFFED =
            new PreEncodedHttpField("X-Content-Type-Options", "nosniff");

    private static final HttpField NO_PAGE =
            new PreEncodedHttpField(
                    "Content-Security-Policy",
                    "default-src 'none'; frame-ancestors 'none'; sandbox");

    private final int status;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final byte[] bytes;
    private final Body body;
    private final Live live;
    private final Runnable atEnd;
    private boolean isHandedOver;

    private HttpReply(int status, byte[] bytes, Body body, Live live, Runnable atEnd) {
        this.status = status;
        this.bytes = bytes;
        this.body = body;
        this.live = live;
        this.atEnd = atEnd;
    }

    static HttpReply empty(int status) {
        return new HttpReply(status, new byte[0], null, null, () -> {});
    }

    static HttpReply text(int status, String contentType, String text) {
        return new HttpReply(status, text.getBytes(StandardCharsets.UTF_8), null, null, () -> {})
                .header("Content-Type", contentType);
    }

    static HttpReply json(int status, JsonNode value) {
        return text(status, "application/json", value.toPrettyString() + "\n");
    }

    /**
     * {@code atEnd} releases the body's resources; it runs whether the body was written completely,
     * in part or not at all.
     */
    static HttpReply streamed(String contentType, Body body, Runnable atEnd) {
        return new HttpReply(200, null, body, null, atEnd).header("Content-Type", contentType);
    }

    /** A body that is sent as it comes into being, for as long as the client reads. */
    static HttpReply live(String contentType, Live live) {
        return new HttpReply(200, null, null, live, () -> {}).header("Content-Type", contentType);
    }

    /** A reply that {@code sender} sends, with the rest of the head, and for HEAD too. */
    static HttpReply sentBy(Live sender) {
        HttpReply reply = new HttpReply(200, null, null, sender, () -> {});
        reply.isHandedOver = true;
        return reply;
    }

    HttpReply header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    int status() {
        return status;
    }

    /** Returns true if the body is written while it is sent. */
    boolean isStreamed() {
        return bytes == null;
    }

    /**
     * Sends the reply. A complete body is on its way when this returns. A streamed body has been
     * sent; if this throws instead, the exchange has not ended. A live body has begun.
     */
    void send(HttpExchange exchange) throws IOException {
        if (isHandedOver) {
            writeHead(exchange.response());
            live.start(exchange);
            return;
        }
        boolean streams = isStreamed() && !exchange.isHead();
        ReplyStream stream = new ReplyStream(exchange);
        try {
            writeHead(exchange.response());
            if (streams && live == null) {
                body.writeTo(stream);
            }
        } finally {
            atEnd.run();
        }
        if (streams) {
            if (live == null) {
                stream.complete();
            } else {
                chunked(exchange);
                live.start(exchange);
            }
            return;
        }
        if (exchange.isHead() && !isStreamed() && status != 204) {
            exchange.response().getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes.length);
        }
        byte[] sent = exchange.isHead() ? new byte[0] : bytes;
        exchange.pace().offer(sent.length, System.nanoTime());
        exchange.response().write(true, ByteBuffer.wrap(sent), end(exchange));
    }

    /** Sends the reply without an exchange. */
    void send(Response response, Callback callback) {
        writeHead(response);
        response.write(true, ByteBuffer.wrap(bytes), callback);
    }

    private void writeHead(Response response) {
        response.setStatus(status);
        response.getHeaders().put(NOT_SNIFFED).put(NO_PAGE);
        headers.forEach(response.getHeaders()::put);
    }

    /** Returns what ends the exchange when the client has taken the last bytes of a reply. */
    static Callback end(HttpExchange exchange) {
        return Callback.from(
                InvocationType.NON_BLOCKING, exchange::succeed, cause -> exchange.fail(cause));
    }

    /**
     * HTTP/1.1 replies are always chunked: on a connection that ends with the reply Jetty would not
     * use chunks, and a client could not detect a truncated body.
     */
    static void chunked(HttpExchange exchange) {
        if (exchange.isHttp11()) {
            exchange.response()
                    .getHeaders()
                    .put(HttpHeader.TRANSFER_ENCODING, HttpHeaderValue.CHUNKED.asString());
        }
    }
}
