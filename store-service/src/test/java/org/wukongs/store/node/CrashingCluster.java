package org.wukongs.store.node;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.agrona.CloseHelper;
import org.wukongs.error.WukongsException;
import org.wukongs.store.checkpoint.CheckpointLog;
import org.wukongs.store.checkpoint.DataCluster;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.checkpoint.DataLog;
import org.wukongs.store.checkpoint.ReadProgress;
import org.wukongs.store.checkpoint.StoreCut;
import org.wukongs.store.cluster.ChangeOrder;
import org.wukongs.store.cluster.ChangeOrder.Given;
import org.wukongs.store.cluster.ChangeOrder.Wanted;
import org.wukongs.store.cluster.ChangeTurns;
import org.wukongs.store.cluster.ClusterPlace;
import org.wukongs.store.cluster.FabricOptions;
import org.wukongs.store.cluster.LocalCluster;
import org.wukongs.store.cluster.LocalPeer;
import org.wukongs.store.cluster.LocalPredicates;
import org.wukongs.store.cluster.Members;
import org.wukongs.store.cluster.Peer;
import org.wukongs.store.cluster.PlacedStreams;
import org.wukongs.store.cluster.StreamHomes;
import org.wukongs.store.cluster.VersionedOwners;
import org.wukongs.store.graph.SharedMemoryOptions;
import org.wukongs.store.history.History;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.history.NotNowException;
import org.wukongs.store.log.FaultyStorage;
import org.wukongs.store.log.LogEnd;
import org.wukongs.store.log.LogOptions;
import org.wukongs.store.log.LogWriter;
import org.wukongs.store.log.SyncMode;
import org.wukongs.stream.VertexOwners;
import org.wukongs.wire.WireWriter;

/**
 * Nodes of a cluster in one thread, each with a log and checkpoints on a disk that fails. A crash
 * of a disk ends its node, wherever that happens: in its own work, or in a request of another node,
 * which gets no answer then. What the nodes agree on is a list that each of them reads at its own
 * pace.
 */
final class CrashingCluster {

    /** Streams that queries of all nodes may read, at the places of their homes. */
    static final List<String> STREAMS = List.of("http://x/s0", "http://x/s1");

    static final long TICK_NS = 10_000_000;
    private static final int KEEP_TRIES = 40;

    /** Versions of the owners that a checkpoint has. */
    private static final int OWNERS_KEPT = 4;

    /**
     * An entry of what the nodes agree on: a turn, or a joining of a node, which has no number.
     *
     * @param owners that are new with it, null if they stay
     */
    private record Entry(long sn, int node, long change, VersionedOwners.Version owners) {}

    /** A node through all of its lives. */
    static final class Place {
        final int number;
        final FaultyStorage disk;
        private final Path folder; // of small files, which do not fail
        private DataDirectory data; // null while it is dead
        private long logId;
        private long newestCheckpoint; // that was acknowledged
        StoreNode node; // null while it is dead
        LogWriter writer;
        ChangeTurns turns;
        VersionedOwners owners;
        List<ReplicaPuller> pullers;
        boolean serves;
        boolean replays;
        private Set<Long> given = new HashSet<>();
        private long epoch;
        private int read; // entries
        private int lives;
        private long shown; // the newest snapshot that its queries have seen, in all lives

        Place(int number, Path folder, Random random) {
            this.number = number;
            this.folder = folder;
            this.disk = new FaultyStorage(random);
        }

        boolean isAlive() {
            return node != null;
        }

        /** Returns whether the node owns a partition, as far as it knows. */
        boolean owns(int partition) {
            return owners.newest().owners().owner(partition) == number;
        }
    }

    private final Random random;
    private final LogOptions options;
    private final VersionedOwners owners; // of all that is agreed on
    private final Path sharedIn; // null: nodes ask each other
    private final LocalPredicates predicates = new LocalPredicates();
    private final List<Entry> agreed = new ArrayList<>();
    final List<Place> places = new ArrayList<>();
    private long newestTurn;
    private long newestEpoch;
    private long nowNs;
    private boolean worksForPause;
    private boolean losesRequests;

