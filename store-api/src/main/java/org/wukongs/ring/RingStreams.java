package org.wukongs.ring;

import java.io.IOException;

/**
 * One side of the rings of a connection: streams in place of those of its socket. One thread at a
 * time uses them, between {@link #enter} and {@link #leave}; any thread may {@link #close} them.
 */
public final class RingStreams implements AutoCloseable {

    private final RingMemory memory;
    private final RingInput in;
    private final RingOutput out;
    private final Doorbell bell;

    private RingStreams(RingMemory memory, RingInput in, RingOutput out, Doorbell bell) {
        this.memory = memory;
        this.bell = bell;
        this.in = in;
        this.out = out;
    }

    /** The client's side: requests out, replies in. */
    public static RingStreams ofClient(RingFile file, Doorbell bell) {
        RingSide side =
                new RingSide(
                        file.memory(),
                        bell,
                        RingDescriptor.CLIENT_WAITS_OFFSET,
                        RingDescriptor.STORE_WAITS_OFFSET);
        return new RingStreams(
                file.memory(),
                new RingInput(
                        side,
                        RingDescriptor.repliesOffset(file.memory().capacityBytes()),
                        RingDescriptor.REPLIES_WRITTEN_OFFSET,
                        RingDescriptor.REPLIES_READ_OFFSET),
                new RingOutput(
                        side,
                        RingDescriptor.REQUESTS_OFFSET,
                        RingDescriptor.REQUESTS_WRITTEN_OFFSET,
                        RingDescriptor.REQUESTS_READ_OFFSET),
                bell);
    }

    /** The store's side: requests in, replies out. */
    public static RingStreams ofStore(RingFile file, Doorbell bell) {
        RingSide side =
                new RingSide(
                        file.memory(),
                        bell,
                        RingDescriptor.STORE_WAITS_OFFSET,
                        RingDescriptor.CLIENT_WAITS_OFFSET);
        return new RingStreams(
                file.memory(),
                new RingInput(
                        side,
                        RingDescriptor.REQUESTS_OFFSET,
                        RingDescriptor.REQUESTS_WRITTEN_OFFSET,
                        RingDescriptor.REQUESTS_READ_OFFSET),
                new RingOutput(
                        side,
                        RingDescriptor.repliesOffset(file.memory().capacityBytes()),
                        RingDescriptor.REPLIES_WRITTEN_OFFSET,
                        RingDescriptor.REPLIES_READ_OFFSET),
                bell);
    }

    public RingInput in() {
        return in;
    }

    public RingOutput out() {
        return out;
    }

    /**
     * Waits as {@link Doorbell#await} does, though there may be bytes; false at the end of the
     * connection.
     */
    public boolean isConnected() throws IOException {
        return bell.await();
    }

    /** Begins to use the streams; fails if they are closed. */
    public void enter() throws IOException {
        memory.enter();
    }

    /** Ends using them; gives up the memory if they were closed meanwhile. */
    public void leave() {
        memory.leave();
    }

    /** Ends them: whoever uses them fails at its next look, and the memory is given up. */
    @Override
    public void close() {
        memory.close();
    }
}
