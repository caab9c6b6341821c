package org.wukongs.tls;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * TLS over a connected socket. Both sides of these protocols are ours, so it is TLS 1.3 only, which
 * has no renegotiation. The JDK's socket holds one record each way, of 16 KiB, and handshake
 * messages of at most 32 KiB. Handshake and reads wait for the other side: they belong to the
 * thread of the connection. Close the plain socket to end it from another thread: this one's close
 * may wait.
 */
public final class TlsSocket {

    /** The first byte of each TLS connection: a record of the handshake. */
    public static final int FIRST_BYTE = 22;

    private static final String[] PROTOCOLS = {"TLSv1.3"};

    private final SSLSocket socket;

    private TlsSocket(SSLSocket socket) {
        this.socket = socket;
    }

    /**
     * Makes the handshake with a client.
     *
     * @param from the bytes of {@code plain}, which may be buffered
     * @param knowsClients whether clients must have a certificate that the context trusts
     */
    public static TlsSocket accept(
            Socket plain, InputStream from, SSLContext context, boolean knowsClients)
            throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, from, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setProtocols(PROTOCOLS);
        parameters.setNeedClientAuth(knowsClients);
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return new TlsSocket(socket);
    }

    /** Makes the handshake with a server, whose certificate must be of {@code host}. */
    public static TlsSocket connect(Socket plain, SSLContext context, String host, int port)
            throws IOException {
        SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setProtocols(PROTOCOLS);
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return new TlsSocket(socket);
    }

    public InputStream in() throws IOException {
        return socket.getInputStream();
    }

    public OutputStream out() throws IOException {
        return socket.getOutputStream();
    }

    /** Says that nothing more comes, and closes both sockets. Waits until that was sent. */
    public void end() {
        try {
            socket.close();
        } catch (IOException e) {
            // The socket is unusable either way.
        }
    }
}
