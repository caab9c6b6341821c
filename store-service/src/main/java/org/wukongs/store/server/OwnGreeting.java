package org.wukongs.store.server;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.wukongs.client.StoreAddress;
import org.wukongs.store.security.StoreSecurity;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.MessageType;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** The first connection to a store that is protected, by the store itself. */
final class OwnGreeting {

    private OwnGreeting() {}

    /** Connects, says HELLO and asks for the status; all within {@code msMax} each. */
    static void greet(StoreAddress address, StoreSecurity security, int msMax) throws IOException {
        try (Socket plain = new Socket()) {
            InetAddress bound = InetAddress.getByName(address.host());
            InetAddress to = bound.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : bound;
            plain.setSoTimeout(msMax);
            plain.connect(new InetSocketAddress(to, address.port()), msMax);
            try (Socket used = security.tls() == null ? plain : security.tls().toItself(plain)) {
                ask(
                        used,
                        new WireWriter()
                                .begin(MessageType.HELLO)
                                .putInt(FrameDescriptor.MAGIC)
                                .putInt(FrameDescriptor.VERSION)
                                .putString(security.access().ownToken()));
                ask(used, new WireWriter().begin(MessageType.STATUS));
            }
        }
    }

    private static void ask(Socket store, WireWriter request) throws IOException {
        request.writeTo(store.getOutputStream());
        store.getOutputStream().flush();
        WireReader answer = new WireReader();
        if (!answer.readFrom(new DataInputStream(store.getInputStream()))) {
            throw new IOException("the store ended its own connection");
        }
    }
}