    int crashes;
    int crashesInRequests;
    int unknownTurns;
    int moves;
    int stagedMoves;
    int waitingMoves;
    int restoredInMoves;
    int startsWithLostOwners;
    int secondTurns;
    int checkpoints;
    int stagedInCheckpoints;
    int hiddenInCheckpoints;
    int copiesInCheckpoints;
    int readersInCheckpoints;
    int endedCopiesInCheckpoints;
    int failedCheckpoints;
    int lateCheckpoints;
    int deletedSegments;
    int abandonedCheckpoints;
    int restored;
    int recordsAfterRestored;
    long readsInPlace; // of nodes that have died

    CrashingCluster(int nodeCount, SyncMode mode, Path folder, long seed) {
        this.random = new Random(seed);
        this.options = new LogOptions(mode, 8000, 60_000, 1000);
        this.owners = new VersionedOwners(VertexOwners.of(nodeCount));
        this.sharedIn = (seed / 1000 & 1) == 0 ? null : folder.getParent().toAbsolutePath();
        for (int number = 0; number < nodeCount; number++) {
            places.add(
                    new Place(
                            number,
                            folder.resolve("node-" + number),
                            new Random(seed + 1 + number)));
        }
        places.forEach(this::begin);
        places.forEach(place -> place.serves = true);
        predicates.begin();
    }

    /** Numbers predicates before anything fails. */
    void number(List<String> iris) {
        iris.forEach(places.get(0).node.dictionary()::predicateId);
        places.forEach(place -> keep(place, node -> {}).join());
        losesRequests = true;
    }

    // Lives

    /** Starts a node; its disk may fail meanwhile. */
    void begin(Place place) {
        place.lives++;
        newestEpoch++;
        place.epoch = newestEpoch;
        place.given = new HashSet<>();
        place.turns = new ChangeTurns();
        place.data = open(place);
        byte[] known = place.data.agreed();
        place.read = known == null ? 0 : ByteBuffer.wrap(known).getInt();
        place.owners = owners(place.read);
        long ownersSn = place.owners.newest().fromSn();
        agreed.stream()
                .skip(place.read)
                .filter(entry -> entry.owners() != null)
                .forEach(entry -> place.owners.add(entry.owners())); // it joins after these
        agreed.add(new Entry(0, place.number, ChangeTurns.firstChange(place.epoch), null));
        StoreNode node =
                new StoreNode(
                        StoreConfig.builder()
                                .termCountMax(100_000)
                                .storeMemoryBytes(1 << 22)
                                .ringTupleCountMax(10_000)
                                .build(),
                        () -> nowNs,
                        NodeThreads.NONE,
                        placeOf(place));
        place.node = node;
        place.replays = true;
        node.read(place.data, ReadProgress.NONE);
        boolean isInMove = ownersSn > node.stored().memory().publishedSnapshot();
        RecordedNode recorded = new RecordedNode(node, node.restored() != null);
        DataLog log = place.data.log();
        LogEnd end = LogEnd.empty(0);
        if (log.isNew()) {
            log.begin(0);
            place.logId = log.id();
        } else {
            long from = log.from().position();
            end = recorded.replay(place.disk, log.id(), from, Long.MAX_VALUE, ReadProgress.NONE);
        }
        place.data.settle();
        place.replays = false;
        if (node.restored() != null) {
            restored++;
            restoredInMoves += isInMove ? 1 : 0;
            recordsAfterRestored += (int) recorded.recordCount();
        }
        long back = node.stored().memory().publishedSnapshot();
        if (options.syncMode() == SyncMode.COMMIT && back < place.shown) {
            throw new AssertionError("what was shown goes back: " + back + " < " + place.shown);
        }
        place.writer =
                recorded.begin(place.lives, place.disk, place.logId, end, options, () -> nowNs);
        predicates.join(node.dictionary());
        node.changes().begin(ChangeTurns.firstChange(place.epoch));
        node.keepChanges(action -> keep(place, action), () -> keepTerms(place));
        NodeCalls calls = calls(place, node);
        node.serveStreams(calls);
        place.pullers = node.replicaPullers(calls);
    }

