package org.wukongs.store.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.naive.Failures.assertFails;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.client.StoreAddress;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.naive.Seeds;
import org.wukongs.naive.Waits;
import org.wukongs.store.cluster.Peer;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** Ends of connections that are no nodes, or bad ones: they harm nothing but themselves. */
@Timeout(120)
class HostilePeersTest {

    /** What a hostile end says after a greeting, or instead of it. */
    private interface Speech {
        void say(DataOutputStream out) throws IOException;
    }

    private static byte[] frame(long number, int length, int type, int payloadBytes)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeLong(number);
        out.writeInt(length);
        out.writeByte(type);
        out.write(new byte[payloadBytes]);
        return bytes.toByteArray();
    }

    private static List<Speech> speeches(Random random) {
        List<Speech> speeches = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            byte[] bytes = new byte[1 + random.nextInt(200)];
            random.nextBytes(bytes);
            speeches.add(out -> out.write(bytes));
        }
        speeches.add(out -> {}); // ends at once
        speeches.add(out -> out.write(frame(1, 100, 0, 20))); // truncated
        speeches.add(out -> out.write(frame(1, Integer.MAX_VALUE, 0, 20)));
        speeches.add(out -> out.write(frame(1, PeerLimits.FRAME_BYTES_MAX + 1, 0, 20)));
        speeches.add(out -> out.write(frame(1, 0, 0, 20)));
        speeches.add(out -> out.write(frame(-1, 5, 0, 4)));
        speeches.add(out -> out.write(frame(0, 5, 0, 4)));
        speeches.add(out -> out.write(frame(77, 5, 0, 4))); // an answer to nothing
        speeches.add(out -> out.write(frame(1, 5, 99, 4))); // of no type
        return speeches;
    }

    private static Socket connected(StoreAddress address) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), address.port());
    }

    private static void awaitEnd(Socket socket) throws IOException {
        try {
            while (socket.getInputStream().read() >= 0) {
                // Whatever was answered.
            }
        } catch (SocketException e) {
            // Reset: it is closed with bytes that were not read.
        }
    }

    private static void assertAnswers(Peer peer) {
        assertThat(PeerContract.echoed(peer.send(PeerContract.echo(1, 2)))).containsExactly(1, 2);
    }

    @Test
    void aNodeStandsWhateverConnects() throws Exception {
        Random random = Seeds.random(HostilePeersTest.class);
        try (PeerNodes nodes = new PeerNodes()) {
            PeerListener listener = nodes.listen(10, PeerContract.ANSWERING);
            Peer good = nodes.connect(12, 10, listener.address());
            for (Speech speech : speeches(random)) {
                try (Socket socket = connected(listener.address())) {
                    speech.say(new DataOutputStream(socket.getOutputStream()));
                    socket.shutdownOutput();
                    awaitEnd(socket);
                }
                assertAnswers(good);
            }
        }
    }

    /** As above, by a node that knows the token. */
    @Test
    void aNodeStandsWhateverANodeSays() throws Exception {
        Random random = Seeds.random(HostilePeersTest.class);
        try (PeerNodes nodes = new PeerNodes()) {
            PeerListener listener = nodes.listen(10, PeerContract.ANSWERING);
            Peer good = nodes.connect(12, 10, listener.address());
            for (Speech speech : speeches(random)) {
                try (Socket socket = connected(listener.address())) {
                    PeerSocket greets = new PeerSocket(socket, nodes.limits(), System::nanoTime);
                    greeting(greets, 11).ask(10);
                    speech.say(new DataOutputStream(socket.getOutputStream()));
                    socket.shutdownOutput();
                    awaitEnd(socket);
                }
                assertAnswers(good);
            }
        }
    }

    private static Greeting greeting(PeerSocket socket, int node) {
        return new Greeting(socket, PeerNodes.node(node), PeerNodes.TOKEN, new SecureRandom());
    }

    @Test
    void anotherVersionIsToldSo() throws Exception {
        try (PeerNodes nodes = new PeerNodes();
                Socket socket = connected(nodes.listen(10, PeerContract.ANSWERING).address())) {
            PeerSocket other = new PeerSocket(socket, nodes.limits(), System::nanoTime);
            WireWriter hello = new WireWriter().begin(PeerFrameDescriptor.HELLO);
            hello.putInt(PeerFrameDescriptor.MAGIC).putInt(99).putBytes(new byte[32]);
            other.write(0, hello);
            WireReader in = new WireReader();
            other.read(in);
            assertThat(in.type()).isEqualTo(FrameDescriptor.REPLY_ERROR);
            assertThat(Codecs.error(in))
                    .hasMessage("nodes have different protocol versions: version=6 asked=99");
        }
    }

    /** A proof that was overheard is of no use, and neither is the node's own proof. */
    @Test
    void aProofProvesOnce() throws Exception {
        try (PeerNodes nodes = new PeerNodes()) {
            PeerListener listener = nodes.listen(10, PeerContract.ANSWERING);
            for (int attempt = 0; attempt < 2; attempt++) {
                try (Socket socket = connected(listener.address())) {
                    PeerSocket other = new PeerSocket(socket, nodes.limits(), System::nanoTime);
                    WireWriter out = new WireWriter();
                    other.write(
                            0,
                            out.begin(PeerFrameDescriptor.HELLO)
                                    .putInt(PeerFrameDescriptor.MAGIC)
                                    .putInt(PeerFrameDescriptor.VERSION)
                                    .putBytes(new byte[32]));
                    WireReader in = new WireReader();
                    other.read(in);
                    byte[] proof = attempt == 0 ? in.getBytes() : null; // of the same length
                    out.begin(PeerFrameDescriptor.PROOF).putString(PeerNodes.CLUSTER);
                    out.putInt(PeerNodes.FORMAT).putInt(11).putInt(10).putBytes(proof);
                    other.write(0, out);
                    other.read(in);
                    assertThat(in.type()).isEqualTo(FrameDescriptor.REPLY_ERROR);
                    assertThat(Codecs.error(in)).hasMessageContaining("token");
                }
            }
        }
    }

    /** Who connects and says nothing is closed at its deadline, or when there are too many. */
    @Test
    void nobodyKeepsNodesFromConnecting() throws Exception {
        List<Socket> idle = new ArrayList<>();
        try (PeerNodes nodes = new PeerNodes()) {
            StoreAddress address = nodes.listen(10, PeerContract.ANSWERING).address();
            for (int i = 0; i <= PeerLimits.GREETING_COUNT_MAX; i++) {
                idle.add(connected(address));
            }
            awaitEnd(idle.get(0));
            assertAnswers(nodes.connect(12, 10, address));
        } finally {
            for (Socket socket : idle) {
                socket.close();
            }
        }
        try (PeerNodes nodes = new PeerNodes(PeerNodes.withConnectMs(100));
                Socket socket = connected(nodes.listen(10, PeerContract.ANSWERING).address())) {
            awaitEnd(socket);
        }
    }

    /** A node that sends requests and takes no answers loses its connection; others do not wait. */
    @Test
    void aNodeThatTakesNoAnswersHoldsUpNobodyElse() throws Exception {
        try (PeerNodes nodes = new PeerNodes(PeerNodes.withFrameMs(2_000))) {
            PeerListener listener = nodes.listen(10, PeerContract.ANSWERING);
            Peer good = nodes.connect(12, 10, listener.address());
            try (Socket socket = connected(listener.address())) {
                PeerSocket greedy = new PeerSocket(socket, nodes.limits(), System::nanoTime);
                greeting(greedy, 11).ask(10);
                WireWriter request = PeerContract.echo(new long[1 << 18]);
                assertCut(nodes, greedy, request, good);
            }
            assertAnswers(good);
        }
    }

    private static void assertCut(
            PeerNodes nodes, PeerSocket greedy, WireWriter request, Peer good) {
        nodes.watched(greedy); // its own writes end, too
        try {
            for (long number = 1; number < 1_000; number++) {
                greedy.write(number, request);
                assertAnswers(good);
            }
        } catch (IOException e) {
            return;
        }
        throw new AssertionError("2 GB of answers that nobody takes");
    }

    /** What a bad node answers fails what is under way, and the next connection is a new one. */
    @Test
    void aWayStandsWhateverIsAnswered() throws Exception {
        Random random = Seeds.random(HostilePeersTest.class);
        for (Speech speech : speeches(random)) {
            try (PeerNodes nodes = new PeerNodes();
                    ServerSocket bad = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
                StoreAddress address = new StoreAddress("127.0.0.1", bad.getLocalPort());
                TcpPeer way = nodes.peer(PeerNodes.node(12), PeerNodes.TOKEN, 10, address);
                try (Socket socket = bad.accept()) {
                    PeerSocket greets = new PeerSocket(socket, nodes.limits(), System::nanoTime);
                    greeting(greets, 10).answer(node -> {});
                    Waits.await(() -> way.failure() == null);
                    Peer.PendingAnswer answer = way.send(PeerContract.echo(5));
                    speech.say(new DataOutputStream(socket.getOutputStream()));
                    socket.shutdownOutput();
                    assertFails(
                            Category.RETRIABLE,
                            "a node of the cluster cannot be reached: node=10",
                            answer::await);
                }
                bad.accept().close(); // it comes again
            }
        }
    }

    /** An impostor without the token is not asked anything, however friendly it is. */
    @Test
    void anImpostorIsNotAsked() throws Exception {
        try (PeerNodes nodes = new PeerNodes();
                ServerSocket impostor = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            StoreAddress address = new StoreAddress("127.0.0.1", impostor.getLocalPort());
            TcpPeer way = nodes.peer(PeerNodes.node(12), PeerNodes.TOKEN, 10, address);
            try (Socket socket = impostor.accept()) {
                PeerSocket end = new PeerSocket(socket, nodes.limits(), System::nanoTime);
                WireReader in = new WireReader();
                WireWriter out = new WireWriter();
                end.read(in);
                end.write(0, out.begin(PeerFrameDescriptor.CHALLENGE).putBytes(new byte[32]));
                end.read(in);
                end.write(0, out.begin(PeerFrameDescriptor.WELCOME).putBytes(new byte[32]));
                Waits.await(() -> way.failure().contains("does not know the token"));
            }
        }
    }
}
