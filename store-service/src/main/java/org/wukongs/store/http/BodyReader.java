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
 * Reads a request's body as it comes; no thread waits for it. A body that is too large, or not
 * wanted, is read on and dropped for a while, so that the client gets to read why.
 */
final class BodyReader {

    /** Who goes on when there is nothing more to read. */
    interface Reader {

        /** {@code problem} is null where {@code body} is whole. */
        void read(byte[] body, HttpProblem problem);

        /** The request has no end, or ended too early. */
        void failed(Throwable cause);
    }

    /** What all bodies in memory have together. */
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

        /** Gives back what the bodies of a request had. */
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

    /** {@code pace} gets to know of all bytes that come. */
    BodyReader(
            Request request, int bytesMax, Budget budget, Consumer<Integer> pace, Reader reader) {
        this.request = request;
        this.bytesMax = bytesMax;
        this.budget = budget;
        this.pace = pace;
        this.reader = reader;
    }

    /** Reads from now on; {@code known} is what is wrong with the request already, or null. */
    void start(HttpProblem known) {
        problem = known;
        readOn();
    }

    /** What the budget gets back when the body is not needed any more. */
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
                                413, "a body has no end: bytes=" + total));
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

    /** The buffer grows with what has come: a length in a head buys nothing. */
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

    /** Of a body that has, or is said to have, so many bytes. */
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
