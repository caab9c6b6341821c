package org.wukongs.store.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.naive.Failures.assertFails;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.wukongs.client.StoreAddress;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.naive.Waits;
import org.wukongs.store.cluster.Answering;
import org.wukongs.store.cluster.Peer;
import org.wukongs.store.view.RequestCosts;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** The contract of a way to another node over TCP, and what happens when the node is lost. */
class TcpPeerTest extends PeerContract {

    private final PeerNodes nodes = new PeerNodes();
    private final PeerListener listener = nodes.listen(10, ANSWERING);
    private final Peer peer = nodes.connect(12, 10, listener.address());

    @Override
    Peer peer() {
        return peer;
    }

    @AfterEach
    void close() {
        nodes.close();
    }

    private void assertRefused(TcpPeer refused, String reason) {
        Waits.await(() -> refused.failure() != null && refused.failure().contains(reason));
        assertFails(Category.RETRIABLE, reason, () -> refused.send(echo(1)));
        assertThat(echoed(peer.send(echo(1)))).containsExactly(1);
    }

    @Test
    void strangersAreRefused() {
        StoreAddress address = listener.address();
        ClusterToken other = ClusterToken.of("another token of more than sixteen bytes");
        PeerIdentity self = PeerNodes.node(11);
        assertRefused(
                nodes.peer(self, other, 10, address), "the token is not that of this cluster");
        assertRefused(
                nodes.peer(new PeerIdentity("c2", 1, 11), PeerNodes.TOKEN, 10, address),
                "the node is in another cluster: cluster=c1 asked=c2");
        assertRefused(
                nodes.peer(new PeerIdentity("c1", 2, 11), PeerNodes.TOKEN, 10, address),
                "the node has another version of the store: format=1 asked=2");
        assertRefused(
                nodes.peer(self, PeerNodes.TOKEN, 12, address),
                "another node is at this address: node=10 asked=12");
        assertRefused(
                nodes.peer(PeerNodes.node(13), PeerNodes.TOKEN, 10, address),
                "the node is not one of this cluster: node=13");
        assertRefused(
                nodes.peer(PeerNodes.node(10), PeerNodes.TOKEN, 10, address),
                "the node is not one of this cluster: node=10");
    }

    /** What requests cost is measured while they are asked, and is not counted among them. */
    @Test
    void costsAreMeasured() {
        TcpPeer measuring = nodes.connect(11, 10, listener.address());
        assertThat(measuring.costs()).isEqualTo(RequestCosts.UNMEASURED);
        measuring.measureCosts();
        long[] asked = {0};
        Waits.await(
                () -> {
                    measuring.send(echo(1)).await();
                    asked[0]++;
                    return !measuring.costs().equals(RequestCosts.UNMEASURED);
                });
        assertThat(measuring.costs().waitNs()).isPositive();
        assertThat(measuring.statistics().costs()).isEqualTo(measuring.costs());
        assertThat(measuring.statistics().requestCount()).isEqualTo(asked[0]);
        assertThat(measuring.statistics().answerCount()).isEqualTo(asked[0]);
    }

    @Test
    void anEchoIsBounded() {
        WireWriter echo = new WireWriter().begin(PeerFrameDescriptor.ECHO);
        WireReader good = peer.send(echo.putLongs(new long[CostProbe.LONG_IDS])).await();
        assertThat(good.getLongs()).hasSize(CostProbe.LONG_IDS);
        echo.begin(PeerFrameDescriptor.ECHO).putLongs(new long[CostProbe.LONG_IDS + 1]);
        assertFails(Category.USER, "ids of an echo", () -> peer.send(echo).await());
        echo.begin(PeerFrameDescriptor.ECHO).putInt(7);
        assertFails(Category.USER, "not an echo", () -> peer.send(echo).await());
        assertThat(echoed(peer.send(echo(1)))).containsExactly(1);
    }

    @Test
    void aTokenIsNotShown() {
        assertThat(PeerNodes.TOKEN.toString()).doesNotContain("sixteen");
        assertFails(Category.USER, "bytes=5 bytesMin=16", () -> ClusterToken.of(" short\n"));
    }

