package org.wukongs.client;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.BufferUnderflowException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.ring.Doorbell;
import org.wukongs.ring.RingFile;
import org.wukongs.ring.RingStreams;
import org.wukongs.ring.SocketDoorbell;
import org.wukongs.tls.TlsSocket;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.MessageType;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * A connection to a store node: requests out, replies in, in order. It begins as a socket; frames
 * may go through rings from the end of its constructor on ({@link RingHandshake}). Not thread-safe,
 * except {@link #close}.
 */
final class StoreConnection implements AutoCloseable {

    private static final int BUFFER_BYTES = 1 << 16;

    private final StoreAddress address;
    private final Socket socket = new Socket();
    private OutputStream out;
    private DataInputStream in;
    private TlsSocket tls; // null for none, or before its handshake
    private volatile RingStreams rings; // null if frames go through the socket
    private final WireWriter writer = new WireWriter();
    private final WireReader reader = new WireReader();
    private final long process;
    private final long dictionary;
    private int pendingCount; // requests without an answer
    private boolean broken;
    private WukongsException answeredError; // the last one, null before the first

    StoreConnection(StoreAddress address, Duration deadline, ClientOptions options) {
        this.address = address;
        ClientSecurity security = options.security();
        String token = security.token();
        SSLContext context = security.isTls() ? security.tlsContext() : null;
        try {
            socket.connect(new InetSocketAddress(address.host(), address.port()), millis(deadline));
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(millis(deadline));
            if (context != null) {
                tls = TlsSocket.connect(socket, context, address.host(), address.port());
            }
            OutputStream to = tls == null ? socket.getOutputStream() : tls.out();
            InputStream from = tls == null ? socket.getInputStream() : tls.in();
            out = new BufferedOutputStream(to, BUFFER_BYTES);
            in = new DataInputStream(new BufferedInputStream(from, BUFFER_BYTES));
        } catch (SSLException e) {
            close();
            throw notSecured(e);
        } catch (IOException e) {
            close();
            throw unreachable("no store answers", e);
        }
        try {
            begin(MessageType.HELLO).putInt(FrameDescriptor.MAGIC).putInt(FrameDescriptor.VERSION);
            if (token != null) {
                writer.putString(token);
            }
            WireReader greeting = call();
            process = greeting.getLong();
            dictionary = greeting.getLong();
            if (tls == null) { // what goes through rings is not encrypted
                useRings(options.transport());
            }
            socket.setSoTimeout(0);
        } catch (IOException e) {
            close();
            throw unreachable("no store answers", e);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private void useRings(Transport transport) throws IOException {
        RingFile file = RingHandshake.file(this, transport, isOnOneHost());
        if (file != null) {
            Doorbell bell = new SocketDoorbell(in, socket.getOutputStream(), new LongAdder());
            rings = RingStreams.ofClient(file, bell);
            in = new DataInputStream(rings.in());
            out = rings.out();
        }
    }

    /** Whether both ends of the socket have one address; a proxy may stand between them. */
    private boolean isOnOneHost() {
        return socket.getInetAddress().isLoopbackAddress()
                || socket.getInetAddress().equals(socket.getLocalAddress());
    }

    /** A certificate that is not trusted stays so; anything else may pass. */
    private WukongsException notSecured(SSLException failure) {
        broken = true;
        Throwable cause = failure;
        while (cause != null && !(cause instanceof CertificateException)) {
            cause = cause.getCause();
        }
        if (cause != null) {
            return new WukongsException(
                    Category.USER,
                    "the store's certificate is not trusted here: address="
                            + address
                            + " reason="
                            + cause.getMessage(),
                    failure);
        }
        return new WukongsException(
                Category.RETRIABLE,
                "no encrypted connection to the store, it may have no TLS, or ask for another"
                        + " certificate: address="
                        + address
                        + " reason="
                        + failure.getMessage(),
                failure);
    }

    /** At least 1: 0 would be for ever. */
    private static int millis(Duration deadline) {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, deadline.toMillis()));
    }

    StoreAddress address() {
        return address;
    }

    /**
     * Identifies the dictionary that gives ids: those of one are valid at all nodes with the same.
     */
    long dictionary() {
        return dictionary;
    }

    /**
     * Identifies the process that answers; another process does not know what this one was told.
     */
    long process() {
        return process;
    }

    /** Begins a request; fill the writer, then {@link #call} or {@link #send}. */
    WireWriter begin(MessageType type) {
        return writer.begin(type);
    }

    /** Sends the request and reads its reply. */
    WireReader call() {
        send();
        return receive();
    }

    /** Sends the request; its reply is still to be {@link #receive received}. */
    void send() {
        try {
            pendingCount++;
            enter();
            try {
                writer.writeTo(out);
                out.flush();
            } finally {
                leave();
            }
        } catch (IOException | InternalError e) {
            throw unreachable("the connection to the store broke", e);
        }
    }

    /** Reads the next reply; throws the error if it carries one. */
    WireReader receive() {
        try {
            if (!read()) {
                throw unreachable("the store closed the connection", null);
            }
            pendingCount -= hasMore() ? 0 : 1;
            if (reader.type() == FrameDescriptor.REPLY_ELSEWHERE) {
                answeredError = Codecs.elsewhere(reader);
                throw answeredError;
            }
            if (reader.type() == FrameDescriptor.REPLY_ERROR) {
                answeredError = Codecs.error(reader);
                throw answeredError;
            }
            return reader;
        } catch (IOException | BufferUnderflowException | InternalError e) {
            throw unreachable("the connection to the store broke", e);
        }
    }

    private boolean read() throws IOException {
        enter();
        try {
            return reader.readFrom(in);
        } finally {
            leave();
        }
    }

    private void enter() throws IOException {
        if (rings != null) {
            rings.enter();
        }
    }

    private void leave() {
        if (rings != null) {
            rings.leave();
        }
    }

    /** True if more of this reply follows the frame that was {@link #receive received}. */
    boolean hasMore() {
        return reader.type() == FrameDescriptor.REPLY_PART;
    }

    /** Whether an error is the store's last answer, so that nothing of a reply is left to read. */
    boolean isAnswered(WukongsException error) {
        return error == answeredError;
    }

    /** Closes the connection in the middle of a reply that is not read to its end. */
    void abandon() {
        broken = true;
        close();
    }

    /** True after an error that was not an answer of the store: the connection is unusable. */
    boolean isBroken() {
        return broken;
    }

    private WukongsException unreachable(String what, Throwable cause) {
        broken = true;
        String why =
                cause == null || cause.getMessage() == null
                        ? ""
                        : " reason=" + cause.getMessage().toLowerCase(Locale.ROOT);
        return new WukongsException(Category.RETRIABLE, what + ": address=" + address + why, cause);
    }

    @Override
    public void close() {
        try {
            // With an answer to each request, the store has read all of them and takes one more
            // record at once.
            if (tls != null && !broken && pendingCount == 0) {
                tls.end();
            }
            socket.close();
        } catch (IOException e) {
            // The socket is unusable either way.
        }
        if (rings != null) {
            rings.close();
        }
    }
}
