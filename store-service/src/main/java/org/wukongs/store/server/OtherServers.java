package org.wukongs.store.server;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.agrona.concurrent.NanoClock;
import org.wukongs.error.WukongsException;
import org.wukongs.store.cluster.Peer;
import org.wukongs.store.cluster.ServedNode;
import org.wukongs.store.peer.PeerThreads;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * Asks the other servers of a cluster about themselves. Who asks waits for 2 s; a connection
 * between nodes waits longer, so that a node that is slow for a moment is not cut off. So each
 * question is asked by a thread of its own, of which a node has a few at most. Any thread.
 */
final class OtherServers {

    /** A node that answers takes some ms. */
    static final long WAIT_NS = TimeUnit.SECONDS.toNanos(2);

    /** Questions to a node at a time: a thread each, until the connection gives up. */
    private static final int UNDER_WAY_MAX = 8;

    /** Long enough for healthy nodes, so that only questions to a slow one are turned away. */
    private static final long ROOM_WAIT_NS = TimeUnit.MILLISECONDS.toNanos(200);

    /** The way to a node. */
    private record Way(int node, Peer peer, Semaphore room) {}

    /**
     * What a node has answered.
     *
     * @param value null if it has not
     * @param failure why it has not, empty if it has
     */
    record Answer<T>(int node, T value, String failure) {

        boolean isThere() {
            return value != null;
        }

        private T orThrow() {
            if (value == null) {
                throw WukongsException.retriable(
                        "a node of the cluster does not answer: node="
                                + node
                                + " reason="
                                + failure);
            }
            return value;
        }
    }

    private final List<Way> ways = new CopyOnWriteArrayList<>();
    private final PeerThreads threads;
    private final NanoClock clock;

    OtherServers(PeerThreads threads, NanoClock clock) {
        this.threads = threads;
        this.clock = clock;
    }

    /** Adds the way to a node. */
    void add(int node, Peer peer) {
        ways.add(new Way(node, peer, new Semaphore(UNDER_WAY_MAX)));
    }

    /** Asks a node no longer, which has left. */
    void remove(int node) {
        ways.removeIf(way -> way.node() == node);
    }

    /** Asks all other nodes; those that do not answer in time say why. */
    <T> List<Answer<T>> ask(
            NodeQuestion question, Consumer<WireWriter> details, Function<WireReader, T> decoder) {
        List<CompletableFuture<T>> asked = new ArrayList<>();
        List<Way> all = List.copyOf(ways);
        for (Way way : all) {
            asked.add(asked(way, question, details, decoder));
        }
        long endNs = clock.nanoTime() + WAIT_NS;
        List<Answer<T>> answers = new ArrayList<>();
        for (int i = 0; i < asked.size(); i++) {
            answers.add(answer(all.get(i).node(), asked.get(i), endNs));
        }
        return answers;
    }

    /** As above; RETRIABLE error if a node does not answer. */
    <T> List<T> askEach(
            NodeQuestion question, Consumer<WireWriter> details, Function<WireReader, T> decoder) {
        return ask(question, details, decoder).stream().map(Answer::orThrow).toList();
    }

    /** Asks one node; RETRIABLE error if it does not answer. */
    <T> T askOne(int node, NodeQuestion question, Function<WireReader, T> decoder) {
        for (Way way : ways) {
            if (way.node() == node) {
                long endNs = clock.nanoTime() + WAIT_NS;
                return answer(node, asked(way, question, out -> {}, decoder), endNs).orThrow();
            }
        }
        throw WukongsException.retriable("not another node, or it has left: node=" + node);
    }

    private <T> CompletableFuture<T> asked(
            Way way,
            NodeQuestion question,
            Consumer<WireWriter> details,
            Function<WireReader, T> decoder) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        if (!hasRoom(way)) {
            answer.completeExceptionally(
                    WukongsException.retriable("it has not answered earlier questions yet"));
            return answer;
        }
        boolean started = false;
        try {
            threads.start(
                    () -> complete(answer, way, question, details, decoder),
                    "wukongs-ask-" + way.node());
            started = true;
        } finally {
            if (!started) {
                way.room().release();
            }
        }
        return answer;
    }

    private static boolean hasRoom(Way way) {
        try {
            return way.room().tryAcquire(ROOM_WAIT_NS, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static <T> void complete(
            CompletableFuture<T> answer,
            Way way,
            NodeQuestion question,
            Consumer<WireWriter> details,
            Function<WireReader, T> decoder) {
        try {
            WireWriter request = new WireWriter().begin(ServedNode.ASK);
            details.accept(request.putByte(question.code()));
            answer.complete(decoder.apply(way.peer().send(request).await()));
        } catch (RuntimeException e) {
            answer.completeExceptionally(e);
        } finally {
            way.room().release();
        }
    }

    private <T> Answer<T> answer(int node, CompletableFuture<T> asked, long endNs) {
        try {
            long leftNs = Math.max(0, endNs - clock.nanoTime());
            return new Answer<>(node, asked.get(leftNs, TimeUnit.NANOSECONDS), "");
        } catch (TimeoutException e) {
            return new Answer<>(
                    node, null, "no answer in " + TimeUnit.NANOSECONDS.toMillis(WAIT_NS) + " ms");
        } catch (ExecutionException e) {
            return new Answer<>(node, null, String.valueOf(e.getCause().getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer<>(node, null, "the wait for it was interrupted");
        }
    }
}
