package org.wukongs.store.server;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.wukongs.client.StoreAddress;
import org.wukongs.wire.FrameDescriptor;

/**
 * Stands between clients and a store and cuts their connections as told: the first one by the first
 * {@link Cut}, and so on; those behind the last cut stay whole.
 */
final class CuttingProxy implements AutoCloseable {

    /** What becomes of the request at which a connection is cut. */
    enum Last {
        LOST,
        HALVED,
        /**
         * It comes when {@link #releaseHeld} lets it; the store does not see the cut until then.
         */
        HELD
    }

    /**
     * Where a connection ends, at whichever comes first.
     *
     * @param requests so many pass before the next one cuts it
     * @param replies so many pass before the next one cuts it
     */
    record Cut(int requests, Last last, int replies) {

        static final Cut NEVER = new Cut(Integer.MAX_VALUE, Last.LOST, Integer.MAX_VALUE);
    }

    private static final int CONNECT_MS = 5_000;

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Queue<Cut> cuts;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Held> held = new CompletableFuture<>();
    private final CompletableFuture<byte[]> heldReply = new CompletableFuture<>();
    private volatile StoreAddress store;
    private volatile boolean closed;

    private record Held(Socket server, byte[] request) {}

    CuttingProxy(StoreAddress store, Cut... cuts) throws IOException {
        this.store = store;
        this.cuts = new ArrayDeque<>(List.of(cuts));
        start(this::accept);
    }

    StoreAddress address() {
        return new StoreAddress("127.0.0.1", listener.getLocalPort());
    }

    /** Where the next connections go. */
    void redirect(StoreAddress other) {
        store = other;
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                work.run();
                            } catch (IOException e) {
                                // One of its sockets was closed: that is its end.
                            }
                        });
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listener.accept();
            Socket server = new Socket();
            sockets.add(client);
            sockets.add(server);
            if (closed) {
                // Accepting may outlast the end of its socket.
                end(client, server);
                return;
            }
            Cut cut = cuts.isEmpty() ? Cut.NEVER : cuts.remove();
            try {
                server.connect(new InetSocketAddress(store.host(), store.port()), CONNECT_MS);
            } catch (IOException e) {
                end(client, server);
                continue;
            }
            start(() -> requests(client, server, cut));
            start(() -> replies(client, server, cut));
        }
    }

    private void requests(Socket client, Socket server, Cut cut) throws IOException {
        try {
            DataInputStream in = new DataInputStream(client.getInputStream());
            DataOutputStream out = new DataOutputStream(server.getOutputStream());
            for (int i = 0; i < cut.requests(); i++) {
                out.write(frame(in));
            }
            byte[] last = frame(in);
            if (cut.last() == Last.HELD) {
                held.complete(new Held(server, last));
                client.close();
                return;
            }
            out.write(last, 0, cut.last() == Last.HALVED ? last.length / 2 : 0);
            end(client, server);
        } catch (IOException e) {
            end(client, server);
            throw e;
        }
    }

    private void replies(Socket client, Socket server, Cut cut) throws IOException {
        try {
            DataInputStream in = new DataInputStream(server.getInputStream());
            DataOutputStream out = new DataOutputStream(client.getOutputStream());
            for (int i = 0; i < cut.replies(); i++) {
                byte[] reply = frame(in);
                if (i == cut.requests()) {
                    heldReply.complete(reply);
                } else if (!client.isClosed()) {
                    out.write(reply);
                }
            }
            frame(in);
            end(client, server);
        } catch (IOException e) {
            end(client, server);
            throw e;
        }
    }

    /** Lets the store have the request that was held; whether it has refused it. */
    boolean releaseHeld() throws IOException {
        Held late = held.join();
        late.server().getOutputStream().write(late.request());
        return heldReply.join()[FrameDescriptor.TYPE_OFFSET] == FrameDescriptor.REPLY_ERROR;
    }

    private static byte[] frame(DataInputStream in) throws IOException {
        int length = in.readInt();
        byte[] frame = new byte[FrameDescriptor.TYPE_OFFSET + length];
        ByteBuffer.wrap(frame).putInt(length);
        in.readFully(frame, FrameDescriptor.TYPE_OFFSET, length);
        return frame;
    }

    private static void end(Socket client, Socket server) throws IOException {
        client.close();
        server.close();
    }

    @Override
    public void close() throws IOException {
        closed = true;
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
