package org.wukongs.store.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.BufferUtil;

/**
 * Makes HTTP/1.1 connections that only one thread at a time reads. After a malformed head, Jetty
 * 12.1.14 lets the thread that has sent the error reply continue reading while the thread that
 * found the error still reads, and both release the request's buffer (Jetty #12939).
 */
final class SerialConnections extends HttpConnectionFactory {

    SerialConnections(HttpConfiguration config) {
        super(config);
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        HttpConnection connection = new Serial(getHttpConfiguration(), connector, endPoint);
        connection.setTransferEncodingChunkMaxLength(getTransferEncodingChunkMaxLength());
        return configure(connection, connector, endPoint);
    }

    /**
     * Returns true if the client has closed the connection, or its side of it. Called by the thread
     * that answers a request whose body was read, before its reply has ended: nobody else reads
     * then.
     */
    static boolean isClosedByClient(Connection connection) {
        return connection instanceof Serial serial && serial.isClosedByClient();
    }

    /**
     * Lets the thread that reads a connection, if it is this one, look for the next request after
     * the reply. Jetty does so only after requests with bodies, and gives a connection back to the
     * thread that selects after others.
     */
    static void readOn(Connection connection) {
        if (connection instanceof Serial serial && serial.reading.isHeldByCurrentThread()) {
            serial.onUpgradeTo(BufferUtil.EMPTY_BUFFER); // a buffer is what Jetty goes by
        }
    }

    private static final class Serial extends HttpConnection {

        private final ReentrantLock reading = new ReentrantLock();

        private Serial(HttpConfiguration config, Connector connector, EndPoint endPoint) {
            super(config, connector, endPoint);
        }

        @Override
        public void onFillable() {
            reading.lock();
            try {
                super.onFillable();
            } finally {
                reading.unlock();
            }
        }

        /** A byte of a next request goes where Jetty would have put it. */
        private boolean isClosedByClient() {
            if (!reading.tryLock()) {
                return false;
            }
            try {
                if (!isRequestBufferEmpty()) {
                    return false; // the end comes after a next request that waits
                }
                ByteBuffer probe = BufferUtil.allocate(1);
                int count = getEndPoint().fill(probe);
                if (count > 0) {
                    onUpgradeTo(probe);
                }
                return count < 0;
            } catch (IOException e) {
                return true;
            } finally {
                reading.unlock();
            }
        }
    }
}
