package org.wukongs.store.node;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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
import java.util.stream.IntStream;
import org.agrona.CloseHelper;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Vids;
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
import org.wukongs.store.cluster.KnownGraphs;
import org.wukongs.store.cluster.LocalCluster;
import org.wukongs.store.cluster.LocalPeer;
import org.wukongs.store.cluster.LocalPredicates;
import org.wukongs.store.cluster.Members;
import org.wukongs.store.cluster.Peer;
import org.wukongs.store.cluster.PlacedStreams;
import org.wukongs.store.cluster.RemoteStreams;
import org.wukongs.store.cluster.ReplicaBegin;
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
import org.wukongs.store.progress.StablePoint;
import org.wukongs.stream.VertexOwners;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * Nodes of a cluster in one thread, each with a log and checkpoints on a disk that fails. A crash
 * of a disk ends its node, wherever that happens: in its own work, or in a request of another node,
 * which gets no answer then. Nodes pause, and the network between them fails: it loses requests and
 * answers, brings requests in another order, or when nobody waits for their answers any longer, and
 * cuts nodes off. What the nodes agree on is a list that each of them reads at its own pace.
 */
final class CrashingCluster {

    /** The streams, with the places at which they are registered. */
    static final Map<String, Integer> STREAMS =
            Map.of("http://x/s0", 0, "http://x/s1", 1, "http://x/k0", 0, "http://x/k1", 1);

    static final long TICK_NS = 10_000_000;
    private static final int KEEP_TRIES = 40;

    private static final int PLACES_MAX = 5;

    /** Versions of the owners that a checkpoint has. */
    private static final int OWNERS_KEPT = 4;

    /**
     * An entry of what the nodes agree on: a turn, or that a node joins, enters or leaves, which
     * has no number.
     *
     * @param owners that are new with it, null if they stay
     * @param homesTo place of the node that gets the streams of this one, -1 if they stay
     */
    private record Entry(
            long sn, int node, long change, VersionedOwners.Version owners, int homesTo) {

        Entry(long sn, int node, long change, VersionedOwners.Version owners) {
            this(sn, node, change, owners, -1);
        }

        /** Moves the homes of streams. */
        void follow(Map<String, Integer> homes) {
            if (homesTo >= 0) {
                homes.replaceAll((stream, home) -> home == node ? homesTo : home);
            }
        }
    }

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
        private Map<String, Integer> homes = new HashMap<>(STREAMS); // as far as it has read
        private int homesRead; // entries that these have
        private int entry; // with which it has entered, 0 if it has founded the cluster
        private long firstSn; // of the first snapshot in which it takes part
        private Members members;
        private int peers; // how many these have
        private int lives;
        private boolean hasLeft;
        private int pause; // rounds of work that it misses
        private StablePoint seen; // by who looks at it in this life
        private long shown; // the newest snapshot that its queries have seen, in all lives

        Place(int number, Path folder, Random random) {
            this.number = number;
            this.folder = folder;
            this.disk = new FaultyStorage(random);
        }

        boolean isAlive() {
            return node != null;
        }

        /** Returns whether the process of the node is stopped. */
        boolean isPaused() {
            return pause > 0;
        }

        /** Returns whether the node is the home of a stream, as far as it knows. */
        boolean isHome(String stream) {
            return homes.get(stream) == number;
        }

        /** Returns whether the node knows of another one that may have entered. */
        boolean knows(int other) {
            return owners.newest().takesPart(other);
        }

        /** Returns the partitions that the node owns, as far as it knows. */
        List<Integer> partitions() {
            return IntStream.range(0, Vids.PARTITION_COUNT).filter(this::owns).boxed().toList();
        }

