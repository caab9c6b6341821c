package org.wukongs.store.server;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.atomic.LongAdder;
import jdk.net.ExtendedSocketOptions;
import org.agrona.concurrent.NanoClock;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.ring.Doorbell;
import org.wukongs.ring.RingStreams;
import org.wukongs.ring.SocketDoorbell;
import org.wukongs.store.security.ServerTls;
import org.wukongs.tls.TlsSocket;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * A client's socket, or the rings that it got in its place, with its requests and replies, and with
 * a deadline for HELLO, for the rest of a request, and for the client to take a reply. Between
 * frames there is no deadline. The session's thread, except {@link #cutIfLate} and {@link #close}.
 */
final class Connection implements AutoCloseable {

    private static final int BUFFER_BYTES = 1 << 16;
    private static final int PEEK_MS = 1;

    /** Type, version and length of what follows. */
    private static final int RECORD_HEAD_BYTES = 5;

    /** Detects after two minutes a peer that has vanished, for example a machine that has died. */
    private static final int KEEP_ALIVE_IDLE_SECONDS = 60;

    private static final int KEEP_ALIVE_INTERVAL_SECONDS = 10;
    private static final int KEEP_ALIVE_COUNT = 6;

    private record Deadline(String what, long ns) {}

    private final Socket socket;
    private final ConnectionLimits limits;
    private final NanoClock clock;
    private final FrameMemory.Share memory;
    private final DataInputStream socketIn;
    private DataInputStream in; // owner: the session's thread
    private OutputStream out; // owner: the session's thread
    private BufferedInputStream raw; // what is encrypted, null for none
    private TlsSocket tls; // null for none
    private LocalRings.Lease lease; // null without rings
    private RingStreams next; // rings from the end of the present reply on, or null
    private boolean taking; // it was offered rings and has not answered
    private volatile RingStreams rings; // null if frames go through the socket
    private final WireReader request = new WireReader();
    private final WireWriter reply;
    private int replyBytes; // memory taken for the reply
    private boolean greeted;
    private volatile Deadline deadline; // null for none; owner: the session's thread
    private volatile String cutAt; // what was late, null for nothing; owner: Connections