    private NodeCalls calls(Place place, StoreNode node) {
        return new NodeCalls() {
            @Override
            public <T> T call(Function<StoreNode, T> action) {
                return action.apply(node);
            }

            @Override
            public <T> T kept(Function<StoreNode, T> action) {
                List<T> result = new ArrayList<>();
                try {
                    keep(place, store -> result.add(action.apply(store))).join();
                } catch (CompletionException e) {
                    throw e.getCause() instanceof WukongsException known ? known : e;
                }
                return result.get(0);
            }
        };
    }

    private static StreamHomes homes(int self) {
        return new PlacedStreams(self, STREAMS::indexOf, () -> STREAMS);
    }

    /** Returns the owners after so many entries; the versions before the newest ones are lost. */
    private VersionedOwners owners(int entries) {
        List<VersionedOwners.Version> known =
                agreed.stream().limit(entries).map(Entry::owners).filter(Objects::nonNull).toList();
        VersionedOwners kept = new VersionedOwners(VertexOwners.of(places.size()));
        int lost = Math.max(0, known.size() - OWNERS_KEPT);
        if (lost > 0) {
            kept.beginWith(known.get(lost));
            startsWithLostOwners++;
        }
        known.forEach(kept::add);
        return kept;
    }

    private DataDirectory open(Place place) {
        boolean goesBack = place.newestCheckpoint > 0 && random.nextInt(4) == 0;
        Set<Long> abandoned = goesBack ? Set.of(place.newestCheckpoint) : Set.of();
        abandonedCheckpoints += abandoned.size();
        DataDirectory data =
                DataDirectory.open(
                        place.folder, 2, abandoned, null, path -> place.disk, () -> nowNs / 1000);
        if (DataCluster.of(place.folder) == null) {
            List<Integer> numbers = places.stream().map(other -> other.number).toList();
            new DataCluster("crashing", place.number, numbers, "a list", 1 + place.number)
                    .write(place.folder);
        }
        return data;
    }

    // Checkpoints

    /**
     * Makes a checkpoint while the nodes go on, if no plan waits for its turn; its disk may fail or
     * crash meanwhile.
     */
    void checkpoint(Place place) {
        StoreNode node = place.node;
        byte[] known = ByteBuffer.allocate(Integer.BYTES).putInt(place.read).array();
        read(place, Math.min(agreed.size(), place.read + random.nextInt(3)));
        byte[] kept = random.nextInt(4) == 0 ? null : known;
        try (StoreCut cut = cut(node, kept)) {
            stagedInCheckpoints += node.served().staged().waitingCount();
            hiddenInCheckpoints += node.coordinator().isHeld() ? 1 : 0;
            stagedMoves += stagedMoves(cut);
            waitingMoves += waitingMoves(cut);
            copiesInCheckpoints += cut.cluster().replicas().copies().size();
            readersInCheckpoints += cut.cluster().replicas().readers().size();
            endedCopiesInCheckpoints += cut.cluster().replicas().ended().size();
            place.newestCheckpoint =
                    place.data.write(cut, new PlaceLog(place), bytes -> goOn(place, node)).number();
            long needed = place.data.logNeededFrom();
            deletedSegments +=
                    place.writer.truncateBefore(Math.min(needed, place.writer.trustedPosition()));
            checkpoints++;
        } catch (NotNowException e) {
            lateCheckpoints++;
        } catch (WukongsException e) {
            if (e.category() != WukongsException.Category.RETRIABLE) {
                throw e;
            }
            failedCheckpoints++;
        }
    }

