package org.wukongs.store.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.StoreAddress;
import org.wukongs.naive.Seeds;
import org.wukongs.naive.Waits;
import org.wukongs.store.cluster.Peer;
import org.wukongs.store.security.ServerTls;
import org.wukongs.store.security.StoreSecurity;
import org.wukongs.store.security.TestKeys;

/** The contract of peers, over TLS. */
class SecuredPeersTest extends PeerContract {

    private static final int TIMEOUT_MS = 30_000;

    @TempDir private Path folder;

    private PeerNodes nodes;
    private PeerListener listener;
    private TcpPeer peer;

    @BeforeEach
    void start() {
        nodes = new PeerNodes(PeerNodes.PATIENT, tls("own"));
        listener = nodes.listen(10, ANSWERING);
        peer = nodes.connect(12, 10, listener.address());
    }

    @AfterEach
    void close() {
        nodes.close();
    }

    @Override
    Peer peer() {
        return peer;
    }

    private ServerTls tls(String name) {
        return new StoreSecurity(
                        new StoreSecurity.Settings(TestKeys.make(folder, name).files(), null, null),
                        System::nanoTime,
                        System::currentTimeMillis,
                        () -> false)
                .tls();
    }

    @Test
    void aNodeWithoutTlsOrWithAnotherCertificateIsNoPeer() {
        StoreAddress address = listener.address();
        try (PeerNodes plain = new PeerNodes(PeerNodes.withConnectMs(500));
                PeerNodes other = new PeerNodes(PeerNodes.PATIENT, tls("other"))) {
            TcpPeer speaksPlainly = plain.peer(PeerNodes.node(11), PeerNodes.TOKEN, 10, address);
            Waits.await(() -> !"not connected yet".equals(speaksPlainly.failure()));
            assertThat(speaksPlainly.failure()).isNotNull();
            TcpPeer doubts = other.peer(PeerNodes.node(11), PeerNodes.TOKEN, 10, address);
            Waits.await(() -> doubts.failure() != null && doubts.failure().contains("PKIX"));
        }
        assertThat(echoed(peer.send(echo(1)))).containsExactly(1);
    }

    @Test
    void hostileHandshakes() throws IOException {
        Random random = Seeds.random(getClass());
        for (int i = 0; i < 100; i++) {
            try (Socket socket =
                    new Socket(InetAddress.getLoopbackAddress(), listener.address().port())) {
                socket.setSoTimeout(TIMEOUT_MS);
                byte[] bytes = new byte[random.nextInt(3_000)];
                random.nextBytes(bytes);
                if (bytes.length > 5 && i % 2 == 0) {
                    byte[] head = {22, 3, 1, (byte) random.nextInt(64), (byte) random.nextInt()};
                    System.arraycopy(head, 0, bytes, 0, head.length);
                }
                socket.getOutputStream().write(bytes);
                socket.shutdownOutput();
                socket.getInputStream().readAllBytes();
            } catch (SocketTimeoutException e) {
                throw new AssertionError("the connection does not end", e);
            } catch (IOException e) {
                // It was reset.
            }
        }
        assertThat(echoed(peer.send(echo(1)))).containsExactly(1);
    }
}
