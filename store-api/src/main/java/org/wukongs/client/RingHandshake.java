package org.wukongs.client;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.ring.RingFile;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.MessageType;

/**
 * How a connection gets rings: the client asks for them, the store makes a file and says where it
 * is, and the client shows by what stands in it that it sees that file.
 */
final class RingHandshake {

    private static final Logger LOG = LoggerFactory.getLogger(RingHandshake.class);

    /** What was said already: a process with many connections says it once. */
    private static final Set<String> SAID = ConcurrentHashMap.newKeySet();

    private static final int SAID_MAX = 256;

    private RingHandshake() {}

    /**
     * Returns the file that both sides have mapped; null if the socket carries frames.
     *
     * @param onOneHost whether the store seems to be on this host
     * @throws WukongsException RETRIABLE if there is none and {@link Transport#SHM} wants one; with
     *     it, USER if the store asks for a token
     */
    static RingFile file(StoreConnection to, Transport transport, boolean onOneHost) {
        if (transport == Transport.TCP || (transport == Transport.AUTO && !onOneHost)) {
            return null;
        }
        String refusal;
        try {
            to.begin(MessageType.OFFER_RING);
            RingOffer offer = Codecs.ringOffer(to.call());
            if (offer.refusal() == null) {
                return taken(to, offer);
            }
            refusal = offer.refusal();
        } catch (IOException e) {
            refusal = "the client cannot open it: " + IoReason.of(e);
            answer(to, RingAnswer.refused(refusal));
        } catch (WukongsException e) {
            // Without a token that the store asks for, a client may connect, and so by TCP.
            boolean wantsToken = e.reason() == Reason.NOT_AUTHENTICATED;
            if (!to.isAnswered(e) || (wantsToken && transport == Transport.SHM)) {
                throw e;
            }
            refusal = e.getMessage();
        }
        if (transport == Transport.SHM) {
            throw WukongsException.retriable(
                    "the store cannot be reached through shared memory: address="
                            + to.address()
                            + " reason="
                            + refusal);
        }
        say(to.address(), refusal);
        return null;
    }

    private static RingFile taken(StoreConnection to, RingOffer offer) throws IOException {
        RingFile file = RingFile.open(offer.path(), offer.capacityBytes());
        boolean taken = false;
        try {
            answer(to, new RingAnswer(file.nonceHigh(), file.nonceLow(), null));
            taken = true;
            return file;
        } finally {
            if (!taken) {
                file.close();
            }
        }
    }

    private static void answer(StoreConnection to, RingAnswer answer) {
        Codecs.put(answer, to.begin(MessageType.TAKE_RING));
        to.call();
    }

    private static void say(StoreAddress address, String refusal) {
        if (SAID.size() < SAID_MAX && SAID.add(address + " " + refusal)) {
            LOG.info(
                    "a store on this host is reached by TCP, not through shared memory: address={}"
                            + " reason={}",
                    address,
                    refusal);
        }
    }
}
