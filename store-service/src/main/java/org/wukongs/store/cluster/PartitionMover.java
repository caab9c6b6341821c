package org.wukongs.store.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.cluster.ChangeOrder.Given;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.graph.ReaderEpochs;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.graph.StoredSnapshot;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.TripleView;
import org.wukongs.stream.StreamDefinition;

/**
 * Gives vertex partitions of this node to another one (docs/adr/0048). That is a change of the
 * graphs like any other: what the partitions have is copied over a snapshot and staged at their new
 * owner; what has changed since is staged after it; and if no other change comes first, the move
 * has the next turn. Meanwhile everything else goes on, except that nobody gives new ids in these
 * partitions from the last copy until the turn is known. Any thread but the node's; one move at a
 * time.
 */
public final class PartitionMover {

    /** Tries before other changes are asked to wait. */
    private static final int FREE_TRIES = 3;

    /** Those that were proposed before are still made, so the first one after may fail. */
    private static final int TRIES_MAX = 20;

    /** Moves of other nodes may come first as often. */
    private static final int STARTS_MAX = 5;

    /** Vertices whose lists are read together. */
    private static final int BLOCK = 1 << 10;

    /** Ids of a list that are read together. */
    private static final int PAGE = 1 << 13;

    private final Members members;
    private final StoredGraphs stored;
    private final TermDictionary dictionary;
    private final ServedTerms terms;
    private final StagedChanges staged;
    private final PartitionedChanges changes;
    private final ReentrantLock moving = new ReentrantLock();
    private volatile boolean isUnknown; // whether the move before has its turn

    PartitionMover(
            Members members,
            StoredGraphs stored,
            TermDictionary dictionary,
            ServedTerms terms,
            StagedChanges staged,
            PartitionedChanges changes) {
        this.members = members;
        this.stored = stored;
        this.dictionary = dictionary;
        this.terms = terms;
        this.staged = staged;
        this.changes = changes;
    }

    /**
     * Moves partitions of this node; returns how many halves of triples have moved, when all nodes
     * show it.
     *
     * @param to place of the node that gets them
     * @throws WukongsException USER if this node does not own them, or they do not fit into the
     *     other one; RETRIABLE if a node cannot be reached, or other changes were always first, and
     *     then the move may be made, or not
     */
    public long move(List<Integer> partitions, int to) {
        ChangeOrder.Move move = new ChangeOrder.Move(to, List.copyOf(partitions));
        if (isUnknown || !moving.tryLock()) {
            throw WukongsException.retriable("this node moves other vertex partitions");
        }
        try {
            for (int start = 0; start < STARTS_MAX; start++) {
                check(move);
                long moved = tryToMove(move);
                if (moved >= 0) {
                    return moved;
                }
                changes.pause();
            }
        } finally {
            moving.unlock();
        }
        throw WukongsException.retriable("other vertex partitions move, try it again");
    }

    private void check(ChangeOrder.Move move) {
        if (!members.takesPart(move.to())
                || move.to() == members.self()
                || move.partitions().isEmpty()) {
            throw WukongsException.user(
                    "partitions move to another node of the cluster: to=" + move.to());
        }
        boolean[] seen = new boolean[Vids.PARTITION_COUNT];
        for (int partition : move.partitions()) {
            if (partition < 0 || partition >= seen.length || seen[partition]) {
                throw WukongsException.user(
                        "not a vertex partition, or named twice: partition=" + partition);
            }
            seen[partition] = true;
            if (!members.isOwn(partition)) {
                throw WukongsException.user(
                        "this node does not own the vertex partition: partition=" + partition);
            }
        }
    }

    /** Returns how many halves have moved, negative if the owners were others by then. */
    private long tryToMove(ChangeOrder.Move move) {
        Run run = new Run(move);
        changes.note(run.notes);
        try {
            if (!run.isGiven()) {
                return -1;
            }
        } finally {
            changes.note(null);
            run.end();
        }
        changes.counts(run.change, run.parts.division(), run.endNs);
        return run.parts.halfCount();
    }

    /** A move that is tried. */
    private final class Run {

        private final ChangeOrder.Move move;
        private final MoveNotes notes;
        private final long change = changes.newChange();
        private final long endNs = changes.endNs();
        private MoveParts parts;
        private long sn; // what is staged is of this snapshot
        private boolean isTurn;
        private long unknownSn = ChangeOrder.ANY; // a turn that it may have

        Run(ChangeOrder.Move move) {
            this.move = move;
            this.notes = new MoveNotes(move.partitions());
        }