    /** A node that ends fails what is under way at once; when it is back, requests go on. */
    @Test
    void aLostNodeFailsAllAndComesBack() throws Exception {
        CountDownLatch arrived = new CountDownLatch(2);
        CountDownLatch never = new CountDownLatch(1);
        Answering stuck =
                (node, request, answer) -> {
                    arrived.countDown();
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    answer.begin(FrameDescriptor.REPLY_OK);
                };
        PeerListener first = nodes.listen(11, stuck);
        StoreAddress address = first.address();
        TcpPeer lost = nodes.connect(12, 11, address);
        List<Peer.PendingAnswer> pending = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            pending.add(lost.send(echo(i)));
        }
        arrived.await();
        first.close();
        for (Peer.PendingAnswer answer : pending) {
            assertFails(
                    Category.RETRIABLE,
                    "a node of the cluster cannot be reached: node=11 address=" + address,
                    answer::await);
        }
        Waits.await(() -> lost.failure() != null);
        assertFails(Category.RETRIABLE, "node=11", () -> lost.send(echo(1)));
        never.countDown();
        Waits.await(() -> listensAgain(address.port()));
        Waits.await(() -> lost.failure() == null);
        assertThat(echoed(lost.send(echo(4)))).containsExactly(4);
    }

    /** By a clock that stands still no pause between two attempts ends by itself. */
    @Test
    void newsOfANodeEndsThePause() {
        TcpPeer.Environment still =
                new TcpPeer.Environment(
                        PeerNodes.node(12),
                        PeerNodes.TOKEN,
                        nodes.limits(),
                        new PeerWatch(() -> 0),
                        PeerNodes::start,
                        () -> 0,
                        null);
        StoreAddress[] address = {new StoreAddress("127.0.0.1", 1)};
        TcpPeer way = new TcpPeer(still, 11, () -> address[0]);
        try {
            Waits.await(() -> "Connection refused".equals(way.failure()));
            address[0] = nodes.listen(11, ANSWERING).address();
            way.connectSoon();
            Waits.await(() -> way.failure() == null);
            assertThat(echoed(way.send(echo(5)))).containsExactly(5);
        } finally {
            way.close();
        }
    }

    /** The former listener may need a moment to end. */
    private boolean listensAgain(int port) {
        try {
            nodes.listen(11, port, ANSWERING);
            return true;
        } catch (WukongsException e) {
            return false;
        }
    }

    /** A node that is paused gives no answer: all that is under way fails at the first deadline. */
    @Test
    void aSilentNodeFailsAllAtTheDeadline() {
        CountDownLatch never = new CountDownLatch(1);
        Answering silent =
                (node, request, answer) -> {
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                };
        try (PeerNodes impatient = new PeerNodes(PeerNodes.withAnswerMs(200))) {
            PeerListener paused = impatient.listen(11, silent);
            TcpPeer way = impatient.connect(12, 11, paused.address());
            Peer.PendingAnswer lasting = way.sendLong(echo(1)); // would wait for a minute
            Peer.PendingAnswer answer = way.send(echo(2));
            assertFails(Category.RETRIABLE, "reason=no answer in time", answer::await);
            assertFails(Category.RETRIABLE, "reason=no answer in time", lasting::await);
        } finally {
            never.countDown();
        }
    }

    /** The number of requests under way is bounded: another one waits, and fails in time. */
    @Test
    void requestsUnderWayAreBounded() {
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger inHand = new AtomicInteger();
        Answering slow =
                (node, request, answer) -> {
                    inHand.incrementAndGet();
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    answer.begin(FrameDescriptor.REPLY_OK).putInt(node).putLongs(new long[0]);
                };
        try (PeerNodes impatient = new PeerNodes(PeerNodes.withAnswerMs(300))) {
            TcpPeer way = impatient.connect(12, 11, impatient.listen(11, slow).address());
            List<Peer.PendingAnswer> answers = new ArrayList<>();
            for (int i = 0; i < impatient.limits().inFlightMax(); i++) {
                answers.add(way.sendLong(echo()));
            }
            Waits.await(() -> inHand.get() == impatient.limits().answeringThreads());
            assertFails(
                    Category.RETRIABLE,
                    "too many requests to a node are under way: node=11",
                    () -> way.send(echo()));
            assertThat(inHand.get()).isEqualTo(impatient.limits().answeringThreads());
            never.countDown();
            for (Peer.PendingAnswer answer : answers) {
                assertThat(echoed(answer)).isEmpty();
            }
        } finally {
            never.countDown();
        }
    }

    /** A node that is started again takes the place of its former connection. */
    @Test
    void aNodeHasOneConnection() {
        TcpPeer before = nodes.connect(11, 10, listener.address());
        before.send(new WireWriter().begin(ECHO).putLongs(new long[0])).await();
        AtomicInteger place = new AtomicInteger(-1);
        TcpPeer again = nodes.peer(PeerNodes.node(11), PeerNodes.TOKEN, 10, listener.address());
        // Both want the connection and take it from each other, as often as they pause.
        Waits.await(
                () -> {
                    try {
                        place.set(again.send(echo(5)).await().getInt());
                        return true;
                    } catch (WukongsException e) {
                        return false;
                    }
                });
        assertThat(place.get()).isEqualTo(1);
    }
}
