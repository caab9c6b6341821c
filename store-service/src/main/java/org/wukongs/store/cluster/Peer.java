package org.wukongs.store.cluster;

import java.nio.BufferUnderflowException;
import java.util.function.Function;
import org.wukongs.error.WukongsException;
import org.wukongs.store.view.RequestCosts;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * The way to another node of the cluster: sends requests, each of which has one answer. Any thread.
 * Whatever carries the frames bounds how long it waits for them.
 */
public interface Peer {

    /** Number of no connection. */
    long NOT_CONNECTED = 0;

    /**
     * Sends the frame of a request, which the caller may reuse when this returns; what the answer
     * says is learned by the returned object.
     *
     * @throws org.wukongs.error.WukongsException RETRIABLE if the node cannot be reached
     */
    PendingAnswer send(WireWriter request);

    /** As {@link #send}, for a request that may take as long as a load. */
    default PendingAnswer sendLong(WireWriter request) {
        return send(request);
    }

    /**
     * Returns the number of the connection over which requests go now, another one after each loss;
     * {@link #NOT_CONNECTED} if there is none. Between two equal numbers, the node was the same
     * process all the time.
     */
    default long connection() {
        return NOT_CONNECTED + 1;
    }

    /** Returns what requests to the node cost, as far as that is known. */
    default RequestCosts costs() {
        return RequestCosts.UNMEASURED;
    }

    /** An answer that is under way. Used by one thread. */
    interface PendingAnswer {

        /**
         * Waits for the answer and returns its frame, to be read once.
         *
         * @throws org.wukongs.error.WukongsException the error with which the node answered, or
         *     RETRIABLE if no answer comes
         */
        WireReader await();

        /**
         * As above, and reads all of the frame.
         *
         * @throws org.wukongs.error.WukongsException also USER if the frame is too short or long
         */
        default <T> T await(Function<WireReader, T> decoder) {
            WireReader in = await();
            T decoded;
            try {
                decoded = decoder.apply(in);
            } catch (BufferUnderflowException e) {
                throw new WukongsException(
                        WukongsException.Category.USER, "an answer between nodes is too short", e);
            }
            if (in.hasRemaining()) {
                throw WukongsException.user("an answer between nodes is too long");
            }
            return decoded;
        }
    }
}
