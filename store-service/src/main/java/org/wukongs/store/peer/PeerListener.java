package org.wukongs.store.peer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.StoreAddress;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.cluster.Answering;

/**
 * Listens for the other nodes of a cluster and answers their requests. A node has one connection: a
 * new one takes the place of the one before. Connections that have not greeted are few and end
 * soon, so nobody without the token keeps a node from connecting.
 */
public final class PeerListener implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PeerListener.class);

    private static final int BACKLOG = 64;

    private final TcpPeer.Environment environment;
    private final IntUnaryOperator places;
    private final IntPredicate members;
    private final Answering answering;
    private final ServerSocket listener;
    private final SecureRandom random = new SecureRandom();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final Set<PeerSocket> greeting = new LinkedHashSet<>(); // oldest first; guarded by this
    private final Map<Integer, PeerSocket> byNode = new HashMap<>(); // guarded by this
    private boolean closed; // guarded by this

    private PeerListener(
            TcpPeer.Environment environment,
            IntUnaryOperator places,
            IntPredicate members,
            Answering answering,
            ServerSocket listener) {
        this.environment = environment;
        this.places = places;
        this.members = members;
        this.answering = answering;
        this.listener = listener;
    }

    /**
     * Listens for nodes.
     *
     * @param address port 0 for any free one
     * @param places place of a node, by its number, among those that take part in the cluster;
     *     negative for a number that is none of theirs, which may be one later
     * @param members whether a number is that of a member of the cluster
     * @param answering answers requests of a place
     * @throws WukongsException USER if nobody can listen there
     */
    public static PeerListener start(
            TcpPeer.Environment environment,
            InetSocketAddress address,
            IntUnaryOperator places,
            IntPredicate members,
            Answering answering) {
        ServerSocket listener;
        try {
            listener = new ServerSocket();
            listener.setReuseAddress(true);
            listener.bind(address, BACKLOG);
        } catch (IOException e) {
            throw new WukongsException(
                    Category.USER,
                    "cannot listen for nodes: address=" + address + " reason=" + e.getMessage(),
                    e);
        }
        PeerListener started = new PeerListener(environment, places, members, answering, listener);
        started.thread(started::accept, "wukongs-peer-accept");
        return started;
    }

    /** Returns where it listens. */
    public StoreAddress address() {
        InetAddress host = listener.getInetAddress();
        return new StoreAddress(host.getHostAddress(), listener.getLocalPort());
    }

    private void thread(Runnable task, String name) {
        threads.add(
                environment
                        .threads()
                        .start(
                                () -> {
                                    try {
                                        task.run();
                                    } finally {
                                        threads.remove(Thread.currentThread());
                                    }
                                },
                                name));
        threads.removeIf(started -> !started.isAlive()); // it may have ended before it was added
    }

    private void accept() {
        while (!isClosed()) {
            try {
                greetLater(listener.accept());
            } catch (IOException | OutOfMemoryError e) {
                if (!isClosed()) {
                    LOG.warn(
                            "a connection of a node could not be accepted: reason={}",
                            e.toString());
                    LockSupport.parkNanos(environment.limits().pauseNsMax());
                }
            }
        }
    }

    private void greetLater(Socket accepted) throws IOException {
        boolean served = false;
        try {
            PeerSocket socket = new PeerSocket(accepted, environment.limits(), environment.clock());
            environment.watch().add(socket);
            addGreeting(socket);
            thread(() -> serve(socket), "wukongs-peer-of-" + socket);
            served = true;
        } finally {
            if (!served) {
                accepted.close();
            }
        }
    }

    private synchronized void addGreeting(PeerSocket socket) {
        if (greeting.size() == PeerLimits.GREETING_COUNT_MAX) {
            Iterator<PeerSocket> oldest = greeting.iterator();
            oldest.next().close();
            oldest.remove();
        }
        greeting.add(socket);
        if (closed) {
            socket.close();
        }
    }

    private void serve(PeerSocket socket) {
        int node = -1;
        try {
            if (environment.tls() != null) {
                socket.secure(environment.tls());
            }
            node =
                    new Greeting(socket, environment.self(), environment.token(), random)
                            .answer(this::checkMember);
            take(node, socket);
            int number = node;
            int place = places.applyAsInt(number);
            if (place >= 0) {
                answering.connected(place); // without a place, it has got nothing from this node
            }
            ServedConnection connection =
                    new ServedConnection(socket, () -> places.applyAsInt(number), answering);
            for (int i = 1; i < environment.limits().answeringThreads(); i++) {
                thread(connection::answerAll, "wukongs-peer-of-" + node + "-" + i);
            }
            connection.answerAll();
        } catch (WukongsException e) {
            LOG.warn("a node was refused: remote={} reason={}", socket, e.getMessage());
        } catch (IOException e) {
            LOG.debug("a connection ended before a greeting: remote={}", socket, e);
        } catch (RuntimeException e) {
            LOG.debug("not a greeting of a node: remote={}", socket, e);
        } finally {
            end(node, socket);
        }
    }

    private void checkMember(int node) {
        if (node == environment.self().node() || !members.test(node)) {
            throw WukongsException.user("the node is not one of this cluster: node=" + node);
        }
    }

    private synchronized void take(int node, PeerSocket socket) {
        greeting.remove(socket);
        PeerSocket before = byNode.put(node, socket);
        if (before != null) {
            before.close();
        }
        if (closed) {
            socket.close();
        }
    }

    private void end(int node, PeerSocket socket) {
        socket.close();
        environment.watch().remove(socket);
        synchronized (this) {
            greeting.remove(socket);
            byNode.remove(node, socket);
        }
    }

    /** Ends the connection of a node, if it has one. */
    public void end(int node) {
        PeerSocket open;
        synchronized (this) {
            open = byNode.get(node);
        }
        if (open != null) {
            open.close();
        }
    }

    /** Returns whether a node has a connection. */
    public synchronized boolean isConnected(int node) {
        return byNode.containsKey(node);
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** Ends all connections. Does not wait for their threads. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            greeting.forEach(PeerSocket::close);
            byNode.values().forEach(PeerSocket::close);
        }
        try {
            listener.close();
        } catch (IOException e) {
            LOG.debug("a listening socket could not be closed", e);
        }
    }

    /** Returns the threads that run, which end after {@link #close}. */
    public Iterable<Thread> threads() {
        return threads;
    }
}
