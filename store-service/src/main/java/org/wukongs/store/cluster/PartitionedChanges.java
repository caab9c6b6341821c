package org.wukongs.store.cluster;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.graph.GraphRows;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireWriter;

/**
 * The changes that this node makes to the graphs of all nodes: each is staged at all of them, and
 * then gets its turn in the order of all changes. Loads come from their own threads, which wait;
 * plans and the progress of this node are told by an agent, so that the node's thread does not wait
 * for others.
 */
public final class PartitionedChanges implements Agent {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionedChanges.class);

    private static final TripleBuffer NOTHING = new TripleBuffer();

    /** As long as a load's answer may take between nodes. */
    private static final long LOAD_NS_MAX = TimeUnit.MINUTES.toNanos(10);

    static final long NOT_SHOWN = -1;

    /** Pause after a node could not be reached, before it is tried again. */
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private record Task(
            long change,
            List<GraphRows> rows,
            Map<String, Long> batches,
            CompletableFuture<Void> staged) {}

    private final Members members;
    private final StagedChanges own;
    private final ChangeProgress progress;
    private final ChangeOrder order;
    private final Runnable pause;
    private final NanoClock clock;
    private final AtomicLong changeCount = new AtomicLong();
    private final ReentrantLock loading = new ReentrantLock(true);
    private final ConcurrentLinkedQueue<Task> tasks = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Long> dropped = new ConcurrentLinkedQueue<>();
    private boolean isStaged; // the first task
    private long told; // progress that all nodes know
    private volatile boolean tellsAgain; // another node has come back
    private long retryNs;
    private boolean retries;

    PartitionedChanges(
            Members members,
            StagedChanges own,
            ChangeProgress progress,
            ChangeOrder order,
            Runnable pause,
            NanoClock clock) {
        this.members = members;
        this.own = own;
        this.progress = progress;
        this.order = order;
        this.pause = pause;
        this.clock = clock;
    }

    /** Numbers changes from {@code first} on: this node has joined anew. Before there are any. */
    public void begin(long first) {
        changeCount.set(first);
    }

    /** Another node has joined anew and does not know how far this one is. Any thread. */
    public void tellAgain() {
        tellsAgain = true;
    }

    /** A plan that was handed on. */
    public record Handed(long change, CompletableFuture<Void> staged) {}

    /**
     * Hands a plan on. Its turn comes after it is staged at all nodes.
     *
     * @return its number; {@code staged} fails if some node refuses it for good
     */
    public Handed hand(List<GraphRows> rows, Map<String, Long> batches) {
        long change = changeCount.incrementAndGet();
        Task task = new Task(change, rows, batches, new CompletableFuture<>());
        tasks.add(task);
        return new Handed(task.change(), task.staged());
    }

    /**
     * Loads triples as one snapshot, in the calling thread; returns how many of them were new, when
     * all nodes show them.
     *
     * @throws WukongsException RETRIABLE if a node cannot be reached; the load may be made then, or
     *     not, and can be repeated
     */
    public long load(Map<String, TripleBuffer[]> triplesByGraph) {
        long endNs = clock.nanoTime() + LOAD_NS_MAX;
        long change = changeCount.incrementAndGet();
        lock();
        try {
            give(change, triplesByGraph);
        } finally {
            loading.unlock();
        }
        return newCount(change, endNs);
    }

    /** One load is staged at a time: it may be large. */
    private void lock() {
        try {
            if (loading.tryLock(LOAD_NS_MAX, TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw WukongsException.retriable("another load into the cluster takes long");
    }

    private void give(long change, Map<String, TripleBuffer[]> triplesByGraph) {
        boolean isWhole = false;
        try {
            ChangeParts parts = new ChangeParts(members, own, change);
            triplesByGraph.forEach((graph, buffers) -> parts.stage(graph, NOTHING, buffers));
            parts.await();
            isWhole = true;
        } finally {
            if (!isWhole) {
                dropped.add(change);
            }
        }
        order.give(change, Map.of());
    }

    /**
     * Waits until all nodes show a change; returns how many of its triples were new. Asks all that
     * do not show it yet again and again, so that one that is gone is noticed.
     */
    private long newCount(long change, long endNs) {
        long[] counts = new long[members.count()];
        Arrays.fill(counts, NOT_SHOWN);
        while (!isShown(change, counts)) {
            if (clock.nanoTime() - endNs > 0) {
                throw WukongsException.retriable(
                        "a load is not shown in time, some node does not make its part");
            }
            pause.run();
        }
        long sum = 0;
        for (long count : counts) {
            sum += InputLimits.checkRange("new triples", count, 0, Long.MAX_VALUE - sum);
        }
        return sum;
    }

    private boolean isShown(long change, long[] counts) {
        boolean shown = true;
        for (int node = 0; node < counts.length; node++) {
            if (counts[node] == NOT_SHOWN) {
                counts[node] = askCount(node, change);
                shown &= counts[node] != NOT_SHOWN;
            }
        }
        return shown;
    }

    private long askCount(int node, long change) {
        if (node == members.self()) {
            return own.shownCount(node, change, progress.shown());
        }
        WireWriter out = new WireWriter();
        out.begin(PeerMessage.SHOWN_COUNT.code()).putLong(change);
        return members.peer(node).send(out).await().getLong();
    }

    @Override
    public int doWork() {
        if (retries && clock.nanoTime() - retryNs < 0) {
            return 0;
        }
        try {
            int work = tell() + stageNext() + dropNext();
            retries = false;
            return work;
        } catch (WukongsException e) {
            if (!retries) {
                LOG.warn("changes wait for another node: {}", e.getMessage());
            }
            retries = true;
            retryNs = clock.nanoTime() + RETRY_NS;
            return 0;
        }
    }

    private int stageNext() {
        Task task = tasks.peek();
        if (task == null) {
            return 0;
        }
        try {
            if (!isStaged) {
                ChangeParts parts = new ChangeParts(members, own, task.change());
                task.rows()
                        .forEach(rows -> parts.stage(rows.graph(), rows.removed(), rows.added()));
                parts.await();
                isStaged = true;
            }
        } catch (WukongsException e) {
            if (e.category() != Category.RETRIABLE) {
                tasks.remove();
                dropped.add(task.change());
                task.staged().completeExceptionally(e);
                return 1;
            }
            throw e;
        }
        order.give(task.change(), task.batches());
        isStaged = false;
        tasks.remove();
        task.staged().complete(null);
        return 1;
    }

    /** Tells the other nodes how far this one is. */
    private int tell() {
        if (tellsAgain) {
            tellsAgain = false;
            told = 0;
        }
        long made = progress.made();
        if (made == told) {
            return 0;
        }
        WireWriter out = new WireWriter();
        out.begin(PeerMessage.MADE.code()).putLong(made);
        members.askOthers(out).forEach(Peer.PendingAnswer::await);
        told = made;
        return 1;
    }

    private int dropNext() {
        Long change = dropped.peek();
        if (change == null) {
            return 0;
        }
        own.drop(members.self(), change);
        WireWriter out = new WireWriter();
        out.begin(PeerMessage.DROP.code()).putLong(change);
        members.askOthers(out).forEach(Peer.PendingAnswer::await);
        dropped.remove();
        return 1;
    }

    @Override
    public String roleName() {
        return "wukongs-changes";
    }
}
