package org.wukongs.store.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.wukongs.store.cluster.Answering;
import org.wukongs.store.cluster.Peer;
import org.wukongs.store.view.RequestCosts;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** The contract of a way over TCP to a node that answers short requests as it reads them. */
class ShortRequestsTest extends PeerContract {

    private static final Answering SHORT =
            new Answering() {
                @Override
                public void answer(int node, WireReader request, WireWriter answer) {
                    ANSWERING.answer(node, request, answer);
                }

                @Override
                public boolean isShort(WireReader request) {
                    return true;
                }
            };

    private final PeerNodes nodes = new PeerNodes();
    private final TcpPeer peer = nodes.connect(12, 10, nodes.listen(10, SHORT).address());

    @Override
    Peer peer() {
        return peer;
    }

    @AfterEach
    void close() {
        nodes.close();
    }

    /** More requests than may be under way, of which none is awaited before all are sent. */
    @Test
    void whatNobodyAwaitsMakesRoom() {
        int count = 10 * nodes.limits().inFlightMax();
        List<Peer.PendingAnswer> answers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            answers.add(peer.send(echo(i)));
        }
        for (int i = 0; i < count; i++) {
            assertThat(echoed(answers.get(i))).containsExactly(i);
        }
    }

    @Test
    void whatGoesOverTheWayIsCounted() {
        peer.send(echo(1, 2)).await(); // number, length, type, count, two ids; and the place
        PeerStatistics statistics = peer.statistics();
        assertThat(statistics)
                .isEqualTo(
                        new PeerStatistics(
                                10, 1, 33, 1, 37, 0, RequestCosts.UNMEASURED, 0, 0, null));
    }
}
