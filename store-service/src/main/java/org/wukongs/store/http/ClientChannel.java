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

    /** Takes it away from the client, which does not take a reply if {@code inReply}. */
    void cutOff(String reason, boolean inReply);

    /**
     * Whether the client has gone away; called by the thread that answers, before its reply or
     * between two parts of it.
     */
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
        public void cutOff(String reason, boolean inReply) {
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

    /** One stream of HTTP/2. To cut it off leaves the others of its connection, if it can. */
    record Stream(HTTP2Connection connection, int id) implements ClientChannel {

        @Override
        public long bytesIn() {
            return 0;
        }

        @Override
        public void cutOff(String reason, boolean inReply) {
            HTTP2Stream stream = connection.getSession().getStream(id);
            if (stream == null) {
                return;
            }
            if (inReply && isBlocked(stream)) {
                new Whole(connection).cutOff(reason, inReply);
                return;
            }
            int code = ErrorCode.ENHANCE_YOUR_CALM_ERROR.code;
            stream.reset(new ResetFrame(id, code), Callback.NOOP);
            // a reset by the store itself does not end what waits for the client
            stream.getListener()
                    .onFailure(
                            stream, code, reason, new SlowClientException(reason), Callback.NOOP);
        }

        /** Whether the client would let the store send more, but does not read the connection. */
        private boolean isBlocked(HTTP2Stream stream) {
            return stream.getSendWindow() > 0 && connection.getSession().getSendWindow() > 0;
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
