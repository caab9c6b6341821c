package org.wukongs.store.cluster;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.cluster.ChangeOrder.Given;
import org.wukongs.store.cluster.ChangeOrder.Wanted;
import org.wukongs.store.graph.GraphRows;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireWriter;

/**
 * The changes that this node makes to the graphs of all nodes: each is staged at all of them, and
 * then gets its turn in the order of all changes. Loads and updates come from their own threads,
 * which wait; plans and the progress of this node are told by an agent, so that the node's thread
 * does not wait for others.
 */
public final class PartitionedChanges implements Agent {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionedChanges.class);

    /** As long as a load's answer may take between nodes. */
    private static final long LOAD_NS_MAX = TimeUnit.MINUTES.toNanos(10);

    /**
     * For how long a node lets the update of another one go first: twice as long as an update may
     * take, because it is staged at all nodes and gets its turn, too.
     */
    static final long HOLD_NS = TimeUnit.SECONDS.toNanos(20);

    /** As long as a change of some node may take that was made and is not shown yet. */
    private static final long SHOW_NS_MAX = TimeUnit.SECONDS.toNanos(1);

    /** As long as a load or update waits for a node that enters, which makes its memory first. */
    private static final long ENTER_NS_MAX = TimeUnit.SECONDS.toNanos(30);

    /** Times that a node asks what has become of a move: each is as long as a proposal may take. */
    private static final int GIVE_TRIES_MAX = 6;

    /** Pause after a node could not be reached, before it is tried again. */
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private record Task(
            long change,
            List<GraphRows> rows,
            Map<String, Long> batches,
            CompletableFuture<Boolean> staged) {}

    /**
     * A change that gets no turn.
     *
     * @param sn the one turn that it may have got, if that is not known, or {@link ChangeOrder#ANY}
     * @param after is done when it is dropped at all nodes
     */
    private record Dropped(long change, long sn, Runnable after) {}

    private final Members members;
    private final StagedChanges own;
    private final ChangeProgress progress;
    private final TurnHold hold;
    private final ChangeOrder order;
    private final Runnable pause;
    private final NanoClock clock;
    private final AtomicLong changeCount = new AtomicLong();
    private final ReentrantLock loading = new ReentrantLock(true);
    private final ConcurrentLinkedQueue<Task> tasks = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Dropped> dropped = new ConcurrentLinkedQueue<>();
    private boolean isStaged; // the first task
    private long stagedOwners; // version of the owners that it is divided between, 0 before that
    private volatile MoveNotes notes; // of a move of this node, null if there is none
    private long told; // progress that all nodes know
    private volatile boolean tellsAgain; // another node has come back
    private long retryNs;
    private boolean retries;
    private volatile Runnable wakeNode = () -> {};
    private volatile Runnable wake = () -> {};

    PartitionedChanges(
            Members members,
            StagedChanges own,
            ChangeProgress progress,
            TurnHold hold,
            ChangeOrder order,
            Runnable pause,
            NanoClock clock) {
        this.members = members;
        this.own = own;
        this.progress = progress;
        this.hold = hold;
        this.order = order;
        this.pause = pause;
        this.clock = clock;
    }

    /** Numbers changes from {@code first} on: this node has joined anew. Before there are any. */
    public void begin(long first) {
        changeCount.set(first);
    }

    /**
     * From now on, {@code ofNode} is called when there is something new for the node's thread, and
     * {@code ofThis} when there is work for this agent; both by any thread.
     */
    public void useWakes(Runnable ofNode, Runnable ofThis) {
        wakeNode = ofNode;
        wake = ofThis;
        progress.useWakes(ofNode, ofThis);
        hold.useWake(ofThis);
    }

    /** Another node has joined anew and does not know how far this one is. Any thread. */
    public void tellAgain() {
        tellsAgain = true;
        wake.run();
    }

    /**
     * A plan that was handed on.
     *
     * @param staged whether it has its turn; if not, the owners of vertices are others by now, and
     *     the plan is to be handed on again
     */
    public record Handed(long change, CompletableFuture<Boolean> staged) {}

    /**
     * Hands a plan on. Its turn comes after it is staged at all nodes.
     *
     * @return its number; {@code staged} fails if some node refuses it for good
     */
    public Handed hand(List<GraphRows> rows, Map<String, Long> batches) {
        long change = changeCount.incrementAndGet();
        Task task = new Task(change, rows, batches, new CompletableFuture<>());
        tasks.add(task);
        wake.run();
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
        return make(ChangeOrder.ANY, parts -> triplesByGraph.forEach(parts::stage)).added();
    }

    /**
     * Makes a change as one snapshot, in the calling thread; returns what it has done, when all
     * nodes show it.
     *
     * @param sn number of the snapshot that has to have it, because it depends on the one before,
     *     or {@link ChangeOrder#ANY}
     * @return null if another change has that number; then nothing has changed
     * @throws WukongsException RETRIABLE if a node cannot be reached; the change may be made then,
     *     or not
     */
    public ChangeCounts change(long sn, List<GraphRows> rows) {
        return make(sn, parts -> rows.forEach(parts::stage));
    }

    private ChangeCounts make(long sn, Consumer<ChangeParts> staging) {
        long endNs = endNs();
        while (true) {
            long change = newChange();
            awaitEntered();
            if (sn == ChangeOrder.ANY) {
                awaitTurns(hold::isHeld, endNs);
            }
            lock();
            ChangeParts parts;
            Given given;
            try {
                parts = new ChangeParts(members, own, change);
                given = isOvertaken(sn) ? Given.TAKEN : give(change, parts, sn, staging, endNs);
            } finally {
                unlock();
            }
            if (given == Given.TURN) {
                return counts(change, parts.division(), endNs);
            }
            if (sn != ChangeOrder.ANY) {
                return null;
            }
            checkTime(endNs);
            pause(); // vertex partitions move: it is divided again
        }
    }

    long newChange() {
        return changeCount.incrementAndGet();
    }

    /** Returns until when a change that begins now waits for other nodes. */
    long endNs() {
        return clock.nanoTime() + LOAD_NS_MAX;
    }

    private boolean isOvertaken(long sn) {
        return sn != ChangeOrder.ANY && progress.made() >= sn;
    }

    /** One load or update is staged at a time: it may be large. */
    void lock() {
        try {
            if (loading.tryLock(LOAD_NS_MAX, TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw WukongsException.retriable("another load into the cluster takes long");
    }

    void unlock() {
        loading.unlock();
    }

    private Given give(
            long change, ChangeParts parts, long sn, Consumer<ChangeParts> staging, long endNs) {
        boolean isWhole = false;
        try {
            if (!isStaged(parts, staging)) {
                return Given.OTHER_OWNERS;
            }
            // That of this node needs the lock that this change has.
            awaitTurns(() -> hold.isHeldFor(members.self()), endNs);
            isWhole = !isOvertaken(sn);
            if (!isWhole) {
                return Given.TAKEN;
            }
        } finally {
            if (!isWhole) {
                drop(change, ChangeOrder.ANY, () -> {});
            }
        }
        Given given = null;
        try {
            given = order.give(new Wanted(change, sn, parts.owners(), Map.of(), null));
        } finally {
            if (given == Given.OTHER_OWNERS) {
                drop(change, ChangeOrder.ANY, () -> {});
            } else if (given != Given.TURN && sn != ChangeOrder.ANY) {
                drop(change, sn, () -> {});
            }
        }
        return given;
    }

    /** Returns false if the owners are others by now; a node that has left takes no part of it. */
    private boolean isStaged(ChangeParts parts, Consumer<ChangeParts> staging) {
        try {
            staging.accept(parts);
            return parts.await();
        } catch (WukongsException e) {
            boolean hasOthers = parts.owners() != members.newestOwners().number();
            if (e.category() == Category.RETRIABLE && hasOthers) {
                return false;
            }
            throw e;
        }
    }

    /**
     * Lets all nodes drop a change that gets no turn.
     *
     * @param sn the one turn that it may have got, if that is not known, or {@link ChangeOrder#ANY}
     * @param after is done when they have
     */
    void drop(long change, long sn, Runnable after) {
        dropped.add(new Dropped(change, sn, after));
        wake.run();
    }

    /** Waits while the update of some node goes first, if it is to wait for that. */
    private void awaitTurns(BooleanSupplier isHeld, long endNs) {
        while (isHeld.getAsBoolean()) {
            checkTime(endNs);
            pause.run();
        }
    }

    /** Waits until a node that has entered, if there is one, has begun. */
    private void awaitEntered() {
        long endNs = clock.nanoTime() + ENTER_NS_MAX;
        for (int node = progress.awaited(); node >= 0; node = progress.awaited()) {
            if (clock.nanoTime() - endNs > 0) {
                throw WukongsException.retriable(
                        "a node has entered and has not begun yet, all changes wait for it: place="
                                + node);
            }
            pause.run();
        }
    }

    /** Waits for something. */
    void await(BooleanSupplier isSo, long endNs) {
        awaitTurns(() -> !isSo.getAsBoolean(), endNs);
    }

    long nowNs() {
        return clock.nanoTime();
    }

    /** Lets other nodes do something. */
    void pause() {
        pause.run();
    }

    private void checkTime(long endNs) {
        if (clock.nanoTime() - endNs > 0) {
            throw WukongsException.retriable(
                    "a change is not shown in time, some node does not make its part");
        }
    }

    /**
     * Waits until all nodes show a change; returns what it has done. Asks all that do not show it
     * yet again and again, so that one that is gone is noticed.
     *
     * @param division between whom it is divided
     */
    ChangeCounts counts(long change, VersionedOwners.Version division, long endNs) {
        ChangeCounts[] counts = new ChangeCounts[division.nodeCount()];
        while (!isShown(change, division, counts)) {
            checkTime(endNs);
            pause.run();
        }
        ChangeCounts sum = counts[members.self()];
        for (int node = 0; node < counts.length; node++) {
            sum = node == members.self() || counts[node] == null ? sum : sum.plus(counts[node]);
        }
        return sum;
    }

    private boolean isShown(long change, VersionedOwners.Version division, ChangeCounts[] counts) {
        boolean shown = true;
        for (int node = 0; node < counts.length; node++) {
            if (counts[node] == null && isAsked(node, division)) {
                counts[node] = askCounts(node, change, division);
                shown &= counts[node] != null;
            }
        }
        return shown;
    }

    /** Returns false for a node that has left: it has nothing to say of what it had no part of. */
    private boolean isAsked(int node, VersionedOwners.Version division) {
        return division.takesPart(node)
                && (division.owners().hasPart(node) || members.takesPart(node));
    }

    private ChangeCounts askCounts(int node, long change, VersionedOwners.Version division) {
        if (node == members.self()) {
            return own.shownCounts(node, change, progress.shown());
        }
        WireWriter out = new WireWriter();
        out.begin(PeerMessage.SHOWN_COUNTS.code()).putLong(change);
        try {
            return ChangeCounts.read(members.peer(node).send(out).await());
        } catch (WukongsException e) {
            if (isAsked(node, division)) {
                throw e;
            }
            return null; // it has left meanwhile
        }
    }

    // Moves of vertex partitions

    /** Lets the node's thread note what turns change at vertices that move; null ends that. */
    void note(MoveNotes next) {
        notes = next;
        wakeNode.run();
    }

    /** Asks the node's thread what it knows of mentions, see {@link MoveNotes#askForMentions}. */
    void askForMentions(MoveNotes of) {
        of.askForMentions();
        wakeNode.run();
    }

    /** Where the node's thread notes what turns change, null if nothing moves. */
    public MoveNotes notes() {
        return notes;
    }

    /** As {@link ChangeOrder#give}, and tries to learn what has become of the change. */
    Given giveSurely(Wanted change) {
        for (int tries = 1; ; tries++) {
            try {
                return order.give(change);
            } catch (WukongsException e) {
                if (e.category() != Category.RETRIABLE || tries == GIVE_TRIES_MAX) {
                    throw e;
                }
                pause();
            }
        }
    }

    // Updates that go first

    /**
     * Asks all nodes, in one order, to give no other change a turn until {@link #freeTurns}, for 20
     * s at most; waits until they do so. What they have proposed by then may still get one.
     *
     * @throws WukongsException RETRIABLE if that is not so in time, or a node cannot be reached
     */
    public void holdTurns(long endNs) {
        awaitEntered();
        for (int node = 0; node < members.count(); node++) {
            while (!isHeldBy(node)) {
                if (clock.nanoTime() - endNs > 0) {
                    throw WukongsException.retriable("an update of another node takes long");
                }
                pause.run();
            }
        }
    }

    /** Returns whether a node holds its changes back, or has left, so that it has none. */
    private boolean isHeldBy(int node) {
        try {
            return !members.takesPart(node) || holdTurnsOf(node);
        } catch (WukongsException e) {
            if (members.takesPart(node)) {
                throw e;
            }
            return true; // it has left meanwhile
        }
    }

    private boolean holdTurnsOf(int node) {
        if (node == members.self()) {
            return hold.take(node, HOLD_NS);
        }
        WireWriter out = new WireWriter();
        out.begin(PeerMessage.HOLD_TURNS.code()).putLong(HOLD_NS);
        int isHeld = members.peer(node).send(out).await().getByte();
        return InputLimits.checkRange("flag", isHeld, 0, 1) == 1;
    }

    /** Ends that; a node that cannot be reached now goes on after the 20 s. */
    public void freeTurns() {
        hold.free(members.self());
        WireWriter out = new WireWriter();
        out.begin(PeerMessage.FREE_TURNS.code());
        for (int node = 0; node < members.count(); node++) {
            try {
                if (node != members.self() && members.takesPart(node)) {
                    members.peer(node).send(out).await();
                }
            } catch (WukongsException e) {
                LOG.warn("a node lets an update go first until its time is over", e);
            }
        }
    }

    /**
     * Waits a moment until queries see all changes that this node has made, and those up to a
     * snapshot.
     */
    public void awaitShown(long sn) {
        long endNs = clock.nanoTime() + SHOW_NS_MAX;
        while (progress.shown() < Math.max(sn, progress.made()) && clock.nanoTime() - endNs < 0) {
            pause.run();
        }
    }

    // Plans and progress

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
            if (!isStaged && !stage(task)) {
                return again(task);
            }
        } catch (WukongsException e) {
            if (e.category() != Category.RETRIABLE) {
                end(task);
                drop(task.change(), ChangeOrder.ANY, () -> {});
                task.staged().completeExceptionally(e);
                wakeNode.run();
                return 1;
            }
            throw e;
        }
        if (hold.isHeld()) {
            return 0;
        }
        Wanted wanted =
                new Wanted(task.change(), ChangeOrder.ANY, stagedOwners, task.batches(), null);
        if (order.give(wanted) == Given.OTHER_OWNERS) {
            return again(task);
        }
        end(task);
        task.staged().complete(true);
        return 1;
    }

    /** Returns false if the owners are others than when it was tried before. */
    private boolean stage(Task task) {
        ChangeParts parts = new ChangeParts(members, own, task.change());
        if (stagedOwners != 0 && parts.owners() != stagedOwners) {
            return false; // its parts of the first time may be more
        }
        stagedOwners = parts.owners();
        task.rows().forEach(parts::stage);
        if (!parts.await()) {
            throw WukongsException.retriable("nodes learn of vertex partitions that move");
        }
        isStaged = true;
        return true;
    }

    /** Lets the node's thread hand a plan on again, which is divided between other owners now. */
    private int again(Task task) {
        end(task);
        drop(task.change(), ChangeOrder.ANY, () -> {});
        task.staged().complete(false);
        wakeNode.run();
        return 1;
    }

    private void end(Task task) {
        tasks.remove(task);
        isStaged = false;
        stagedOwners = 0;
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
        Dropped next = dropped.peek();
        if (next == null) {
            return 0;
        }
        if (progress.madeByAll() < next.sn()) {
            dropped.add(dropped.remove()); // some node may still have to make it
            return 0;
        }
        own.drop(members.self(), next.change());
        WireWriter out = new WireWriter();
        out.begin(PeerMessage.DROP.code()).putLong(next.change());
        members.askOthers(out).forEach(Peer.PendingAnswer::await);
        dropped.remove();
        next.after().run();
        return 1;
    }

    @Override
    public String roleName() {
        return "wukongs-changes";
    }
}