        /** Returns whether the node owns a partition, as far as it knows. */
        boolean owns(int partition) {
            return owners.newest().owners().owner(partition) == number;
        }
    }

    private final Random random;
    private final LogOptions options;
    private final Path folder;
    private final long seed;
    private final int founderCount;
    private final VersionedOwners owners; // of all that is agreed on
    private final Path sharedIn; // null: nodes ask each other
    private final LocalPredicates predicates = new LocalPredicates();
    private final List<Entry> agreed = new ArrayList<>();
    final List<Place> places = new ArrayList<>();
    private long newestTurn;
    private long newestEpoch;
    private long nowNs;
    private boolean worksForPause;
    private boolean failsNetwork;
    private Place cutOff; // from all others, null for none

    int crashes;
    int pauses;
    int cuts;
    int delayed;
    int lateRequests;
    int crashesInRequests;
    int unknownTurns;
    int moves;
    int homesMoved;
    int stagedHomes;
    int entered;
    int enteredAgain;
    int left;
    int leftDead;
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
        this.folder = folder;
        this.seed = seed;
        this.founderCount = nodeCount;
        this.owners = new VersionedOwners(VertexOwners.of(nodeCount));
        this.sharedIn = (seed / 1000 & 1) == 0 ? null : folder.getParent().toAbsolutePath();
        for (int number = 0; number < nodeCount; number++) {
            places.add(newPlace());
        }
        places.forEach(this::begin);
        places.forEach(place -> place.serves = true);
        predicates.begin();
    }

    private Place newPlace() {
        int number = places.size();
        return new Place(number, folder.resolve("node-" + number), new Random(seed + 1 + number));
    }

    /**
     * A node more enters, if all others serve; its disk may fail before it knows the graphs, or
     * after that.
     */
    void enter() {
        if (places.size() == PLACES_MAX || !there().stream().allMatch(place -> place.serves)) {
            return;
        }
        Place place = newPlace();
        place.entry = agreed.size();
        place.firstSn = newestTurn + 1;
        places.add(place);
        owners.add(LocalCluster.afterEntry(owners.newest(), place.firstSn));
        agreed.add(new Entry(0, place.number, 0, owners.newest()));
        entered++;
        if (random.nextBoolean()) {
            place.disk.crashAt(1 + random.nextInt(20));
        }
        revive(place);
        enteredAgain += place.serves ? 0 : 1;
    }

    /** Returns the nodes that have not left. */
    List<Place> there() {
        return places.stream().filter(place -> !place.hasLeft).toList();
    }

    /** A node that owns nothing leaves, dead or alive, if it is the home of no streams. */
    void leave(Place place) {
        VersionedOwners.Version before = owners.newest();
        if (homes().containsValue(place.number)
                || before.owners().hasPart(place.number)
                || there().size() == 2) {
            return;
        }
        owners.add(LocalCluster.afterLeaving(before, newestTurn + 1, place.number));
        agreed.add(new Entry(0, place.number, ChangeTurns.LEFT, owners.newest()));
        left++;
        leftDead += place.isAlive() ? 0 : 1;
        place.hasLeft = true;
        if (place.isAlive()) {
            die(place, false);
        }
    }

    /** Returns the homes of all streams, by what is agreed on. */
    Map<String, Integer> homes() {
        return homes(agreed.size());
    }

    private Map<String, Integer> homes(int entries) {
        Map<String, Integer> homes = new HashMap<>(STREAMS);
        agreed.subList(0, entries).forEach(entry -> entry.follow(homes));
        return homes;
    }

    /** Lets a node that has entered know the graphs, if its log does not have that. */
    private void learnGraphs(Place place) {
        StoreNode node = place.node;
        long sn = place.firstSn - 1;
        if (node.stored().memory().publishedSnapshot() >= sn) {
            return;
        }
        for (int other = 0; other < place.peers; other++) {
            if (other == place.number || !places.get(other).serves) {
                continue;
            }
            KnownGraphs known = node.partitioned().known(other);
            if (known.sn() > sn) {
                throw new AssertionError("changes without a node: " + known.sn() + " > " + sn);
            }
            if (known.sn() == sn) {
                joined(keep(place, store -> store.enter(known)));
                return;
            }
        }
        throw WukongsException.retriable("no node tells of its graphs");
    }

    private static void joined(CompletableFuture<?> kept) {
        try {
            kept.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof WukongsException known ? known : e;
        }
    }

    /** Numbers predicates before anything fails. */
    void number(List<String> iris) {
        iris.forEach(places.get(0).node.dictionary()::predicateId);
        places.forEach(place -> keep(place, node -> {}).join());
        failsNetwork = true;
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
        place.read = known == null ? place.entry : ByteBuffer.wrap(known).getInt();
        place.homes = homes(agreed.size()); // it joins after these
        place.homesRead = agreed.size();
        place.owners = owners(place, place.read);
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
        place.seen = node.coordinator().stablePointAcquire();
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
                recorded.begin(
                        node.startAfter(place.lives),
                        place.disk,
                        place.logId,
                        end,
                        options,
                        () -> nowNs);
        predicates.join(node.dictionary());
        node.changes().begin(ChangeTurns.firstChange(place.epoch));
        node.keepChanges(action -> keep(place, action), () -> keepTerms(place));
        NodeCalls calls = calls(place, node);
        node.serveStreams(calls);
        place.pullers = node.replicaPullers(calls);
        for (int other = 0; other < place.peers; other++) {
            if (!place.knows(other)) {
                int gone = other;
                joined(keep(place, store -> store.forget(gone)));
            }
        }
        learnGraphs(place);
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
                joined(keep(place, store -> result.add(action.apply(store))));
                return result.get(0);
            }
        };
    }

    private static StreamHomes homesAt(Place place) {
        return new PlacedStreams(
                place.number,
                stream -> place.homes.getOrDefault(stream, -1),
                () -> STREAMS.keySet());
    }

    /** Returns the owners after so many entries; the versions before the newest ones are lost. */
    private VersionedOwners owners(Place place, int entries) {
        List<VersionedOwners.Version> known =
                agreed.stream().limit(entries).map(Entry::owners).filter(Objects::nonNull).toList();
        VersionedOwners kept = new VersionedOwners(VertexOwners.of(founderCount));
        if (place.entry > 0) {
            VersionedOwners.Version own = agreed.get(place.entry).owners();
            kept.beginWith(
                    new VersionedOwners.Version(
                            own.number(), own.fromSn() - 1, own.owners(), own.since()));
            known = known.stream().filter(next -> next.number() > own.number()).toList();
        }
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
            List<Integer> numbers = IntStream.range(0, founderCount).boxed().toList();
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
            stagedMoves += stagedMoves(cut, NodeRecord.StageMove.class);
            stagedHomes += stagedMoves(cut, NodeRecord.StageHomes.class);
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

    private static int stagedMoves(StoreCut cut, Class<? extends NodeRecord> type) {
        int count = 0;
        Iterator<NodeRecord> parts = cut.cluster().staged().get();
        while (parts.hasNext()) {
            count += type.isInstance(parts.next()) ? 1 : 0;
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
        place.pause = 0;
        noteShown(place);
        place.node = null;
        CloseHelper.close(place.data);
        place.data = null;
    }

    /** What a node shows never goes back while it lives, neither its graphs nor its streams. */
    private void checkShown(Place place) {
        StablePoint now = place.node.coordinator().stablePointAcquire();
        StablePoint before = place.seen;
        boolean goesBack = now.sn() < before.sn() || now.storedSnapshot() < before.storedSnapshot();
        for (String stream : STREAMS.keySet()) {
            boolean isHere = place.isHome(stream); // copies begin again
            goesBack |= isHere && now.stream(stream).stableMs() < before.stream(stream).stableMs();
        }
        if (goesBack) {
            throw new AssertionError("what is shown goes back: " + now + " after " + before);
        }
        place.seen = now;
    }

    private void noteShown(Place place) {
        if (place.node != null) {
            checkShown(place);
            place.shown = Math.max(place.shown, place.seen.storedSnapshot());
            readsInPlace += place.node.partitioned().reads().inPlaceCount();
        }
    }

    // What the nodes are to each other

    private ClusterPlace placeOf(Place place) {
        List<Peer> peers = new ArrayList<>();
        place.peers = place.owners.newest().nodeCount();
        for (Place other : places.subList(0, place.peers)) {
            peers.add(new Way(place, other));
        }
        place.members = new Members(place.owners, place.number, peers);
        return new ClusterPlace(
                place.members,
                predicates,
                change -> give(place, place.epoch, change),
                place.turns,
                () -> pause(place),
                () -> {
                    throw History.nodesWait();
                },
                homesAt(place),
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

    /** A node stops for some time: what it is asked meanwhile comes late. */
    void stop(Place place) {
        place.pause = 1 + random.nextInt(30);
        pauses++;
    }

    /** The network cuts a node off from all others until it does so with another one, or none. */
    void cutOff(Place place) {
        cutOff = place;
        cuts += place == null ? 0 : 1;
    }

    /**
     * The way from a node to another one: one connection, made again after each loss. What is under
     * way when it is lost may have been carried out, or is carried out before the next connection.
     */
    private final class Way implements Peer {

        private final Place from;
        private final Place to;
        private final long epoch;
        private final Deque<byte[]> late = new ArrayDeque<>();
        private long lateEpoch; // of the process that has these
        private long toEpoch; // of the process to which there is a connection, 0 for none
        private long connection; // number of the newest one

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
            byte[] frame = request.toBytes();
            if (!connects()) {
                throw unreachable();
            }
            if (to.isPaused() || happens()) {
                lose(frame);
                throw unreachable();
            }
            long sentOver = connection;
            if (failsNetwork && random.nextInt(8) == 0) {
                return () -> {
                    if (!connects() || connection != sentOver) {
                        throw unreachable();
                    }
                    delayed++;
                    return answer(frame).await();
                };
            }
            return answer(frame);
        }

        private PendingAnswer answer(byte[] frame) {
            WireWriter answer = carriedOut(frame);
            if (!from.isAlive() || from.epoch != epoch) {
                throw new FaultyStorage.Crash(); // it has died meanwhile, asked by the other one
            }
            if (answer == null || happens()) {
                toEpoch = 0;
                throw unreachable();
            }
            return LocalPeer.answered(answer);
        }

        /** Returns the answer of the node, null if it has died of the request. */
        private WireWriter carriedOut(byte[] frame) {
            WireWriter answer = new WireWriter();
            try {
                to.node.served().answer(from.number, WireReader.of(frame, 0), answer);
                return answer;
            } catch (FaultyStorage.Crash e) {
                if (to.isAlive()) {
                    die(to, true);
                    crashesInRequests++;
                }
                return null;
            }
        }

        /** Returns whether there is a connection, which is made if that is possible. */
        private boolean connects() {
            if (!to.serves || isCut()) {
                toEpoch = 0;
                return false;
            }
            if (toEpoch != to.epoch && !to.isPaused()) {
                if (!bringLate()) {
                    return false;
                }
                to.node.served().connected(from.number);
                toEpoch = to.epoch;
                connection++;
            }
            return toEpoch == to.epoch;
        }

        /** Carries out what had come over the connection before; returns false if that kills. */
        private boolean bringLate() {
            forgetLateOfOthers();
            while (!late.isEmpty()) {
                byte[] frame = late.remove();
                if (random.nextBoolean()) {
                    lateRequests++;
                    if (carriedOut(frame) == null) {
                        return false;
                    }
                }
            }
            return true;
        }

        /** What an earlier process of the node had is lost with it. */
        private void forgetLateOfOthers() {
            if (lateEpoch != to.epoch) {
                late.clear();
                lateEpoch = to.epoch;
            }
        }

        private boolean isCut() {
            return cutOff == from || cutOff == to;
        }

        private void lose(byte[] frame) {
            forgetLateOfOthers();
            late.add(frame);
            toEpoch = 0;
        }

        /** A node that has died and come back is another process. */
        @Override
        public long connection() {
            return connects() ? NOT_CONNECTED + connection : NOT_CONNECTED;
        }

        private boolean happens() {
            return failsNetwork && random.nextInt(200) == 0;
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
        agreed.add(new Entry(newestTurn, place.number, change, next, wanted.homesTo()));
        homesMoved += wanted.movesHomes() ? 1 : 0;
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
            if (entry.owners() != null) {
                for (; place.peers < entry.owners().nodeCount(); place.peers++) {
                    place.members.add(new Way(place, places.get(place.peers)));
                    NodeCalls calls = calls(place, place.node);
                    place.pullers.add(place.node.replicaPuller(place.peers, calls));
                }
                place.owners.add(entry.owners());
            }
            if (entry.sn() == 0 && entry.change() == ChangeTurns.LEFT) {
                place.members.remove(entry.node());
                place.node.served().left(entry.node());
                place.node.partitioned().remove(entry.node());
                place.turns.left(entry.node());
            } else if (entry.sn() == 0) {
                place.turns.begin(entry.node(), entry.change());
                place.node.partitioned().holdAgain();
                place.node.changes().tellAgain();
            } else {
                if (place.read >= place.homesRead) {
                    entry.follow(place.homes);
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
        List<Place> there = there();
        for (int i = 0; i < 6; i++) {
            work(there.get(random.nextInt(there.size())));
        }
    }

    /** Lets a node that serves do some of its work; its disk may crash. */
    void work(Place place) {
        nowNs += TICK_NS;
        if (!place.serves) {
            return;
        }
        if (place.isPaused()) {
            place.pause--;
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
            if (place.node == node) {
                checkShown(place);
            }
        } catch (FaultyStorage.Crash e) {
            if (place.node == node) {
                die(place, true);
            }
        }
    }

    /** Heals all disks, starts all nodes, and lets them work until nothing is left to do. */
    void settle() {
        failsNetwork = false;
        cutOff = null;
        places.forEach(place -> place.pause = 0);
        for (int i = 0; !isSettled(); i++) {
            if (i > 20_000) {
                throw new AssertionError("the cluster does not settle: " + describe());
            }
            for (Place place : there()) {
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

    /** Each node asks for the streams of the others, and ends that: it may have forgotten one. */
    void askForStreamsAgain() {
        settle();
        for (Place place : there()) {
            RemoteStreams remote = new RemoteStreams(place.members, place.node.dictionary());
            homes().forEach(
                            (stream, home) -> {
                                if (home != place.number && isKnown(home, stream)) {
                                    ReplicaBegin begin = remote.begin(home, stream);
                                    place.node
                                            .replicas()
                                            .settle(List.of(new StreamReplicas.Begun(home, begin)));
                                }
                            });
        }
    }

    private boolean isKnown(int home, String stream) {
        return places.get(home).node.streams().streamHere(stream).isPresent();
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
        for (Place place : there()) {
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
        for (Place place : there()) {
            count += place.node.replicas().cut().size();
            count += place.node.replicas().endedCut().size();
            count += place.node.replicaReaders().cut().size();
        }
        return count;
    }

    private boolean isSettled() {
        for (Place place : there()) {
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
        counts.put("pauses", pauses);
        counts.put("cuts", cuts);
        counts.put("delayed requests", delayed);
        counts.put("late requests", lateRequests);
        counts.put("reads in place", (int) Math.min(Integer.MAX_VALUE, readsInPlace));
        counts.put("unknownTurns", unknownTurns);
        counts.put("nodes that left", left);
        counts.put("dead nodes that left", leftDead);
        counts.put("moves", moves);
        counts.put("homes that moved", homesMoved);
        counts.put("homes staged in checkpoints", stagedHomes);
        counts.put("nodes that entered", entered);
        counts.put("nodes that entered and did not serve at once", enteredAgain);
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
