package org.wukongs.store.peer;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.store.cluster.Answering;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * The connection of another node, which asks. Some threads take turns in reading a request; the one
 * that has read it answers it, while the next one reads (leader and followers). So an answer goes
 * through no queue, as many requests are in hand as there are threads, and a node that does not
 * take its answers holds up its own requests only.
 */
final class ServedConnection {

    private static final Logger LOG = LoggerFactory.getLogger(ServedConnection.class);

    /** A request of some thousand rows, which takes less than 100 µs as a rule. */
    private static final int SHORT_BYTES_MAX = 1 << 15;

    private final PeerSocket socket;
    private final IntSupplier place;
    private final Answering answering;
    private final ReentrantLock reading = new ReentrantLock();
    private boolean ended; // guarded by reading

    /**
     * @param place of the other node among those that take part in the cluster, negative as long as
     *     it does not
     */
    ServedConnection(PeerSocket socket, IntSupplier place, Answering answering) {
        this.socket = socket;
        this.place = place;
        this.answering = answering;
    }

    /** Answers requests until the connection ends. Called by each of its threads. */
    void answerAll() {
        WireReader request = new WireReader();
        WireWriter answer = new WireWriter();
        try {
            for (long number = lead(request, answer); number >= 0; number = lead(request, answer)) {
                answer(number, request, answer);
            }
        } catch (IOException e) {
            LOG.debug("a connection of a node ended: remote={}", socket, e);
        } finally {
            socket.close();
        }
    }

    /**
     * Reads requests, and answers short ones at once, until there is one that another thread had
     * better not wait for. Returns its number; negative at the end of the connection.
     */
    private long lead(WireReader request, WireWriter answer) throws IOException {
        reading.lock();
        try {
            long number = read(request);
            while (number >= 0 && isShort(request)) {
                answer(number, request, answer);
                number = read(request);
            }
            return number;
        } finally {
            reading.unlock();
        }
    }

    private long read(WireReader request) throws IOException {
        long number = ended ? -1 : socket.read(request);
        if (number == PeerFrameDescriptor.GREETING) {
            throw new IOException("a greeting is over");
        }
        ended = number < 0;
        return number;
    }

    /** Waking another thread costs more than a short answer, if no other request waits. */
    private boolean isShort(WireReader request) throws IOException {
        return socket.frameBytes() <= SHORT_BYTES_MAX
                && (isEcho(request) || answering.isShort(request))
                && !socket.hasArrived();
    }

    private static void echo(WireReader request, WireWriter answer) {
        try {
            long[] ids = request.getLongs();
            InputLimits.checkRange("ids of an echo", ids.length, 0, CostProbe.LONG_IDS);
            answer.begin(FrameDescriptor.REPLY_OK).putLongs(ids);
        } catch (WukongsException | BufferUnderflowException e) {
            answer.begin(FrameDescriptor.REPLY_ERROR);
            Codecs.put(Category.USER, Reason.OTHER, "not an echo: " + e.getMessage(), answer);
        }
    }

    private void answer(long number, WireReader request, WireWriter answer) throws IOException {
        answer(request, answer);
        socket.write(number, answer);
        request.release();
        answer.release();
    }

    private static boolean isEcho(WireReader request) {
        return request.type() == PeerFrameDescriptor.ECHO;
    }

    private void answer(WireReader request, WireWriter answer) {
        try {
            int from = place.getAsInt();
            if (isEcho(request)) {
                echo(request, answer);
            } else if (from < 0) {
                answer.begin(FrameDescriptor.REPLY_ERROR);
                Codecs.put(
                        Category.RETRIABLE,
                        Reason.OTHER,
                        "the node takes no part in changes yet",
                        answer);
            } else {
                answering.answer(from, request, answer);
            }
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
            answer.release();
            LOG.error("a request of a node failed: remote={}", socket, e);
            answer.begin(FrameDescriptor.REPLY_ERROR);
            Codecs.put(Category.FATAL, Reason.OTHER, "a node failed: " + e, answer);
        }
    }
}
