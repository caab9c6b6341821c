package org.wukongs.store.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;

/**
 * The body of a reply while it is written. Nothing is sent before 32 KiB exist, so that an earlier
 * failure can still be answered with an error, and a body that is smaller is sent as a whole, with
 * its length and without a wait for the client. One thread.
 */
final class ReplyStream extends OutputStream {

    private static final int BUFFER_BYTES = 1 << 15;

    private static final int CAPACITY_BYTES = 1 << 10;

    private final HttpExchange exchange;
    private byte[] buffer = {};
    private int length;
    private OutputStream sent; // null while nothing was sent

    ReplyStream(HttpExchange exchange) {
        this.exchange = exchange;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int count) throws IOException {
        if (length + (long) count > BUFFER_BYTES) {
            send(buffer, 0, length);
            length = 0;
            send(source, offset, count);
            return;
        }
        if (length + count > buffer.length) {
            int grown = Math.max(length + count, Math.max(CAPACITY_BYTES, 2 * buffer.length));
            buffer = Arrays.copyOf(buffer, Math.min(BUFFER_BYTES, grown));
        }
        System.arraycopy(source, offset, buffer, length, count);
        length += count;
    }

    /**
     * Sends in steps: a client that takes each step in time is not slow, however large the rest is.
     */
    private void send(byte[] source, int offset, int count) throws IOException {
        if (sent == null) {
            HttpReply.chunked(exchange);
            sent = Content.Sink.asOutputStream(exchange.response());
        }
        for (int done = 0; done < count; done += BUFFER_BYTES) {
            int step = Math.min(BUFFER_BYTES, count - done);
            exchange.pace().offer(step, System.nanoTime());
            sent.write(source, offset + done, step);
            exchange.pace().taken(System.nanoTime());
        }
    }

    /** Written bytes are on their way, or wait for the buffer to fill. */
    @Override
    public void flush() {}

    /**
     * Ends the reply and the exchange. Called only after everything is written, because it says
     * that the body is complete.
     */
    void complete() throws IOException {
        if (sent == null) {
            exchange.response().getHeaders().put(HttpHeader.CONTENT_LENGTH, length);
            exchange.pace().offer(length, System.nanoTime());
            exchange.response()
                    .write(true, ByteBuffer.wrap(buffer, 0, length), HttpReply.end(exchange));
            return;
        }
        send(buffer, 0, length);
        exchange.pace().offer(0, System.nanoTime());
        sent.close();
        exchange.succeed();
    }
}
