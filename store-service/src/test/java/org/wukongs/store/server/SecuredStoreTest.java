package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.ClientOptions;
import org.wukongs.client.ClientSecurity;
import org.wukongs.client.RetryStrategy;
import org.wukongs.client.StoreClient;
import org.wukongs.client.Transport;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.naive.Seeds;
import org.wukongs.naive.Waits;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.security.Right;
import org.wukongs.store.security.Role;
import org.wukongs.store.security.ServerTls;
import org.wukongs.store.security.StoreSecurity;
import org.wukongs.store.security.TestKeys;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.MessageType;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

@Timeout(240)
class SecuredStoreTest {

    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final String QUERY =
            "REGISTER QUERY q AS SELECT ?s FROM STREAM s [RANGE 1s STEP 1s] WHERE { ?s ?p ?o }";

    @TempDir private Path folder;

    private static String token(Role role) {
        return "token-of-role-" + role.text();
    }

    private Path tokens() {
        return TestKeys.tokens(
                folder.resolve("tokens"),
                "read r " + token(Role.READ),
                "write w " + token(Role.WRITE),
                "admin a " + token(Role.ADMIN));
    }

    private static StoreServer start(StoreSecurity.Settings settings, int helloMsMax) {
        return StoreServer.start(
                StoreConfig.DEFAULT,
                new ConnectionLimits(
                        1_000,
                        ConnectionLimits.frameBytesMaxDefault(),
                        helloMsMax,
                        ConnectionLimits.FRAME_MS_MAX_DEFAULT),
                null,
                LogSettings.DEFAULT,
                "127.0.0.1",
                0,
                null,
                settings);
    }

    private static StoreClient connect(StoreServer store, ClientSecurity security) {
        return connect(store, ClientOptions.DEFAULT.with(security));
    }

    private static StoreClient connect(StoreServer store, ClientOptions options) {
        return StoreClient.connect(
                List.of(store.address()), DEADLINE, RetryStrategy.NEVER, options);
    }

    private ClientSecurity holding(String token) {
        Path file = TestKeys.tokens(folder.resolve("client-" + token.hashCode()), token);
        return ClientSecurity.NONE.withTokenFile(file.toString());
    }

    private static void assertRefused(Reason reason, Runnable request) {
        assertThatThrownBy(request::run)
                .isInstanceOfSatisfying(
                        WukongsException.class,
                        e -> {
                            assertThat(e.reason()).isEqualTo(reason);
                            assertThat(e.category()).isEqualTo(Category.USER);
                        });
    }

    @Test
    void rolesOverTheProtocol() {
        try (StoreServer store = start(new StoreSecurity.Settings(null, tokens(), null), 10_000);
                StoreClient nobody = connect(store, ClientSecurity.NONE);
                StoreClient reads = connect(store, holding(token(Role.READ)));
                StoreClient writes = connect(store, holding(token(Role.WRITE)));
                StoreClient admin = connect(store, holding(token(Role.ADMIN)))) {
            assertRefused(Reason.NOT_AUTHENTICATED, nobody::status);
            assertRefused(
                    Reason.NOT_AUTHENTICATED, () -> connect(store, holding("a-wrong-token-here")));
            assertThat(reads.status().streams()).isEmpty();
            StreamDefinition stream = StreamDefinition.of("s");
            assertRefused(Reason.NOT_ALLOWED, () -> reads.registerStream(stream));
            writes.registerStream(stream);
            assertRefused(
                    Reason.NOT_ALLOWED,
                    () -> reads.update("INSERT DATA { <urn:a> <urn:b> <urn:c> }"));
            assertThat(writes.update("INSERT DATA { <urn:a> <urn:b> <urn:c> }").addedCount())
                    .isEqualTo(1);
            assertRefused(Reason.NOT_ALLOWED, () -> writes.registerQuery(QUERY));
            admin.registerQuery(QUERY);
            assertRefused(Reason.NOT_ALLOWED, () -> writes.unregisterQuery("q"));
            admin.unregisterQuery("q");
            assertRefused(Reason.NOT_ALLOWED, () -> writes.dropStream("s"));
            admin.dropStream("s");
        }
    }