    private static int stagedMoves(StoreCut cut) {
        int count = 0;
        Iterator<NodeRecord> parts = cut.cluster().staged().get();
        while (parts.hasNext()) {
            count += parts.next() instanceof NodeRecord.StageMove ? 1 : 0;
        }
        return count;
    }

    /** Returns how many moves have a turn that waits for the node's thread. */
    private int waitingMoves(StoreCut cut) {
        List<NodeRecord.Turn> waiting = cut.cluster().head().waiting();
        return (int) waiting.stream().filter(turn -> isMove(turn.sn())).count();
    }

    private boolean isMove(long sn) {
        return agreed.stream().anyMatch(entry -> entry.sn() == sn && entry.owners() != null);
    }

    private static StoreCut cut(StoreNode node, byte[] known) {
        StoreCut cut = node.beginCut(known);
        while (!cut.step()) {}
        return cut;
    }

    private void goOn(Place place, StoreNode node) {
        workSome();
        checkLives(place, node);
    }

    private static void checkLives(Place place, StoreNode node) {
        if (place.node != node) {
            throw new FaultyStorage.Crash(); // it has died meanwhile
        }
    }

    private final class PlaceLog implements CheckpointLog {

        private final Place place;

        PlaceLog(Place place) {
            this.place = place;
        }

        @Override
        public long id() {
            return place.logId;
        }

        @Override
        public void await() {
            goOn(place, place.node);
            long position = place.node.history().position();
            for (int i = 0; i < KEEP_TRIES && !isTrusted(position); i++) {
                place.writer.requestSync();
                nowNs += TICK_NS;
                place.writer.agent().doWork();
            }
            if (!isTrusted(position)) {
                throw WukongsException.retriable("the disk of a node is slow");
            }
        }

        private boolean isTrusted(long position) {
            return place.writer.trustedPosition() >= position;
        }

        @Override
        public void mark(long number) {
            place.node.history().checkRoom();
            place.node.history().add(new NodeRecord.Checkpoint(number));
            await();
        }
    }

    /** A node that was dead serves again, if its disk lets it. */
    void revive(Place place) {
        try {
            begin(place);
            place.serves = true;
        } catch (FaultyStorage.Crash e) {
            die(place, true);
        } catch (WukongsException e) {
            if (e.category() != WukongsException.Category.RETRIABLE) {
                throw e;
            }
            die(place, false);
        }
    }

    /** Ends a node; the machine may have crashed with it. */
    void die(Place place, boolean machine) {
        crashes++;
        if (machine) {
            place.disk.crash();
        }
        place.disk.endOfFaults();
        place.serves = false;
        noteShown(place);
        place.node = null;
        CloseHelper.close(place.data);
        place.data = null;
    }

    private void noteShown(Place place) {
        if (place.node != null) {
            long shown = place.node.coordinator().stablePointAcquire().storedSnapshot();
            place.shown = Math.max(place.shown, shown);
            readsInPlace += place.node.partitioned().reads().inPlaceCount();
        }
    }

    // What the nodes are to each other

    private ClusterPlace placeOf(Place place) {
        List<Peer> peers = new ArrayList<>();
        for (Place other : places) {
            peers.add(new Way(place, other));
        }
        return new ClusterPlace(
                new Members(place.owners, place.number, peers),
                predicates,
                change -> give(place, place.epoch, change),
                place.turns,
                () -> pause(place),
                () -> {
                    throw History.nodesWait();
                },
                homes(place.number),
                fabric(place),
                this::isFed);
    }

    private FabricOptions fabric(Place place) {
        return sharedIn == null
                ? FabricOptions.TCP
                : new FabricOptions(
                        FabricOptions.Kind.AUTO,
                        new SharedMemoryOptions(sharedIn, "crashing", place.number));
    }

    private boolean isFed(String graph) {
        return places.stream()
                .filter(Place::isAlive)
                .flatMap(place -> place.node.streams().definitions().stream())
                .anyMatch(stream -> stream.graph().equals(graph));
    }

