package org.wukongs.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import org.wukongs.error.ElsewhereException;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.MessageType;
import org.wukongs.wire.WireReader;

/**
 * A client's connections to the nodes of a store: one to the first of the given addresses that
 * answers, and others to nodes that have what was asked for. A request that a node answers with
 * another node's address was not carried out, so it is repeated there. Not thread-safe.
 */
final class NodeConnections implements AutoCloseable {

    /** One hop finds a home; one that moves is known to all nodes some ms later. */
    static final int HOPS_MAX = 4;

    /** Pause after the second hop, and twice as long after each further one. */
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Names whose homes are remembered; if there are more, all are forgotten and learned again. */
    private static final int HOMES_MAX = 1 << 16;

    private final Duration deadline;
    private final RetryStrategy retries;
    private final ClientOptions options;
    private final LastingConnection first;
    private final Map<StoreAddress, StoreConnection> others = new HashMap<>();
    private final Map<HomeSubject, StoreAddress> homes = new HashMap<>();

    /**
     * Subjects of one node.
     *
     * @param places of the subjects in a request; null for all of them
     */
    record Group(StoreConnection at, List<Integer> places) {

        /** The elements of a request that are about these subjects. */
        <T> List<T> of(List<T> all) {
            return places == null ? all : places.stream().map(all::get).toList();
        }
    }

    NodeConnections(
            List<StoreAddress> given,
            Duration deadline,
            RetryStrategy retries,
            ClientOptions options) {
        this.deadline = deadline;
        this.retries = retries;
        this.options = options;
        this.first = new LastingConnection(given, deadline, retries, options);
    }

    /** The connection to any node. */
    StoreConnection any() {
        return first.current();
    }

    /** The same, which can be restored. */
    LastingConnection first() {
        return first;
    }

    /** Sends a request about {@code subject} to the node that has it. */
    WireReader call(HomeSubject subject, Consumer<StoreConnection> request) {
        StoreConnection at = home(subject);
        for (int hop = 0; ; hop++) {
            request.accept(at);
            try {
                return at.call();
            } catch (ElsewhereException e) {
                checkHop(hop, e);
                at = to(moved(subject, e));
            }
        }
    }

    /** As above, for a request whose text says what it is about. */
    WireReader call(Consumer<StoreConnection> request) {
        StoreConnection at = any();
        for (int hop = 0; ; hop++) {
            request.accept(at);
            try {
                return at.call();
            } catch (ElsewhereException e) {
                checkHop(hop, e);
                at = to(StoreAddress.parse(e.address()));
            }
        }
    }

    /**
     * Carries out {@code request} with the subjects of each node, if they are at several; again
     * with all of them if a node does not have some of its subjects, so {@code request} may be
     * called more than once with the same subjects.
     */
    <E, T> T grouped(
            List<E> all, Function<E, HomeSubject> subject, Function<List<Group>, T> request) {
        for (int hop = 0; ; hop++) {
            try {
                return request.apply(groups(all, subject));
            } catch (ElsewhereException e) {
                checkHop(hop, e);
                locate(all.stream().map(subject).toList());
            }
        }
    }

    /** At least one group. Without homes, as of a store of one node, all is asked of any node. */
    private <E> List<Group> groups(List<E> all, Function<E, HomeSubject> subject) {
        if (homes.isEmpty() || all.isEmpty()) {
            return List.of(new Group(any(), null));
        }
        Map<StoreConnection, Group> groups = new LinkedHashMap<>();
        for (int i = 0; i < all.size(); i++) {
            StoreConnection home = home(subject.apply(all.get(i)));
            groups.computeIfAbsent(home, at -> new Group(at, new ArrayList<>())).places().add(i);
        }
        return List.copyOf(groups.values());
    }

    /** Asks for the addresses of the nodes that have some subjects. */
    List<StoreAddress> locate(List<HomeSubject> subjects) {
        any().begin(MessageType.LOCATE).putList(subjects, Codecs::put);
        List<String> texts = any().call().getStrings();
        if (texts.size() != subjects.size()) {
            throw WukongsException.fatal(
                    "the store does not say of all where they are: asked="
                            + subjects.size()
                            + " answered="
                            + texts.size());
        }
        List<StoreAddress> addresses = new ArrayList<>(texts.size());
        for (int i = 0; i < texts.size(); i++) {
            String text = texts.get(i);
            StoreAddress address = text.isEmpty() ? any().address() : StoreAddress.parse(text);
            remember(subjects.get(i), address);
            addresses.add(address);
        }
        return addresses;
    }

    /**
     * Opens a connection of its own to the node that has {@code subject}, by {@code open}, which
     * sends the first requests.
     */
    LastingConnection open(HomeSubject subject, Consumer<LastingConnection> open) {
        StoreAddress at = home(subject).address();
        for (int hop = 0; ; hop++) {
            LastingConnection opened =
                    new LastingConnection(List.of(at), deadline, retries, options);
            boolean done = false;
            try {
                open.accept(opened);
                done = true;
                return opened;
            } catch (ElsewhereException e) {
                checkHop(hop, e);
                at = moved(subject, e);
            } finally {
                if (!done) {
                    opened.close();
                }
            }
        }
    }

    /** The connection to the node that has a subject as far as is known, else to any node. */
    private StoreConnection home(HomeSubject subject) {
        StoreAddress home = homes.get(subject);
        if (home == null) {
            return any();
        }
        try {
            return to(home);
        } catch (WukongsException e) {
            homes.remove(subject); // it may be elsewhere since; any node knows
            return any();
        }
    }

    private StoreConnection to(StoreAddress address) {
        if (any().address().equals(address)) {
            return any();
        }
        return others.computeIfAbsent(address, a -> new StoreConnection(a, deadline, options));
    }

    private StoreAddress moved(HomeSubject subject, ElsewhereException to) {
        StoreAddress address = StoreAddress.parse(to.address());
        remember(subject, address);
        return address;
    }

    /** The subject may be at any node since. */
    void forget(HomeSubject subject) {
        homes.remove(subject);
    }

    private void remember(HomeSubject subject, StoreAddress address) {
        if (homes.size() == HOMES_MAX) {
            homes.clear();
        }
        homes.put(subject, address);
    }

    private static void checkHop(int hop, ElsewhereException last) {
        if (hop == HOPS_MAX) {
            throw new WukongsException(
                    Category.RETRIABLE,
                    "the nodes of the store do not agree which one to ask: hops="
                            + hop
                            + " last="
                            + last.getMessage(),
                    last);
        }
        if (hop > 0) {
            LockSupport.parkNanos(PAUSE_NS << hop);
        }
    }

    @Override
    public void close() {
        first.close();
        others.values().forEach(StoreConnection::close);
    }
}
