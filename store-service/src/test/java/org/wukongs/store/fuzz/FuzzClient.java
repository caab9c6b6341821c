package org.wukongs.store.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteOrder;
import java.util.Random;
import org.wukongs.client.StoreAddress;
import org.wukongs.error.WukongsException;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** A socket to a store for whatever bytes; frames are read back as they come. */
final class FuzzClient implements AutoCloseable {

    private static final int CONNECT_MS = 10_000;

    /** Longer than an answer takes; not as long as what mutations may make it wait for. */
    private static final int REPLY_MS = 100;

    /** Where the words of rings are. */
    private static final int WORDS_BYTES = 896;

    private final Socket socket = new Socket();
    private DataInputStream in;
    private OutputStream out;
    private RawRings rings; // null over TCP

    FuzzClient(StoreAddress address) throws IOException {
        socket.connect(new InetSocketAddress(address.host(), address.port()), CONNECT_MS);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(REPLY_MS);
        in = new DataInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    /** Goes on through rings, if it has said HELLO and there are any. */
    void takeRings() throws IOException {
        try {
            rings = RawRings.take(in, out);
            in = rings.in();
            out = rings.out();
        } catch (WukongsException e) {
            // It goes on over the socket, or has not said HELLO.
        }
    }

    /** Writes something into a word or the bytes that are shared; false over TCP: there is none. */
    boolean scribble(Random random) {
        if (rings == null) {
            return false;
        }
        int words = WORDS_BYTES / Long.BYTES;
        long value =
                switch (random.nextInt(4)) {
                    case 0 -> random.nextLong();
                    case 1 -> random.nextInt(3);
                    case 2 -> Long.MIN_VALUE >>> random.nextInt(Long.SIZE);
                    default -> random.nextInt(1 << 20);
                };
        int at =
                random.nextBoolean()
                        ? random.nextInt(words) * Long.BYTES
                        : random.nextInt(rings.memory().capacity() / Long.BYTES) * Long.BYTES;
        rings.memory().order(ByteOrder.LITTLE_ENDIAN).putLong(at, value);
        return true;
    }

    static byte[] bytes(WireWriter frame) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            frame.writeTo(bytes);
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    void send(byte[] bytes, int from, int to) throws IOException {
        out.write(bytes, from, to - from);
        out.flush();
    }

    /** The next reply, of a result its end; an exception where there is none, in time or at all. */
    WireReader reply() throws IOException {
        WireReader reply = frame();
        while (reply.type() == FrameDescriptor.REPLY_PART) {
            reply = frame();
        }
        return reply;
    }

    private WireReader frame() throws IOException {
        WireReader reader = new WireReader();
        if (!reader.readFrom(in)) {
            throw new EOFException("the store closed the connection");
        }
        return reader;
    }

    @Override
    public void close() throws IOException {
        socket.close();
        if (rings != null) {
            rings.close();
        }
    }
}
