package org.wukongs.store.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A connection on which a test says byte by byte what it sends. */
final class RawHttp implements AutoCloseable {

    private static final int TIMEOUT_MS = 30_000;

    private final Socket socket;

    RawHttp(HttpTestStore store) {
        this(store.http.port());
    }

    RawHttp(int port) {
        try {
            socket = new Socket();
            socket.setSoTimeout(TIMEOUT_MS);
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Socket socket() {
        return socket;
    }

    /** One character a byte. */
    RawHttp send(String latin1) {
        return send(latin1.getBytes(StandardCharsets.ISO_8859_1));
    }

    RawHttp send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All up to the end of the connection, which may be a reset. */
    String readAll() {
        return read(Integer.MAX_VALUE);
    }

    /** As above, or somewhat more than {@code charsMax} of it: live results may have no end. */
    String read(int charsMax) {
        StringBuilder all = new StringBuilder();
        byte[] buffer = new byte[1 << 14];
        try {
            InputStream in = socket.getInputStream();
            for (int count = 0; count >= 0 && all.length() <= charsMax; count = in.read(buffer)) {
                all.append(new String(buffer, 0, count, StandardCharsets.ISO_8859_1));
            }
        } catch (IOException e) {
            return all.toString();
        }
        return all.toString();
    }

    /** The next reply's status line, without its end. */
    String readStatusLine() {
        StringBuilder line = new StringBuilder();
        try {
            InputStream in = socket.getInputStream();
            for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
                line.append((char) next);
            }
        } catch (IOException e) {
            return line.toString();
        }
        return line.toString().strip();
    }

    /** Of a request without a body. */
    static int status(HttpTestStore store, String requestLine, String... headers) {
        return statusOf(exchange(store, requestLine, headers));
    }

    /** The whole reply to a request without a body, on a connection of its own. */
    static String exchange(HttpTestStore store, String requestLine, String... headers) {
        StringBuilder request = new StringBuilder(requestLine).append("\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        try (RawHttp connection = new RawHttp(store)) {
            return connection.send(request + "Connection: close\r\n\r\n").readAll();
        }
    }

    static int statusOf(String reply) {
        return Integer.parseInt(reply.split(" ", 3)[1]);
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