    Connection(Socket socket, ConnectionLimits limits, FrameMemory memory, NanoClock clock)
            throws IOException {
        this.socket = socket;
        this.limits = limits;
        this.clock = clock;
        this.memory = memory.newShare();
        this.reply = new WireWriter(this::growReply);
        socket.setTcpNoDelay(true);
        keepAlive(socket);
        socketIn =
                new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES));
        in = socketIn;
        out = new BufferedOutputStream(new TimedOutput(socket.getOutputStream()), BUFFER_BYTES);
        deadline = until("its HELLO", limits.helloNs());
    }

    /**
     * Makes the handshake of TLS, within the time for HELLO. The session's thread, before anything
     * else.
     *
     * @return false if the client does not speak TLS; it was told, and nothing more can be read
     */
    boolean secure(ServerTls keys) throws IOException {
        in.mark(1);
        int first = in.read();
        if (first < 0) {
            return false;
        }
        in.reset();
        if (first != TlsSocket.FIRST_BYTE) {
            WireWriter refusal = new WireWriter().begin(FrameDescriptor.REPLY_ERROR);
            Codecs.put(Category.USER, Reason.OTHER, "the store speaks TLS only", refusal);
            refusal.writeTo(out);
            out.flush();
            return false;
        }
        raw = new BufferedInputStream(in, BUFFER_BYTES);
        tls = TlsSocket.accept(socket, raw, keys.forClients(), keys.knowsClients());
        in = new DataInputStream(new BufferedInputStream(tls.in(), BUFFER_BYTES));
        out = new BufferedOutputStream(new TimedOutput(tls.out()), BUFFER_BYTES);
        return true;
    }

    /** Says that nothing more comes, so that the client knows that nothing was cut off. */
    void sayEnd() {
        if (tls != null) {
            deadline = until("taking the end", limits.frameNs(0));
            tls.end();
        }
    }

    /** Returns the client's address without its port. */
    String remote() {
        return socket.getInetAddress().getHostAddress();
    }

    private static void keepAlive(Socket socket) throws IOException {
        socket.setKeepAlive(true);
        if (socket.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
            socket.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, KEEP_ALIVE_IDLE_SECONDS);
            socket.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, KEEP_ALIVE_INTERVAL_SECONDS);
            socket.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, KEEP_ALIVE_COUNT);
        }
    }

    WireReader request() {
        return request;
    }

    WireWriter reply() {
        return reply;
    }

    /**
     * Called after the client's HELLO: from now on frames may be large and the connection may be
     * idle.
     */
    void greeted() {
        greeted = true;
        deadline = null;
    }

    boolean isGreeted() {
        return greeted;
    }

    boolean isEncrypted() {
        return tls != null;
    }

    /** Its next request is to come as soon as HELLO has to: memory waits for it. */
    void awaitsTaking() {
        taking = true;
    }

    /**
     * Lets all frames after the present reply go through rings, which the connection gives up at
     * its end; the socket then carries {@code bells}, and says when the client is gone.
     */
    void useRings(LocalRings.Lease lease, LongAdder bells) {
        try {
            Doorbell bell = new SocketDoorbell(socketIn, socket.getOutputStream(), bells);
            RingStreams streams = RingStreams.ofStore(lease.file(), bell);
            streams.enter();
            this.lease = lease;
            next = streams;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void beginRings() throws IOException {
        rings = next;
        next = null;
        in = new DataInputStream(rings.in());
        out = new TimedOutput(rings.out());
        if (socket.isClosed()) {
            throw new IOException("the connection is closed");
        }
    }

    /** Whether frames go through rings. */
    boolean hasRings() {
        return rings != null;
    }

    /** Gives up everything at the end of the session. */
    void end() {
        release();
        close();
        if (lease != null) {
            lease.close();
            (rings == null ? next : rings).leave();
        }
    }

    /**
     * Reads the next request; returns false at the end of the connection.
     *
     * @throws WukongsException if the request is refused before all of it was read; then nothing
     *     more can be read
     */
    boolean readRequest() throws IOException {
        if (taking) {
            deadline = until("taking its rings", limits.helloNs());
            taking = false;
        }
        if (!awaitRequest()) {
            return false;
        }
        if (greeted) {
            deadline = until("the rest of a request", limits.frameNs(0));
        }
        boolean read = request.readFrom(in, new Intake());
        if (greeted) {
            deadline = null;
        }
        return read;
    }

    private boolean awaitRequest() throws IOException {
        if (rings != null) {
            return rings.in().awaitByte();
        }
        in.mark(1);
        if (in.read() < 0) {
            return false;
        }
        in.reset();
        return true;
    }

    private final class Intake implements WireReader.Intake {

        private int takenBytes;

        @Override
        public void begin(int length) throws IOException {
            if (!greeted && length > FrameDescriptor.LENGTH_MAX_BEFORE_HELLO) {
                throw new IOException("not a HELLO: length=" + length);
            }
            deadline = greeted ? until(deadline.what(), limits.frameNs(length)) : deadline;
        }

        @Override
        public void grow(int capacityBytes) {
            Deadline before = deadline;
            deadline = null; // The store is slow here, not the client.
            long waitedNs = memory.take(capacityBytes - takenBytes);
            takenBytes = capacityBytes;
            deadline = new Deadline(before.what(), before.ns() + waitedNs);
        }
    }

    private void growReply(int capacityBytes) {
        memory.take(capacityBytes - replyBytes);
        replyBytes = capacityBytes;
    }

    /**
     * Writes the reply and ends the exchange; sends it at the latest when no other request has
     * arrived.
     */
    void writeReply() throws IOException {
        reply.writeTo(out);
        release();
        if (next != null) {
            out.flush();
            beginRings();
        } else if (in.available() == 0) {
            out.flush();
        }
    }

    /** Writes a frame of a reply that has more frames. */
    void writePart() throws IOException {
        reply.writeTo(out);
    }

    /** Whether the client has closed the connection while its request is executed; takes 1 ms. */
    boolean clientIsGone() {
        try {
            if (in.available() > 0) {
                return false; // its next request
            }
            if (raw != null && raw.available() > 0 && !hasRecord()) {
                return false; // a record that has begun must not be read in part
            }
            int timeoutMs = socket.getSoTimeout();
            socket.setSoTimeout(PEEK_MS);
            try {
                return hasEnded();
            } catch (SocketTimeoutException e) {
                return false;
            } finally {
                socket.setSoTimeout(timeoutMs);
            }
        } catch (IOException e) {
            return true;
        }
    }

    private boolean hasEnded() throws IOException {
        if (rings != null) {
            return !rings.isConnected();
        }
        InputStream from = raw == null || hasRecord() ? in : raw;
        from.mark(1);
        boolean ended = from.read() < 0;
        from.reset();
        return ended;
    }

    /** Whether a whole record of TLS has arrived, which may say that the client has gone. */
    private boolean hasRecord() throws IOException {
        int arrived = raw.available();
        if (arrived < RECORD_HEAD_BYTES) {
            return false;
        }
        raw.mark(RECORD_HEAD_BYTES);
        byte[] head = raw.readNBytes(RECORD_HEAD_BYTES);
        raw.reset();
        int length = ((head[3] & 0xff) << 8) | (head[4] & 0xff);
        return arrived >= RECORD_HEAD_BYTES + length;
    }

    /** Sends the reply before the connection ends. */
    void writeLast() throws IOException {
        reply.writeTo(out);
        out.flush();
    }

    /** Releases the memory of the present request and reply. */
    void release() {
        request.release();
        reply.release();
        replyBytes = 0;
        memory.giveBack();
    }

    private Deadline until(String what, long ns) {
        return new Deadline(what, clock.nanoTime() + ns);
    }

    /** Ends the connection if it is late, and returns whether it did. Any thread. */
    boolean cutIfLate(long nowNs) {
        Deadline current = deadline;
        boolean late = current != null && nowNs - current.ns() > 0;
        if (late && cutAt == null) {
            cutAt = current.what();
            close();
            return true;
        }
        return false;
    }

    /** What was late when the connection was cut; null if it was not cut. */
    String cutAt() {
        return cutAt;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // The socket is unusable either way.
        }
        RingStreams used = rings;
        if (used != null) {
            used.close();
        }
    }

    @Override
    public String toString() {
        return String.valueOf(socket.getRemoteSocketAddress());
    }

    /**
     * Sets a deadline for each write, because a client that does not read would block it forever.
     */
    private final class TimedOutput extends FilterOutputStream {

        TimedOutput(OutputStream to) {
            super(to);
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            Deadline before = deadline;
            deadline = until("taking a reply", limits.frameNs(length));
            try {
                out.write(bytes, from, length);
            } finally {
                deadline = before;
            }
        }

        /** Waking a client that takes no bells may block, too. */
        @Override
        public void flush() throws IOException {
            Deadline before = deadline;
            deadline = until("taking a reply", limits.frameNs(0));
            try {
                out.flush();
            } finally {
                deadline = before;
            }
        }
    }
}
