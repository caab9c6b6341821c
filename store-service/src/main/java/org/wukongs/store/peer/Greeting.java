package org.wukongs.store.peer;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * The beginning of a connection between nodes, in which each proves to the other that it knows the
 * token of the cluster, and says who it is ({@link PeerFrameDescriptor}). A proof is over what both
 * have said, two random numbers among it, so one that was overheard proves nothing later. What
 * comes after it is neither encrypted nor signed.
 */
final class Greeting {

    private static final int NONCE_BYTES = 32;
    private static final String CLIENT = "asks";
    private static final String SERVER = "answers";

    private final PeerSocket socket;
    private final PeerIdentity self;
    private final ClusterToken token;
    private final SecureRandom random;
    private final WireReader in = new WireReader();
    private final WireWriter out = new WireWriter();

    Greeting(PeerSocket socket, PeerIdentity self, ClusterToken token, SecureRandom random) {
        this.socket = socket;
        this.self = self;
        this.token = token;
        this.random = random;
    }

    /** Whether a node that has greeted is one that is answered. */
    interface Admission {

        /** Checks the number of a node; throws a {@link WukongsException} if it is not. */
        void check(int node);
    }

    /**
     * Greets the node that this one has connected to.
     *
     * @param node number of the node that shall be there
     * @throws WukongsException why the node refuses, or that it does not know the token
     */
    void ask(int node) throws IOException {
        byte[] nonce = nonce();
        out.begin(PeerFrameDescriptor.HELLO)
                .putInt(PeerFrameDescriptor.MAGIC)
                .putInt(PeerFrameDescriptor.VERSION)
                .putBytes(nonce);
        send();
        receive(PeerFrameDescriptor.CHALLENGE);
        byte[] statement = statement(self, node, nonce, checkedNonce(in.getBytes()));
        out.begin(PeerFrameDescriptor.PROOF)
                .putString(self.cluster())
                .putInt(self.format())
                .putInt(self.node())
                .putInt(node)
                .putBytes(token.proof(as(CLIENT, statement)));
        send();
        receive(PeerFrameDescriptor.WELCOME);
        if (!token.proves(in.getBytes(), as(SERVER, statement))) {
            throw WukongsException.retriable("it does not know the token of the cluster");
        }
        socket.greeted();
    }

    /**
     * Answers the greeting of a node that has connected.
     *
     * @return the number of that node
     * @throws WukongsException why it was refused, as it was told
     */
    int answer(Admission admission) throws IOException {
        try {
            return answered(admission);
        } catch (WukongsException e) {
            out.begin(FrameDescriptor.REPLY_ERROR);
            Codecs.put(e.category(), Reason.OTHER, e.getMessage(), out);
            send();
            throw e;
        }
    }

    private int answered(Admission admission) throws IOException {
        receive(PeerFrameDescriptor.HELLO);
        int magic = in.getInt();
        int version = in.getInt();
        if (magic != PeerFrameDescriptor.MAGIC || version != PeerFrameDescriptor.VERSION) {
            throw WukongsException.user(
                    "nodes have different protocol versions: version="
                            + PeerFrameDescriptor.VERSION
                            + " asked="
                            + version);
        }
        byte[] askersNonce = checkedNonce(in.getBytes());
        byte[] nonce = nonce();
        out.begin(PeerFrameDescriptor.CHALLENGE).putBytes(nonce);
        send();
        receive(PeerFrameDescriptor.PROOF);
        PeerIdentity asker = new PeerIdentity(text(in.getString()), in.getInt(), in.getInt());
        int wanted = in.getInt();
        byte[] statement = statement(asker, wanted, askersNonce, nonce);
        if (!token.proves(in.getBytes(), as(CLIENT, statement))) {
            throw WukongsException.user("the token is not that of this cluster");
        }
        check(asker, wanted);
        admission.check(asker.node());
        out.begin(PeerFrameDescriptor.WELCOME).putBytes(token.proof(as(SERVER, statement)));
        send();
        socket.greeted();
        return asker.node();
    }

    private void check(PeerIdentity asker, int wanted) {
        if (!asker.cluster().equals(self.cluster())) {
            throw WukongsException.user(
                    "the node is in another cluster: cluster="
                            + self.cluster()
                            + " asked="
                            + asker.cluster());
        }
        if (asker.format() != self.format()) {
            throw WukongsException.user(
                    "the node has another version of the store: format="
                            + self.format()
                            + " asked="
                            + asker.format());
        }
        if (wanted != self.node()) {
            throw WukongsException.retriable(
                    "another node is at this address: node=" + self.node() + " asked=" + wanted);
        }
    }

    private void send() throws IOException {
        socket.write(PeerFrameDescriptor.GREETING, out);
    }

    private void receive(int type) throws IOException {
        long number = socket.read(in);
        if (number < 0) {
            throw new EOFException();
        }
        if (number != PeerFrameDescriptor.GREETING) {
            throw new IOException("not a greeting between nodes: number=" + number);
        }
        if (in.type() == FrameDescriptor.REPLY_ERROR && type != PeerFrameDescriptor.HELLO) {
            throw readError(in);
        }
        if (in.type() != type) {
            throw new IOException("not a greeting between nodes: type=" + in.type());
        }
    }

    /** Reads the error of a node; RETRIABLE if it is none. */
    static WukongsException readError(WireReader in) {
        try {
            return Codecs.error(in);
        } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
            return WukongsException.retriable("an error of a node cannot be read");
        }
    }

    private static String text(String received) {
        return received == null ? "" : received;
    }

    private static byte[] checkedNonce(byte[] received) throws IOException {
        if (received == null || received.length != NONCE_BYTES) {
            throw new IOException("not a greeting between nodes: no random number");
        }
        return received;
    }

    private byte[] nonce() {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        return nonce;
    }

    /** What both have said: no two different conversations have the same bytes. */
    private static byte[] statement(
            PeerIdentity asker, int wanted, byte[] askersNonce, byte[] nonce) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream to = new DataOutputStream(bytes)) {
            to.writeInt(PeerFrameDescriptor.VERSION);
            to.write(askersNonce);
            to.write(nonce);
            to.writeInt(asker.format());
            to.writeInt(asker.node());
            to.writeInt(wanted);
            to.write(asker.cluster().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory cannot be written", e);
        }
        return bytes.toByteArray();
    }

    /** Returns what one side proves: the other one's proof is no proof of its own. */
    private static byte[] as(String side, byte[] statement) {
        byte[] name = side.getBytes(StandardCharsets.UTF_8);
        byte[] both = new byte[name.length + 1 + statement.length];
        System.arraycopy(name, 0, both, 0, name.length);
        System.arraycopy(statement, 0, both, name.length + 1, statement.length);
        return both;
    }
}
