package org.wukongs.store.http;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;
import org.wukongs.store.http.HttpProblem.Kind;

/**
 * Reads a request's body as it arrives, without a waiting thread. The rest of a body that is too
 * large, or not wanted, is read and dropped up to a limit, so that the client can read the error
 * reply.
 */
final class BodyReader {

    /** Callback for the end of a body. */
    interface Reader {

        /** Called with the whole {@code body}, or with a {@code problem} and null as the body. */
        void read(byte[] body, HttpProblem problem);

        /** Called if the body is longer than {@link HttpLimits#DROPPED_BYTES_MAX}, or broke off. */
        void failed(Throwable cause);
    }

    /** The memory budget of all bodies together. */
    static final class Budget {

        private final AtomicLong left;
        private final long bytesMax;

        Budget(long bytesMax) {
            this.bytesMax = bytesMax;
            this.left = new AtomicLong(bytesMax);
        }

        private boolean take(long bytes) {
            boolean enough = left.addAndGet(-bytes) >= 0;
            if (!enough) {
                left.addAndGet(bytes);
            }
            return enough;
        }

        /** Gives back the bytes of a request's body. */
        void giveBack(long bytes) {
            left.addAndGet(bytes);
        }
    }

    private final Request request;
    private final int bytesMax;
    private final Budget budget;
    private final Consumer<Integer> pace;
    private final Reader reader;
    private final Invocable.Task readOn = Invocable.from(InvocationType.NON_BLOCKING, this::readOn);
    private byte[] body = new byte[0];
    private int size;
    private long total;
    private HttpProblem problem;

    /** {@code pace} is told of all bytes that arrive. */
    BodyReader(
            Request request, int bytesMax, Budget budget, Consumer<Integer> pace, Reader reader) {
        this.request = request;
        this.bytesMax = bytesMax;
        this.budget = budget;
        this.pace = pace;
        this.reader = reader;
    }

    /** Starts reading; {@code known} is a problem that the request already has, or null. */
    void start(HttpProblem known) {
        problem = known;
        readOn();
    }

    /** Returns the bytes to give back to the budget when the body is no longer needed. */
    long bytesKept() {
        return body.length;
    }

    private void readOn() {
        while (true) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                request.demand(readOn);
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                reader.failed(chunk.getFailure());
                return;
            }
            take(chunk);
            if (total > HttpLimits.DROPPED_BYTES_MAX) {
                reader.failed(
                        new HttpException.RuntimeException(
                                413, "the body does not end: bytes=" + total));
                return;
            }
            if (chunk.isLast()) {
                end();
                return;
            }
        }
    }

    private void take(Content.Chunk chunk) {
        int count = chunk.remaining();
        total += count;
        if (problem == null && total <= bytesMax && hasRoom(count)) {
            chunk.getByteBuffer().get(body, size, count);
            size += count;
        }
        chunk.release();
        pace.accept(count);
    }

    /**
     * Grows the buffer with the bytes that have arrived; a length that the head announces reserves
     * nothing.
     */
    private boolean hasRoom(int count) {
        if (size + count <= body.length) {
            return true;
        }
        int grown = Math.min(bytesMax, Math.max(size + count, 2 * body.length));
        if (!budget.take(grown - body.length)) {
            problem =
                    new HttpProblem(
                            Kind.BUSY,
                            "too many large bodies at a time: bodiesBytesMax=" + budget.bytesMax);
            return false;
        }
        body = Arrays.copyOf(body, grown);
        return true;
    }

    /** Returns the problem of a body that has, or announces, {@code bytes} bytes. */
    static HttpProblem tooLarge(long bytes, int bytesMax) {
        return new HttpProblem(
                Kind.BODY_TOO_LARGE,
                "the body is too large: bytes=" + bytes + " bodyBytesMax=" + bytesMax);
    }

    private void end() {
        if (problem == null && total > bytesMax) {
            problem = tooLarge(total, bytesMax);
        }
        if (problem != null) {
            reader.read(null, problem);
        } else {
            reader.read(size == body.length ? body : Arrays.copyOf(body, size), null);
        }
    }
}
