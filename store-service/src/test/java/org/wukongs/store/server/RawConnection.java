package org.wukongs.store.server;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.function.Consumer;
import org.wukongs.client.StoreAddress;
import org.wukongs.error.WukongsException;
import org.wukongs.store.fuzz.RawRings;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.MessageType;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** A connection to a store without a client that would look at what it sends. */
final class RawConnection implements AutoCloseable {

    private static final int TIMEOUT_MS = 20_000;

    private final Socket socket;
    private DataInputStream in;
    private DataOutputStream out;
    private RawRings rings; // null over TCP
    private final WireReader reader = new WireReader();

    RawConnection(StoreAddress store) throws IOException {
        socket = new Socket(store.host(), store.port());
        socket.setSoTimeout(TIMEOUT_MS);
        in = new DataInputStream(socket.getInputStream());
        out = new DataOutputStream(socket.getOutputStream());
    }

    static RawConnection greeted(StoreAddress store) throws IOException {
        RawConnection connection = new RawConnection(store);
        connection.hello();
        return connection;
    }

    /** As above, over rings. */
    static RawConnection overRings(StoreAddress store) throws IOException {
        RawConnection connection = greeted(store);
        connection.rings = RawRings.take(connection.in, connection.socket.getOutputStream());
        connection.in = connection.rings.in();
        connection.out = new DataOutputStream(connection.rings.out());
        return connection;
    }

    RawRings rings() {
        return rings;
    }

    /** The socket, also if frames go through rings. */
    OutputStream socketOut() throws IOException {
        return socket.getOutputStream();
    }

    DataInputStream in() {
        return in;
    }

    void hello() throws IOException {
        ask(
                MessageType.HELLO,
                frame -> frame.putInt(FrameDescriptor.MAGIC).putInt(FrameDescriptor.VERSION));
    }

    DataOutputStream out() {
        return out;
    }

    void send(MessageType type, Consumer<WireWriter> payload) throws IOException {
        WireWriter frame = new WireWriter().begin(type);
        payload.accept(frame);
        frame.writeTo(out);
    }

    /** The answer to a request; throws what the store has refused it with. */
    WireReader ask(MessageType type, Consumer<WireWriter> payload) throws IOException {
        send(type, payload);
        return answer();
    }

    WireReader answer() throws IOException {
        if (!reader.readFrom(in)) {
            throw new IOException("the store closed the connection");
        }
        if (reader.type() == FrameDescriptor.REPLY_ERROR) {
            throw Codecs.error(reader);
        }
        return reader;
    }

    /** What the store refuses a request with. */
    WukongsException refusal(MessageType type, Consumer<WireWriter> payload) throws IOException {
        try {
            ask(type, payload);
        } catch (WukongsException e) {
            return e;
        }
        throw new AssertionError("answered: type=" + type);
    }

    /** True where the store ends the connection; waits for it. */
    boolean isEnded() {
        try {
            return in.read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
        if (rings != null) {
            rings.close();
        }
    }
}