        /** Stages the move and asks for its turn; returns false if the owners are others by now. */
        boolean isGiven() {
            changes.await(notes::isBegun, endNs);
            parts = new MoveParts(members, staged, dictionary, terms, change, move);
            copy();
            changes.lock();
            boolean holds = false;
            try {
                for (int tries = 1; tries <= TRIES_MAX; tries++) {
                    if (tries > FREE_TRIES) {
                        holds = true;
                        changes.holdTurns(endNs);
                    }
                    catchUp(notes.newestSn());
                    Given given = giveNext();
                    if (given != Given.TAKEN) {
                        return given == Given.TURN;
                    }
                    long taken = sn + 1;
                    changes.await(() -> notes.newestSn() >= taken, endNs);
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

        /** Stages what the partitions have, over a snapshot after which turns are noted. */
        private void copy() {
            long first = notes.newestSn(); // or an older one
            changes.await(() -> stored.memory().epochs().visibleSnapshot() >= first, endNs);
            ReaderEpochs.Reader reader = stored.memory().epochs().newReader();
            try {
                sn = reader.enter();
                parts.copyTerms(); // whatever the snapshot names has its id by now
                copy(reader);
            } finally {
                reader.leave();
                reader.close();
            }
        }

        private void copy(ReaderEpochs.Reader reader) {
            StoredSnapshot all = stored.at(sn);
            List<String> graphs = new ArrayList<>(all.namedGraphs());
            graphs.add(StreamDefinition.STORED);
            for (String graph : graphs) {
                TripleView view = all.graph(graph);
                for (int partition : move.partitions()) {
                    long last = parts.counter(partition);
                    for (long from = 1; from <= last; from += BLOCK) {
                        reader.checkSnapshot();
                        long to = Math.min(last, from + BLOCK - 1);
                        copy(graph, view, partition, from, to, Keys.OUT);
                        copy(graph, view, partition, from, to, Keys.IN);
                    }
                }
                parts.flush();
            }
        }

        /** Stages the halves of the vertices with the counters {@code from..to}. */
        private void copy(
                String graph, TripleView view, int partition, long from, long to, int direction) {
            int count = (int) (to - from + 1);
            long[] keys = new long[count];
            for (int i = 0; i < count; i++) {
                keys[i] = Keys.key(Vids.vid(from + i, partition), Keys.PREDICATES, direction);
            }
            Neighbours[] predicates = new Neighbours[count];
            view.neighbours(keys, 0, count, predicates);
            for (int i = 0; i < count; i++) {
                long vertex = Vids.vid(from + i, partition);
                for (int k = 0; k < predicates[i].size(); k++) {
                    long pid = predicates[i].get(k);
                    copy(graph, vertex, pid, direction, view);
                }
            }
        }

        private void copy(String graph, long vertex, long pid, int direction, TripleView view) {
            Neighbours list = view.neighbours(Keys.key(vertex, pid, direction));
            long[] ids = new long[Math.min(PAGE, list.size())];
            for (int from = 0; from < list.size(); from += PAGE) {
                int count = Math.min(PAGE, list.size() - from);
                list.copyTo(from, count, ids, 0);
                for (int i = 0; i < count; i++) {
                    parts.add(graph, vertex, pid, direction, ids[i]);
                }
            }
        }

        /** Stages what turns have changed since. */
        private void catchUp(long newest) {
            parts.copyTerms();
            for (GraphHalves later : notes.take(sn, newest)) {
                parts.add(later);
            }
            sn = newest;
        }

        /** Asks for the next turn. From here until it is known, nobody gives ids there. */
        private Given giveNext() {
            changes.askForMentions(notes); // first: the node's thread may wait for an id
            changes.await(() -> notes.told() != null, endNs);
            MoveNotes.Told told = notes.told();
            move.partitions().forEach(dictionary::close);
            boolean opens = true;
            try {
                catchUp(told.sn());
                told.entries().forEach(parts::add);
                if (!parts.await()) {
                    return Given.OTHER_OWNERS;
                }
                opens = false;
                unknownSn = sn + 1;
                Given given = giveSurely(sn + 1);
                unknownSn = ChangeOrder.ANY;
                isTurn = given == Given.TURN;
                opens = !isTurn;
                return given;
            } finally {
                if (opens) {
                    open();
                }
            }
        }

        private Given giveSurely(long turn) {
            try {
                return changes.giveSurely(
                        new ChangeOrder.Wanted(change, turn, parts.owners(), Map.of(), move));
            } catch (WukongsException e) {
                if (e.category() != WukongsException.Category.RETRIABLE) {
                    unknownSn = ChangeOrder.ANY; // it is refused
                    open();
                }
                throw e;
            }
        }

        private void open() {
            for (int partition : move.partitions()) {
                if (members.isOwn(partition)) {
                    dictionary.open(partition);
                }
            }
        }

        /** Lets all nodes forget the move if it has no turn, as soon as that is known. */
        void end() {
            if (unknownSn != ChangeOrder.ANY) {
                isUnknown = true;
                changes.drop(change, unknownSn, this::endUnknown);
            } else if (!isTurn) {
                changes.drop(change, ChangeOrder.ANY, () -> {});
            }
        }

        private void endUnknown() {
            open();
            isUnknown = false;
        }
    }
}