    /** Every request type, with nothing in it: refused for its role before anything is read. */
    @Test
    void eachRequestTypeNeedsItsRole() throws IOException {
        try (StoreServer store = start(new StoreSecurity.Settings(null, tokens(), null), 10_000)) {
            for (MessageType type : MessageType.values()) {
                Right right = Right.of(type);
                if (right == Right.GREET) {
                    continue;
                }
                assertThat(answer(store, null, type)).as("%s", type).contains("asks for a token");
                for (Role role : Role.values()) {
                    boolean allowed = role.compareTo(right.role()) >= 0;
                    String said = answer(store, token(role), type);
                    assertThat(said.contains("needs another role"))
                            .as("%s %s: %s", type, role, said)
                            .isEqualTo(!allowed);
                }
            }
        }
    }

    private static String answer(StoreServer store, String token, MessageType type)
            throws IOException {
        try (RawConnection raw = new RawConnection(store.address())) {
            raw.ask(
                    MessageType.HELLO,
                    frame -> {
                        frame.putInt(FrameDescriptor.MAGIC).putInt(FrameDescriptor.VERSION);
                        if (token != null) {
                            frame.putString(token);
                        }
                    });
            raw.ask(type, frame -> {});
            return "";
        } catch (WukongsException e) {
            return e.getMessage();
        }
    }

    @Test
    void ringsAreForWhoHasAToken() {
        ClientOptions shared = ClientOptions.DEFAULT.with(Transport.SHM);
        try (StoreServer store = start(new StoreSecurity.Settings(null, tokens(), null), 10_000);
                StoreClient reads = connect(store, shared.with(holding(token(Role.READ))));
                StoreClient nobody = connect(store, ClientSecurity.NONE)) {
            assertThat(reads.status().streams()).isEmpty();
            assertRefused(Reason.NOT_AUTHENTICATED, nobody::status);
            assertRefused(Reason.NOT_AUTHENTICATED, () -> connect(store, shared));
            assertThat(store.ringStatistics().openCount()).isEqualTo(1);
            assertThat(store.ringStatistics().takenCount()).isEqualTo(1);
        }
    }

    @Test
    void noRingsOverTls() throws IOException {
        TestKeys keys = TestKeys.make(folder, "own");
        ClientSecurity trusting = ClientSecurity.NONE.withTls(keys.certificate().toString());
        assertThatThrownBy(() -> new ClientOptions(Transport.SHM, trusting))
                .hasMessageStartingWith("what goes through shared memory is not encrypted");
        try (StoreServer store =
                        start(new StoreSecurity.Settings(keys.files(), null, null), 10_000);
                StoreClient client = connect(store, trusting);
                Socket plain =
                        new Socket(InetAddress.getLoopbackAddress(), store.address().port());
                Socket insists = store.security().tls().toItself(plain)) {
            client.status();
            WireWriter hello = new WireWriter().begin(MessageType.HELLO);
            hello.putInt(FrameDescriptor.MAGIC).putInt(FrameDescriptor.VERSION);
            answer(insists, hello);
            WireReader offer = answer(insists, new WireWriter().begin(MessageType.OFFER_RING));
            assertThat(Codecs.ringOffer(offer).refusal()).contains("rings are not encrypted");
            assertThat(store.ringStatistics().takenCount()).isZero();
        }
    }

    private static WireReader answer(Socket store, WireWriter request) throws IOException {
        request.writeTo(store.getOutputStream());
        WireReader answer = new WireReader();
        assertThat(answer.readFrom(new DataInputStream(store.getInputStream()))).isTrue();
        assertThat(answer.type()).isEqualTo(FrameDescriptor.REPLY_OK);
        return answer;
    }

    @Test
    void aTokenThatIsTakenOutEndsItsConnections() {
        StoreSecurity.Settings settings = new StoreSecurity.Settings(null, tokens(), null);
        try (StoreServer store = start(settings, 10_000);
                StoreClient reads = connect(store, holding(token(Role.READ)))) {
            reads.status();
            TestKeys.tokens(folder.resolve("tokens"), "admin a " + token(Role.ADMIN));
            Waits.await(
                    () -> {
                        try {
                            reads.status();
                            return false;
                        } catch (WukongsException e) {
                            return e.category() == Category.RETRIABLE; // the connection is gone
                        }
                    });
            assertRefused(
                    Reason.NOT_AUTHENTICATED, () -> connect(store, holding(token(Role.READ))));
        }
    }

