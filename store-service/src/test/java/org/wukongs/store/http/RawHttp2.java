package org.wukongs.store.http;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.wukongs.store.security.TestKeys;

/** A client that writes the frames of HTTP/2 (RFC 9113) one by one, and reads them if it likes. */
final class RawHttp2 implements AutoCloseable {

    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int RST_STREAM = 3;
    static final int SETTINGS = 4;
    static final int WINDOW_UPDATE = 8;

    private static final int END_OF_STREAM = 1;
    private static final int END_OF_HEADERS = 4;
    private static final int SETTINGS_INITIAL_WINDOW_SIZE = 4;
    private static final int WINDOW_MAX = Integer.MAX_VALUE;
    private static final int WINDOW_DEFAULT = 65_535;
    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

    private static final int SOCKET_BUFFER_BYTES = 1 << 12;
    private static final int TIMEOUT_MS = 30_000;

    private final SSLSocket socket;

    RawHttp2(HttpTestStore store, TestKeys keys) throws IOException {
        socket = (SSLSocket) keys.trusting().getSocketFactory().createSocket();
        socket.setReceiveBufferSize(SOCKET_BUFFER_BYTES);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), store.http.port()));
        socket.setSoTimeout(TIMEOUT_MS);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2"});
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        write(PREFACE.getBytes(StandardCharsets.US_ASCII));
    }

    String protocol() {
        return socket.getApplicationProtocol();
    }

    void write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    void frame(int type, int flags, int stream, byte[] payload) throws IOException {
        write(framed(type, flags, stream, payload));
    }

    private static byte[] framed(int type, int flags, int stream, byte[] payload) {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(payload.length >> 16);
        frame.writeBytes(ints16(payload.length));
        frame.write(type);
        frame.write(flags);
        frame.writeBytes(ints32(stream));
        frame.writeBytes(payload);
        return frame.toByteArray();
    }

    private static byte[] ints16(int value) {
        return new byte[] {(byte) (value >> 8), (byte) value};
    }

    private static byte[] ints32(int value) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(value).array();
    }

    void settings() throws IOException {
        frame(SETTINGS, 0, 0, new byte[0]);
    }

    /** As above, and the store may send without end. */
    void openWindows() throws IOException {
        ByteArrayOutputStream settings = new ByteArrayOutputStream();
        settings.writeBytes(ints16(SETTINGS_INITIAL_WINDOW_SIZE));
        settings.writeBytes(ints32(WINDOW_MAX));
        frame(SETTINGS, 0, 0, settings.toByteArray());
        frame(WINDOW_UPDATE, 0, 0, ints32(WINDOW_MAX - WINDOW_DEFAULT));
    }

    void get(int stream, String path, String authority) throws IOException {
        write(request(stream, path, authority));
    }

    /** The frame of a request without a body, the fields of which are literals. */
    static byte[] request(int stream, String path, String authority) {
        return request("GET", END_OF_STREAM | END_OF_HEADERS, stream, path, authority);
    }

    /** The frame of a request the body of which follows. */
    static byte[] post(int stream, String path, String authority) {
        return request("POST", END_OF_HEADERS, stream, path, authority);
    }

    private static byte[] request(
            String method, int flags, int stream, String path, String authority) {
        ByteArrayOutputStream fields = new ByteArrayOutputStream();
        literal(fields, ":method", method);
        literal(fields, ":scheme", "https");
        literal(fields, ":path", path);
        literal(fields, ":authority", authority);
        return framed(HEADERS, flags, stream, fields.toByteArray());
    }

    private static void literal(ByteArrayOutputStream fields, String name, String value) {
        fields.write(0); // a literal that is not indexed, with a new name
        text(fields, name);
        text(fields, value);
    }

    private static void text(ByteArrayOutputStream fields, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        int prefixMax = 127;
        if (bytes.length < prefixMax) {
            fields.write(bytes.length);
        } else {
            fields.write(prefixMax);
            int left = bytes.length - prefixMax;
            for (; left > prefixMax; left >>= 7) {
                fields.write((left & prefixMax) | 0x80);
            }
            fields.write(left);
        }
        fields.writeBytes(bytes);
    }

    /** A reset with the code CANCEL. */
    static byte[] reset(int stream) {
        return framed(RST_STREAM, 0, stream, ints32(8));
    }

    /** A frame from the store. */
    record Frame(int type, int flags, int stream, byte[] payload) {

        boolean isEndOfStream() {
            return (type == DATA || type == HEADERS) && (flags & END_OF_STREAM) != 0;
        }

        /** The first 32 bits of the payload: the error code of a reset. */
        int code() {
            return ByteBuffer.wrap(payload).getInt();
        }
    }

    /** The next frame; an exception if there is none. */
    Frame read() throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        int length = (in.readUnsignedByte() << 16) | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        int stream = in.readInt();
        byte[] payload = new byte[length];
        in.readFully(payload);
        return new Frame(type, flags, stream, payload);
    }

    /** Reads on to the end or the reset of a stream; returns its data as text. */
    String readStream(int stream) throws IOException {
        StringBuilder data = new StringBuilder();
        while (true) {
            Frame frame = read();
            if (frame.stream() != stream) {
                continue;
            }
            if (frame.type() == DATA) {
                data.append(new String(frame.payload(), StandardCharsets.UTF_8));
            }
            if (frame.type() == RST_STREAM) {
                throw new IOException("stream was reset: code=" + frame.code());
            }
            if (frame.isEndOfStream()) {
                return data.toString();
            }
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
