package org.wukongs.store.http;

import java.io.IOException;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Connection;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.QuietException;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;

/** What a client sends requests over: a connection, or one stream of HTTP/2. Any thread. */
interface ClientChannel {

    /** How many bytes of requests have come, if a next request shows itself by them. */
    long bytesIn();

    /** Takes it away from the client, which learns the reason at most. */
    void cutOff(String reason);

    /** Whether the client has gone away; called by the thread that answers, before its reply. */
    boolean isClosedByClient();

    /** Returns that of a request. */
    static ClientChannel of(Request request) {
        Connection connection = request.getConnectionMetaData().getConnection();
        return connection instanceof HTTP2Connection http2
                ? new Stream(http2, Integer.parseInt(request.getId()))
                : new Whole(connection);
    }

    /** A connection, of HTTP/1.1 or with the streams of HTTP/2. */
    record Whole(Connection connection) implements ClientChannel {

        /** Frames between the requests of HTTP/2 do not mean that a request begins. */
        @Override
        public long bytesIn() {
            return connection instanceof HTTP2Connection ? 0 : connection.getBytesIn();
        }

        @Override
        public void cutOff(String reason) {
            EndPoint end = connection.getEndPoint();
            if (end instanceof SslConnection.SslEndPoint secured) {
                end = secured.getSslConnection().getEndPoint(); // without a farewell
            }
            end.close(new SlowClientException(reason));
        }

        @Override
        public boolean isClosedByClient() {
            return SerialConnections.isClosedByClient(connection);
        }
    }

    /**
     * One stream of HTTP/2. To cut it off leaves the others of its connection, unless it has to be
     * cut off again: then not even the reset gets through to the client.
     */
    final class Stream implements ClientChannel {

        private final HTTP2Connection connection;
        private final int id;
        private boolean isReset;

        private Stream(HTTP2Connection connection, int id) {
            this.connection = connection;
            this.id = id;
        }

        @Override
        public long bytesIn() {
            return 0;
        }

        @Override
        public synchronized void cutOff(String reason) {
            HTTP2Stream stream = connection.getSession().getStream(id);
            if (isReset || stream == null) {
                new Whole(connection).cutOff(reason);
                return;
            }
            isReset = true;
            stream.reset(new ResetFrame(id, ErrorCode.ENHANCE_YOUR_CALM_ERROR.code), Callback.NOOP);
        }

        @Override
        public boolean isClosedByClient() {
            HTTP2Stream stream = connection.getSession().getStream(id);
            return stream == null || stream.isResetOrFailed();
        }
    }

    /** The reason for which the store closed a client's connection; Jetty does not log it. */
    final class SlowClientException extends IOException implements QuietException {

        private static final long serialVersionUID = 1L;

        private SlowClientException(String message) {
            super(message);
        }
    }
}