    @Test
    void overTls() {
        TestKeys keys = TestKeys.make(folder, "own");
        TestKeys other = TestKeys.make(folder, "other");
        StoreSecurity.Settings settings = new StoreSecurity.Settings(keys.files(), tokens(), null);
        ClientSecurity trusting = holding(token(Role.ADMIN)).withTls(keys.certificate().toString());
        try (StoreServer store = start(settings, 10_000);
                StoreClient admin = connect(store, trusting)) {
            assertThat(store.connectionStatistics().acceptedCount()).isGreaterThan(1);
            admin.registerStream(StreamDefinition.of("s"));
            StringBuilder data = new StringBuilder("INSERT DATA {");
            for (int i = 0; i < 20_000; i++) {
                data.append(" <urn:").append(i).append("> <urn:p> <urn:o> .");
            }
            assertThat(admin.update(data.append("}").toString()).addedCount()).isEqualTo(20_000);
            int[] rows = {0};
            admin.query("SELECT ?s WHERE { ?s <urn:p> ?o }").rows().forEach(row -> rows[0]++);
            assertThat(rows[0]).isEqualTo(20_000);

            assertThatThrownBy(
                            () -> connect(store, trusting.withTls(other.certificate().toString())))
                    .isInstanceOfSatisfying(
                            WukongsException.class,
                            e -> assertThat(e.category()).isEqualTo(Category.USER))
                    .hasMessageContaining("certificate is not trusted here");
            assertThatThrownBy(() -> connect(store, holding(token(Role.ADMIN))))
                    .hasMessage("the store speaks TLS only");
        }
        try (StoreServer plain = start(new StoreSecurity.Settings(null, tokens(), null), 10_000)) {
            assertThatThrownBy(() -> connect(plain, trusting))
                    .hasMessageContaining("no encrypted connection to the store");
        }
    }

    @Test
    void clientsWithCertificates() {
        TestKeys keys = TestKeys.make(folder, "own");
        TestKeys client = TestKeys.make(folder, "client");
        StoreSecurity.Settings settings =
                new StoreSecurity.Settings(
                        new ServerTls.Files(
                                keys.certificate(), keys.key(), client.certificate(), null),
                        null,
                        null);
        ClientSecurity stranger = ClientSecurity.NONE.withTls(keys.certificate().toString());
        try (StoreServer store = start(settings, 10_000);
                StoreClient known =
                        connect(
                                store,
                                stranger.withTlsIdentity(
                                        client.certificate().toString(),
                                        client.key().toString()))) {
            known.status();
            assertThatThrownBy(() -> connect(store, stranger)).isInstanceOf(WukongsException.class);
            assertThatThrownBy(
                            () ->
                                    connect(
                                            store,
                                            stranger.withTlsIdentity(
                                                    keys.certificate().toString(),
                                                    keys.key().toString())))
                    .isInstanceOf(WukongsException.class);
        }
    }

    /** Whatever comes at the port, connections end in time and others are answered. */
    @Test
    void hostileHandshakes() throws IOException {
        Random random = Seeds.random(getClass());
        TestKeys keys = TestKeys.make(folder, "own");
        StoreSecurity.Settings settings = new StoreSecurity.Settings(keys.files(), null, null);
        ClientSecurity trusting = ClientSecurity.NONE.withTls(keys.certificate().toString());
        try (StoreServer store = start(settings, 500)) {
            for (int i = 0; i < 30; i++) {
                try (Socket hostile =
                        new Socket(InetAddress.getLoopbackAddress(), store.address().port())) {
                    hostile.setSoTimeout((int) DEADLINE.toMillis());
                    byte[] bytes = new byte[random.nextInt(3) == 0 ? 0 : random.nextInt(3_000)];
                    random.nextBytes(bytes);
                    if (bytes.length > 5) {
                        byte[] head = {
                            22, 3, 1, (byte) random.nextInt(64), (byte) random.nextInt()
                        };
                        System.arraycopy(head, 0, bytes, 0, i % 3 == 0 ? 0 : head.length);
                    }
                    hostile.getOutputStream().write(bytes);
                    try {
                        hostile.getInputStream().readAllBytes();
                    } catch (SocketTimeoutException e) {
                        throw new AssertionError("the connection does not end", e);
                    } catch (IOException e) {
                        // It was reset.
                    }
                }
            }
            try (StoreClient good = connect(store, trusting)) {
                good.status();
            }
            Waits.await(() -> store.connectionStatistics().openCount() == 0);
        }
    }
}
