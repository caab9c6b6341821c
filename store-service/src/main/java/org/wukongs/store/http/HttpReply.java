package org.wukongs.store.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.io.Content;
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

    /**
     * Nothing is sent before the buffer is full, so that an earlier failure can still be answered
     * with an error.
     */
    private static final int BUFFER_BYTES = 1 << 15;

    private final int status;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final byte[] bytes;
    private final Body body;
    private final Live live;
    private final Runnable atEnd;

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
        boolean streams = isStreamed() && !exchange.isHead();
        try {
            writeHead(exchange.response());
            if (streams) {
                chunked(exchange);
            }
            if (streams && live == null) {
                stream(exchange);
            }
        } finally {
            atEnd.run();
        }
        if (streams) {
            if (live == null) {
                exchange.succeed();
            } else {
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
        headers.forEach(response.getHeaders()::put);
    }

    private static Callback end(HttpExchange exchange) {
        return Callback.from(
                InvocationType.NON_BLOCKING, exchange::succeed, cause -> exchange.fail(cause));
    }

    /**
     * HTTP/1.1 replies are always chunked: on a connection that ends with the reply Jetty would not
     * use chunks, and a client could not detect a truncated body.
     */
    private static void chunked(HttpExchange exchange) {
        if (exchange.isHttp11()) {
            exchange.response()
                    .getHeaders()
                    .put(HttpHeader.TRANSFER_ENCODING, HttpHeaderValue.CHUNKED.asString());
        }
    }

    /**
     * Writes the body. The stream is closed only after everything is written, because closing says
     * that the body is complete.
     */
    private void stream(HttpExchange exchange) throws IOException {
        OutputStream out =
                new BufferedOutputStream(
                        new PacedOutputStream(
                                Content.Sink.asOutputStream(exchange.response()), exchange.pace()),
                        BUFFER_BYTES);
        body.writeTo(out);
        out.close();
    }

    /** Tells the client's pace how fast the client takes what is written. */
    private static final class PacedOutputStream extends FilterOutputStream {

        private final ClientPace pace;

        private PacedOutputStream(OutputStream out, ClientPace pace) {
            super(out);
            this.pace = pace;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        /**
         * Writes in steps: a client that takes each step in time is not slow, however large the
         * rest is.
         */
        @Override
        public void write(byte[] buffer, int offset, int length) throws IOException {
            for (int done = 0; done < length; done += BUFFER_BYTES) {
                int count = Math.min(BUFFER_BYTES, length - done);
                pace.offer(count, System.nanoTime());
                out.write(buffer, offset + done, count);
                pace.taken(System.nanoTime());
            }
        }

        @Override
        public void flush() {
            // Nothing to do: written bytes are on their way, or wait for the buffer to fill.
        }

        @Override
        public void close() throws IOException {
            pace.offer(0, System.nanoTime());
            out.close();
        }
    }
}
