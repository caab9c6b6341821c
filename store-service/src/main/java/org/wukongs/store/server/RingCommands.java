package org.wukongs.store.server;

import org.wukongs.client.RingAnswer;
import org.wukongs.client.RingOffer;
import org.wukongs.error.WukongsException;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.Codecs;

/** Gives a connection rings in place of its socket, once. The session's thread. */
final class RingCommands {

    /** Of a client's reason: a line. */
    private static final int REFUSAL_CHARS_MAX = 1_000;

    private final Exchange exchange;
    private final Connection connection;
    private final LocalRings rings;
    private LocalRings.Lease offered; // null for none
    private boolean asked;

    RingCommands(Exchange exchange, Connection connection, LocalRings rings) {
        this.exchange = exchange;
        this.connection = connection;
        this.rings = rings;
    }

    void offer() {
        if (asked) {
            throw WukongsException.user("a connection asks for rings once");
        }
        asked = true;
        RingOffer offer = newOffer();
        if (offered != null) {
            connection.awaitsTaking();
        }
        Codecs.put(offer, exchange.ok());
    }

    private RingOffer newOffer() {
        if (connection.isEncrypted()) {
            return RingOffer.refused("the store speaks TLS, and rings are not encrypted");
        }
        try {
            offered = rings.newLease();
            return new RingOffer(offered.file().path().toString(), offered.capacityBytes(), null);
        } catch (WukongsException e) {
            return RingOffer.refused(e.getMessage());
        }
    }

    void take() {
        RingAnswer answer = exchange.decoded(Codecs::ringAnswer);
        LocalRings.Lease lease = offered;
        offered = null;
        if (lease == null) {
            throw WukongsException.user("no rings were offered on this connection");
        }
        boolean used = false;
        try {
            if (answer.refusal() != null) {
                lease.refuse(
                        InputLimits.checkLength("reason", answer.refusal(), REFUSAL_CHARS_MAX));
            } else if (!lease.isSeen(answer.nonceHigh(), answer.nonceLow())) {
                lease.refuse("it does not see the file that was made for it");
                throw WukongsException.user("that does not stand in the file of the rings");
            } else {
                lease.take();
                connection.useRings(lease, rings.bellCount());
                used = true;
            }
        } finally {
            if (!used) {
                lease.close();
            }
        }
        exchange.ok();
    }

    /** Gives up rings that were not taken. */
    void leave() {
        if (offered != null) {
            offered.close();
            offered = null;
        }
    }
}