    /** The way from a node to another one. */
    private final class Way implements Peer {

        private final Place from;
        private final Place to;
        private final long epoch;

        Way(Place from, Place to) {
            this.from = from;
            this.to = to;
            this.epoch = from.epoch;
        }

        @Override
        public PendingAnswer send(WireWriter request) {
            if (from.replays) {
                throw new AssertionError("a node asks another one while it carries out its log");
            }
            if (!to.serves || isLost()) {
                throw unreachable();
            }
            PendingAnswer answer = null;
            try {
                answer = new LocalPeer(from.number, () -> to.node.served()).send(request);
            } catch (FaultyStorage.Crash e) {
                if (to.isAlive()) {
                    die(to, true);
                    crashesInRequests++;
                }
            }
            if (!from.isAlive() || from.epoch != epoch) {
                throw new FaultyStorage.Crash(); // it has died meanwhile, asked by the other one
            }
            if (answer == null || isLost()) {
                throw unreachable();
            }
            return answer;
        }

        /** A node that has died and come back is another process. */
        @Override
        public long connection() {
            return to.serves ? NOT_CONNECTED + 1 + to.epoch : NOT_CONNECTED;
        }

        private boolean isLost() {
            return losesRequests && random.nextInt(200) == 0;
        }

        private WukongsException unreachable() {
            return WukongsException.retriable("a node cannot be reached: node=" + to.number);
        }
    }

    private Given give(Place place, long epoch, Wanted wanted) {
        long change = wanted.change();
        long sn = wanted.sn();
        if (epoch != place.epoch) {
            throw new FaultyStorage.Crash();
        }
        read(place, agreed.size());
        if (place.given.remove(change)) {
            return Given.TURN;
        }
        if (wanted.owners() != owners.newest().number()) {
            return Given.OTHER_OWNERS;
        }
        if (sn != ChangeOrder.ANY && sn != newestTurn + 1) {
            return Given.TAKEN;
        }
        newestTurn++;
        if (wanted.move() != null) {
            owners.add(LocalCluster.afterMove(owners.newest(), newestTurn, wanted.move()));
            moves++;
        }
        VersionedOwners.Version next = wanted.move() == null ? null : owners.newest();
        agreed.add(new Entry(newestTurn, place.number, change, next));
        Place other = places.get(random.nextInt(places.size()));
        if (wanted.move() != null && other != place && other.serves) {
            restartBeforeTurn(other);
            if (epoch != place.epoch || !place.isAlive()) {
                throw new FaultyStorage.Crash(); // it has died meanwhile
            }
        }
        if (random.nextInt(6) == 0) {
            unknownTurns++;
            if (sn == ChangeOrder.ANY && random.nextInt(3) == 0) {
                newestTurn++; // it was proposed again before it was read
                agreed.add(new Entry(newestTurn, place.number, change, null));
                secondTurns++;
            }
            throw WukongsException.retriable("it is not known whether a change has a turn");
        }
        read(place, agreed.size());
        place.given.remove(change);
        return Given.TURN;
    }

    /** Lets a node read what was agreed on, up to an entry. */
    private void read(Place place, int end) {
        for (; place.read < end; place.read++) {
            Entry entry = agreed.get(place.read);
            if (entry.sn() == 0) {
                place.turns.begin(entry.node(), entry.change());
                place.node.partitioned().holdAgain();
                place.node.changes().tellAgain();
            } else {
                if (entry.owners() != null) {
                    place.owners.add(entry.owners());
                }
                place.turns.add(new ChangeTurns.Turn(entry.sn(), entry.node(), entry.change()));
                if (entry.node() == place.number
                        && entry.change() >= ChangeTurns.firstChange(place.epoch)) {
                    place.given.add(entry.change());
                }
            }
        }
    }

