package org.wukongs.benchmarks.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.wukongs.error.WukongsException;

/**
 * One connection to a SPARQL endpoint, over which a thread sends requests one after the other. A
 * client that costs so little that what is measured is the server.
 */
final class KeptConnection implements AutoCloseable {

    private static final int BUFFER_BYTES = 1 << 16;
    private static final int TIMEOUT_MS = 120_000;
    private static final int RADIX = 16;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER_BYTES];

    KeptConnection(URI endpoint) throws IOException {
        socket = new Socket(endpoint.getHost(), endpoint.getPort());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MS);
        in = new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES);
        out = socket.getOutputStream();
    }

    /** Returns the request of a query, which can be sent again and again. */
    static byte[] request(URI endpoint, String query, String accept) {
        String head =
                "GET "
                        + endpoint.getPath()
                        + "?query="
                        + URLEncoder.encode(query, StandardCharsets.UTF_8)
                        + " HTTP/1.1\r\nHost: "
                        + endpoint.getHost()
                        + ":"
                        + endpoint.getPort()
                        + "\r\nAccept: "
                        + accept
                        + "\r\n\r\n";
        return head.getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns a request without a body. */
    static byte[] get(URI endpoint, String path) {
        return "GET %s HTTP/1.1\r\nHost: %s:%d\r\n\r\n"
                .formatted(path, endpoint.getHost(), endpoint.getPort())
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns a request with a body. */
    static byte[] post(URI endpoint, String path, String body) {
        byte[] utf8 = body.getBytes(StandardCharsets.UTF_8);
        String head =
                "POST %s HTTP/1.1\r\nHost: %s:%d\r\nContent-Length: %d\r\n\r\n"
                        .formatted(path, endpoint.getHost(), endpoint.getPort(), utf8.length);
        return (head + body).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the number of bytes of the answer's body. */
    long ask(byte[] request) throws IOException {
        return ask(request, null);
    }

    /** As above; the body goes to {@code into} unless that is null. */
    long ask(byte[] request, ByteArrayOutputStream into) throws IOException {
        out.write(request);
        String status = line();
        long length = -1;
        boolean chunked = false;
        for (String field = line(); !field.isEmpty(); field = line()) {
            String lower = field.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Long.parseLong(lower.substring(lower.indexOf(':') + 1).strip());
            } else if (lower.startsWith("transfer-encoding:")) {
                chunked = lower.contains("chunked");
            }
        }
        long bytes = chunked ? chunks(into) : body(Math.max(0, length), into);
        if (!status.contains(" 20")) {
            throw WukongsException.fatal("a request failed: status=" + status);
        }
        return bytes;
    }

    private long chunks(ByteArrayOutputStream into) throws IOException {
        long bytes = 0;
        while (true) {
            String size = line();
            int end = size.indexOf(';');
            long chunk = Long.parseLong(end < 0 ? size : size.substring(0, end), RADIX);
            body(chunk, into);
            line();
            if (chunk == 0) {
                return bytes;
            }
            bytes += chunk;
        }
    }

    private long body(long length, ByteArrayOutputStream into) throws IOException {
        long left = length;
        while (left > 0) {
            int count = in.read(buffer, 0, (int) Math.min(left, buffer.length));
            if (count < 0) {
                throw new EOFException("the answer broke off");
            }
            if (into != null) {
                into.write(buffer, 0, count);
            }
            left -= count;
        }
        return length;
    }

    /** The next line in ASCII, without its end. */
    private String line() throws IOException {
        int length = 0;
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the answer broke off");
            }
            buffer[length++] = (byte) next;
        }
        int end = length > 0 && buffer[length - 1] == '\r' ? length - 1 : length;
        return new String(buffer, 0, end, StandardCharsets.US_ASCII);
    }

    /** Sends a request whose answer does not end; returns what it is read from. */
    InputStream open(byte[] request) throws IOException {
        out.write(request);
        socket.setSoTimeout(0);
        return socket.getInputStream();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
