package org.wukongs.store.cluster;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.cluster.ChangeOrder.Given;
import org.wukongs.store.cluster.ChangeOrder.Wanted;
import org.wukongs.wire.WireWriter;

/**
 * Gives the streams and queries of this node to another one (docs/adr/0061). They stop changing,
 * their state is staged at the other node, which takes it over, and the change's turn says that
 * they are there from now on. If it gets no turn, everything is as before. Any thread but the
 * node's; one move at a time.
 */
public final class HomesMover {

    /** Requests wait meanwhile: a plan under way needs a turn, and all nodes to show it. */
    private static final long QUIET_NS_MAX = TimeUnit.SECONDS.toNanos(20);

    /** For so long the other node is asked to take over: it may be in the middle of a plan. */
    private static final long ADOPT_NS_MAX = TimeUnit.SECONDS.toNanos(20);

    /** Times that the node's thread is told that all may go on: its queue may be full. */
    private static final int THAW_TRIES_MAX = 100_000;

    /** Tries before other changes are asked to wait, and at most. */
    private static final int FREE_TRIES = 3;

    private static final int TRIES_MAX = 20;

    /** Messages that are under way. */
    private static final int AHEAD_MAX = 4;

    private final Members members;
    private final StagedChanges own;
    private final ChangeProgress progress;
    private final PartitionedChanges changes;
    private final MovingHomes homes;

    HomesMover(
            Members members,
            StagedChanges own,
            ChangeProgress progress,
            PartitionedChanges changes,
            MovingHomes homes) {
        this.members = members;
        this.own = own;
        this.progress = progress;
        this.changes = changes;
        this.homes = homes;
    }

    /**
     * Moves all streams and queries of this node; returns when all nodes show the change.
     *
     * @param to place of the node that gets them
     * @throws WukongsException USER if they cannot move there; RETRIABLE if a node cannot be
     *     reached, or other changes were always first, and then they may move, or not
     */
    public void move(int to) {
        if (!members.takesPart(to) || to == members.self()) {
            throw WukongsException.user("streams move to another node of the cluster: to=" + to);
        }
        homes.freeze(to);
        Run run = new Run(to);
        try {
            run.move();
        } finally {
            run.end();
            thaw();
        }
        changes.counts(run.change, run.division, run.endNs);
    }

    private void thaw() {
        for (int tries = 1; ; tries++) {
            try {
                homes.thaw();
                return;
            } catch (WukongsException e) {
                if (e.category() != Category.RETRIABLE || tries == THAW_TRIES_MAX) {
                    throw e;
                }
                changes.pause();
            }
        }
    }

    /** A move that is tried. */
    private final class Run {

        private final int to;
        private final long change = changes.newChange();
        private final long endNs = changes.endNs();
        private final VersionedOwners.Version division = members.newestOwners();
        private long unknownSn = ChangeOrder.ANY; // a turn that it may have
        private boolean isTurn;

        Run(int to) {
            this.to = to;
        }

        void move() {
            awaitQuiet();
            MovingHomes.State state = homes.state();
            changes.lock();
            boolean holds = false;
            try {
                stage(state);
                adopt(state);
                for (int tries = 1; tries <= TRIES_MAX; tries++) {
                    if (tries > FREE_TRIES && !holds) {
                        holds = true;
                        changes.holdTurns(endNs);
                    }
                    if (give()) {
                        return;
                    }
                }
            } finally {
                if (holds) {
                    changes.freeTurns();
                }
                changes.unlock();
            }
            throw WukongsException.retriable(
                    "other changes of the cluster came before the move each time, try it again");
        }

        private void awaitQuiet() {
            long quietNs = changes.nowNs() + QUIET_NS_MAX;
            while (!homes.isQuiet()) {
                if (changes.nowNs() - quietNs > 0) {
                    throw WukongsException.retriable(
                            "the streams do not come to rest, some node does not show their newest"
                                    + " batches");
                }
                changes.pause();
            }
        }

        /** Stages the state at the other node, and at all others that it moves. */
        private void stage(MovingHomes.State state) {
            Deque<Peer.PendingAnswer> answers = new ArrayDeque<>();
            boolean isDivided = true;
            int part = 0;
            for (int from = 0; part == 0 || from < state.bytes().length; part++) {
                int count = Math.min(MovedHomes.PART_BYTES, state.bytes().length - from);
                answers.add(send(to, part, state.bytes(), from, count));
                from += count;
                if (answers.size() > AHEAD_MAX) {
                    isDivided &= isDivided(answers.remove());
                }
            }
            for (int node = 0; node < division.nodeCount(); node++) {
                if (node != to && node != members.self() && division.takesPart(node)) {
                    answers.add(send(node, 0, MovedHomes.NOTHING, 0, 0));
                }
            }
            while (!answers.isEmpty()) {
                isDivided &= isDivided(answers.remove());
            }
            if (!isDivided) {
                throw otherOwners();
            }
            MovedHomes moved = new MovedHomes(to, MovedHomes.NOTHING);
            own.stage(members.self(), change, 0, GraphHalves.of(moved));
        }

        private Peer.PendingAnswer send(int node, int part, byte[] bytes, int from, int count) {
            WireWriter out = new WireWriter();
            out.begin(PeerMessage.STAGE_HOMES.code())
                    .putLong(change)
                    .putInt(part)
                    .putLong(division.number())
                    .putInt(to)
                    .putBytes(bytes, from, from + count);
            return members.peer(node).send(out);
        }

        private boolean isDivided(Peer.PendingAnswer answer) {
            return answer.await().getByte() != 0;
        }

        private void adopt(MovingHomes.State state) {
            long adoptNs = changes.nowNs() + ADOPT_NS_MAX;
            while (true) {
                WireWriter out = new WireWriter();
                out.begin(PeerMessage.ADOPT_HOMES.code())
                        .putLong(change)
                        .putList(state.copies(), MovingHomes.Copied::putTo);
                try {
                    members.peer(to).send(out).await();
                    return;
                } catch (WukongsException e) {
                    boolean isOver = changes.nowNs() - adoptNs > 0;
                    if (e.category() != Category.RETRIABLE || isOver) {
                        throw e;
                    }
                    changes.pause();
                }
            }
        }

        /** Asks for the next turn; returns false if another change has it. */
        private boolean give() {
            long turn = progress.made() + 1;
            unknownSn = turn;
            Given given =
                    changes.giveSurely(
                            new Wanted(change, turn, division.number(), Map.of(), null, to));
            unknownSn = ChangeOrder.ANY;
            isTurn = given == Given.TURN;
            if (given == Given.OTHER_OWNERS) {
                throw otherOwners();
            }
            if (!isTurn) {
                changes.await(() -> progress.made() >= turn, endNs);
            }
            return isTurn;
        }

        private WukongsException otherOwners() {
            return WukongsException.retriable(
                    "vertex partitions move, or a node enters or leaves, try it again");
        }

        /** Lets all nodes forget the move if it has no turn, as soon as that is known. */
        void end() {
            if (!isTurn) {
                changes.drop(change, unknownSn, () -> {});
            }
        }
    }
}