    /** A node comes back from a checkpoint that has the record of a move, and not its turn. */
    private void restartBeforeTurn(Place place) {
        StoreNode node = place.node;
        read(place, agreed.size());
        try {
            checkpoint(place);
            die(place, random.nextBoolean());
        } catch (FaultyStorage.Crash e) {
            if (place.node == node) {
                die(place, true);
            }
        }
    }

    /** Runs an action in a node's thread, and lets its disk work until it has that. */
    private CompletableFuture<?> keep(Place place, Consumer<StoreNode> action) {
        StoreNode node = place.node;
        try {
            action.accept(node);
        } catch (WukongsException e) {
            return CompletableFuture.failedFuture(e);
        }
        node.history().requestFlush();
        long position = node.history().position();
        for (int i = 0; i < KEEP_TRIES && !node.history().isFlushed(position); i++) {
            nowNs += 1000;
            place.writer.agent().doWork();
        }
        return node.history().isFlushed(position)
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.failedFuture(
                        WukongsException.retriable("the disk of a node is slow"));
    }

    /** As above, for its terms; the node's thread may be in the middle of something. */
    private void keepTerms(Place place) {
        long request = place.writer.requestPreamble();
        for (int i = 0; i < KEEP_TRIES && place.writer.preambles() < request; i++) {
            nowNs += 1000;
            place.writer.agent().doWork();
        }
        if (place.writer.preambles() < request) {
            throw WukongsException.retriable("the disk of a node is slow");
        }
    }

    /** Returns whether what a node has done so far is on disk, after its disk has worked. */
    boolean isFlushed(Place place) {
        return !keep(place, node -> {}).isCompletedExceptionally();
    }

    /** A load of a node waits for others. */
    private void pause(Place place) {
        if (worksForPause) {
            throw new AssertionError("a pause within a pause");
        }
        worksForPause = true;
        try {
            workSome();
        } finally {
            worksForPause = false;
        }
        if (!place.isAlive()) {
            throw new FaultyStorage.Crash();
        }
        nowNs += 500 * TICK_NS;
    }

    // Work

    /** Lets some nodes do some of their work. */
    void workSome() {
        for (int i = 0; i < 6; i++) {
            work(places.get(random.nextInt(places.size())));
        }
    }

    /** Lets a node that serves do some of its work; its disk may crash. */
    void work(Place place) {
        nowNs += TICK_NS;
        if (!place.serves) {
            return;
        }
        StoreNode node = place.node;
        try {
            switch (random.nextInt(5)) {
                case 3 -> place.pullers.forEach(ReplicaPuller::doWork);
                case 0 -> read(place, Math.min(agreed.size(), place.read + 1 + random.nextInt(3)));
                case 1 -> node.changes().doWork();
                case 2 -> place.writer.agent().doWork();
                default -> {
                    node.collect();
                    node.doWork();
                    node.showKept();
                }
            }
        } catch (FaultyStorage.Crash e) {
            if (place.node == node) {
                die(place, true);
            }
        }
    }

    /** Heals all disks, starts all nodes, and lets them work until nothing is left to do. */
    void settle() {
        losesRequests = false;
        for (int i = 0; !isSettled(); i++) {
            if (i > 20_000) {
                throw new AssertionError("the cluster does not settle: " + describe());
            }
            for (Place place : places) {
                place.disk.endOfFaults();
                if (!place.isAlive()) {
                    revive(place);
                }
                work(place);
            }
        }
    }

    /** Lets all nodes work until the copy of a stream at a node is stable up to a time. */
    void copyUntil(Place place, String stream, long stableMs) {
        settle();
        for (int i = 0; place.node.coordinator().stableMs(stream) < stableMs; i++) {
            if (i > 1_000) {
                throw new AssertionError("a stream is not copied: " + describe());
            }
            copyAndWork();
        }
    }

    /** Lets nodes work until none copies a stream that no query reads, and all homes know. */
    void endCopies() {
        settle();
        for (int i = 0; copyCount() > 0; i++) {
            if (i > 1_000) {
                throw new AssertionError("copies of streams do not end: " + describe());
            }
            copyAndWork();
        }
    }

    /** All nodes copy, which live then; the disks of others may still crash. */
    private void copyAndWork() {
        for (Place place : places) {
            StoreNode node = place.node;
            try {
                if (node != null) {
                    place.pullers.forEach(ReplicaPuller::doWork);
                }
            } catch (FaultyStorage.Crash e) {
                if (place.node == node) {
                    die(place, true);
                }
            }
            work(place);
        }
        settle();
    }

    private int copyCount() {
        int count = 0;
        for (Place place : places) {
            count += place.node.replicas().cut().size();
            count += place.node.replicas().endedCut().size();
            count += place.node.replicaReaders().cut().size();
        }
        return count;
    }

    private boolean isSettled() {
        for (Place place : places) {
            boolean isDone =
                    place.serves
                            && place.read == agreed.size()
                            && place.turns.next() == null
                            && place.node.stored().memory().publishedSnapshot() == newestTurn
                            && place.node.coordinator().stablePointAcquire().storedSnapshot()
                                    == newestTurn
                            && !place.node.coordinator().hasWork()
                            && !place.node.coordinator().isHeld();
            if (!isDone) {
                return false;
            }
        }
        return true;
    }

    String describe() {
        StringBuilder text = new StringBuilder("turns=" + newestTurn);
        for (Place place : places) {
            text.append("\nnode=" + place.number + " serves=" + place.serves);
            if (place.isAlive()) {
                text.append(" read=" + place.read + "/" + agreed.size())
                        .append(" made=" + place.node.stored().memory().publishedSnapshot())
                        .append(" shown=" + place.node.coordinator().stablePointAcquire())
                        .append(" work=" + place.node.coordinator().hasWork())
                        .append(" plan=" + place.node.coordinator().planUnderWay())
                        .append(" copies=" + place.node.replicas().cut())
                        .append(" ended=" + place.node.replicas().endedCut())
                        .append(" readers=" + place.node.replicaReaders().cut())
                        .append(" queries=" + place.node.continuous().names())
                        .append(" progress=" + place.node.served().progress().stable());
            }
        }
        return text.toString();
    }

    long newestTurn() {
        return newestTurn;
    }

    /** Frees all nodes that live; the others are freed with their garbage. */
    void close() {
        places.stream().filter(Place::isAlive).forEach(place -> place.node.close());
        places.forEach(place -> CloseHelper.close(place.data));
    }

    Map<String, Integer> counts() {
        Map<String, Integer> counts = new HashMap<>();
        counts.put("crashes", crashes);
        counts.put("crashesInRequests", crashesInRequests);
        counts.put("reads in place", (int) Math.min(Integer.MAX_VALUE, readsInPlace));
        counts.put("unknownTurns", unknownTurns);
        counts.put("moves", moves);
        counts.put("second turns", secondTurns);
        counts.put("checkpoints", checkpoints);
        counts.put("changes staged in checkpoints", stagedInCheckpoints);
        counts.put("moves staged in checkpoints", stagedMoves);
        counts.put("moves in checkpoints between record and turn", waitingMoves);
        counts.put("checkpoints with hidden snapshots", hiddenInCheckpoints);
        counts.put("copies in checkpoints", copiesInCheckpoints);
        counts.put("copied streams in checkpoints", readersInCheckpoints);
        counts.put("ended copies in checkpoints", endedCopiesInCheckpoints);
        counts.put("failed checkpoints", failedCheckpoints);
        counts.put("checkpoints that a plan is in the way of", lateCheckpoints);
        counts.put("deleted segments", deletedSegments);
        counts.put("abandoned checkpoints", abandonedCheckpoints);
        counts.put("starts from checkpoints", restored);
        counts.put("starts between a move's record and its turn", restoredInMoves);
        counts.put("starts that have lost owners", startsWithLostOwners);
        counts.put("records after these", recordsAfterRestored);
        return counts;
    }
}
