package org.wukongs.store.node;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.wukongs.client.CatalogEntry;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreStatus.LogStatus;
import org.wukongs.client.WindowResult;
import org.wukongs.store.checkpoint.CheckpointLog;
import org.wukongs.store.checkpoint.CheckpointPace;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.checkpoint.DataLog;
import org.wukongs.store.checkpoint.LogPoint;
import org.wukongs.store.checkpoint.ReadProgress;
import org.wukongs.store.checkpoint.StoreCut;
import org.wukongs.store.continuous.ContinuousCut;
import org.wukongs.store.continuous.ReaderConnection;
import org.wukongs.store.dictionary.TermReclamation;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.history.NodeLog;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.history.NodeRecordType;
import org.wukongs.store.history.NotNowException;
import org.wukongs.store.log.FaultyStorage;
import org.wukongs.store.log.LogEnd;
import org.wukongs.store.log.LogOptions;
import org.wukongs.store.log.LogWriter;
import org.wukongs.store.log.SyncMode;
import org.wukongs.store.progress.IntakePoint;
import org.wukongs.store.stream.StreamState;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.Retention;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * A node with a log on a disk that fails, which does things at random over several lives, beside
 * two models: a second node that is given each record as soon as it was made, and, for streams,
 * jobs that count what they have sent and what was acknowledged.
 */
final class NodeLogRun {

    private static final int STEP_MS = 100;
    private static final long PAUSE_NS = 1000;

    /** More often that of two streams, of which one is idle and is closed by the other. */
    private static final int[] QUERIES = {0, 1, 2, 3, 3, 3, 4};

    /** A writer of a job, which sends again what came after its last checkpoint. */
    private static final class Sender {
        final int index;
        final List<TupleBatch> unsaved = new ArrayList<>(); // in the order in which they are sent
        int sent; // of these, in this epoch
        long sequence;
        long acknowledged;
        long batch;
        MessageId saved;

        Sender(int index) {
            this.index = index;
        }
    }

    /** All writers of a stream. */
    private static final class Job {
        final StreamDefinition stream;
        final List<Sender> senders = new ArrayList<>();
        final boolean idles;
        long epoch;
        boolean open;
        boolean openIsKept;
        long tupleCount; // in all messages

        Job(StreamDefinition stream, int writers, boolean idles) {
            this.stream = stream;
            this.idles = idles;
            for (int i = 0; i < writers; i++) {
                senders.add(new Sender(i));
            }
        }

        void beginAnew() {
            for (Sender sender : senders) {
                sender.saved = null;
                sender.unsaved.clear();
            }
        }

        WriterId writer(int index) {
            return new WriterId(stream.name(), index, senders.size(), "job", 0);
        }
    }

    private record Waiting(long position, Runnable acknowledged) {}

    /** The log's, which fails; checkpoints are on another. */
    final FaultyStorage disk;

    private final Path directory;
    private DataDirectory data;
    private long logId;
    private long newestNumber; // of a checkpoint
    private boolean lostSome; // of the log, before a checkpoint
    private final Random random;
    private final LogOptions options;
    private final boolean hasFaults;
    private final boolean isTight;
    private final List<NodeRecord> records = new ArrayList<>();
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private final List<Job> jobs = new ArrayList<>();
    private final Set<String> acknowledgedEntries = new TreeSet<>();
    private final Set<String> acknowledgedTriples = new TreeSet<>();
    private long nowNs;
    private long start;
    private int names;
    private long spareEpoch = -1;
    private long spareSequence;
    private long spareBatch = 100;

    private StoreNode node;
    private LogWriter writer;
    private long askedTerms; // request of the log in the round that has begun
    private NodeLog log;
    private StoreNode shadow;
    private NodeReplay shadowReplay;
    private RecordedTerms shadowSource;
    private RecordedTerms shadowTerms;

    long recoveredRecords;
    long lostRecords;
    long comparedCount;
    long notNowCount;
    long shownLaterCount;
    long planCount;
    long checkpointCount;
    long openCount; // messages of open batches in checkpoints
    long restoredCount;
    long abandonedCount;
    long reclaimedTermCount;
    final Set<NodeRecordType> types = new TreeSet<>();

    /** {@code isTight}: rings are small, so that windows are lost and messages refused. */
    NodeLogRun(Path directory, long seed, SyncMode mode, boolean hasFaults, boolean isTight) {
        this.directory = directory;
        this.data = DataDirectory.open(directory, 2);
        DataLog log = data.log();
        log.begin(0);
        this.logId = log.id();
        this.isTight = isTight;
        this.random = new Random(seed);
        this.disk = new FaultyStorage(new Random(seed + 1));
        this.options = new LogOptions(mode, 4000, 20_000, PAUSE_NS);
        this.hasFaults = hasFaults;
        jobs.add(new Job(stream("s0"), 2, false));
        jobs.add(new Job(stream("s1"), 1, false));
        jobs.add(new Job(stream("s2"), 1, true));
    }

    private static StreamDefinition stream(String name) {
        return new StreamDefinition(name, STEP_MS, "http://g/" + name, Set.of("http://x/timing"));
    }

    private StoreNode newNode() {
        return new StoreNode(
                StoreConfig.builder()
                        .termCountMax(100_000)
                        .ringTupleCountMax(isTight ? 40 : 100_000)
                        .storeMemoryBytes(1 << 22)
                        .build(),
                () -> 0);
    }

    // The node's life

    /** Does some things; may end by a {@link FaultyStorage.Crash}. */
    void live(int steps) {
        for (int i = 0; i < steps; i++) {
            boolean heldBefore = node.coordinator().isHeld();
            try {
                step();
            } catch (NotNowException e) {
                notNowCount++;
            }
            shownLaterCount += heldBefore && !node.coordinator().isHeld() ? 1 : 0;
            acknowledge();
            if (random.nextInt(25) == 0) {
                compareSettled();
            }
        }
    }

    private void step() {
        Job job = jobs.get(random.nextInt(jobs.size()));
        switch (random.nextInt(hasFaults ? 22 : 21)) {
            case 0, 1, 2, 3, 4 -> send(job);
            case 5, 6 -> close(job);
            case 7 -> checkpointOfJob(job);
            case 8, 9, 10 -> work();
            case 11, 12, 13, 14 -> write();
            case 15 -> changeQueries();
            case 16 -> read();
            case 17 -> catalog();
            case 18 -> load();
            case 19 -> update();
            case 20 -> spare();
            default -> fault();
        }
        if (random.nextInt(60) == 0) {
            open(job);
        }
        if (random.nextInt(40) == 0) {
            checkpoint();
        }
        if (random.nextInt(10) == 0) {
            reclaimTerms();
        }
    }

    /** Begins a round, or ends the one that has begun, as {@link TermSweeper} does. */
    private void reclaimTerms() {
        TermReclamation reclamation = node.dictionary().reclamation();
        if (reclamation.endedCount() < reclamation.round()) {
            if (writer.preambles() >= askedTerms) {
                reclaimedTermCount += reclamation.endRound();
            }
            return;
        }
        try (TermRoots roots = node.termRoots()) { // first: it may have to wait
            reclamation.beginRound();
            roots.forEach(reclamation::mark);
        }
        askedTerms = writer.requestPreamble();
    }

    /** Makes a checkpoint; the disk of the log may crash meanwhile, or the process may end. */
    private void checkpoint() {
        try (StoreCut cut = whenPossible(() -> node.beginCut(null))) {
            openCount += cut.streams().stream().mapToLong(NodeLogRun::openCount).sum();
            if (random.nextBoolean()) {
                work();
                checkpointOfJob(jobs.get(0));
            }
            while (!cut.step()) {}
            newestNumber = data.write(cut, new RunLog(), CheckpointPace.NONE).number();
            checkpointCount++;
            writer.truncateBefore(Math.min(data.logNeededFrom(), writer.trustedPosition()));
        }
    }

    private static int openCount(StoreCut.StreamPart part) {
        return part.stream().ring().staged().size();
    }

    /** Lets the disk work, without faults, when a checkpoint waits for it. */
    private final class RunLog implements CheckpointLog {

        @Override
        public long id() {
            return logId;
        }

        @Override
        public void await() {
            long position = node.history().position();
            for (int i = 0; writer.trustedPosition() < position; i++) {
                check(i < 1000, "trusts", position, writer.trustedPosition());
                disk.endOfFaults();
                writer.requestSync();
                nowNs += PAUSE_NS;
                writer.agent().doWork();
            }
        }

        @Override
        public void mark(long number) {
            node.history().add(new NodeRecord.Checkpoint(number));
            await();
        }
    }

    private void fault() {
        switch (random.nextInt(4)) {
            case 0 -> disk.setRoom(random.nextInt(4000));
            case 1 -> disk.setErrors(random.nextInt(60), 0);
            case 2 -> {
                // What only the operating system had is lost by a failed sync, and then named.
                boolean counts = options.syncMode() != SyncMode.SYSTEM;
                disk.setErrors(0, counts ? random.nextInt(60) : 0);
            }
            default -> disk.endOfFaults();
        }
    }

    private void write() {
        nowNs += random.nextInt(2 * (int) PAUSE_NS);
        writer.agent().doWork();
        node.showKept();
    }

    private void work() {
        node.collect();
        node.deriveStreams(result -> {});
        node.doWork();
        if (random.nextInt(4) == 0) {
            node.reclaim();
        }
    }

    /** What the caller gets when everything so far is kept. */
    private void reply(Runnable acknowledged) {
        waiting.add(new Waiting(node.history().position(), acknowledged));
    }

    private void acknowledge() {
        while (!waiting.isEmpty() && node.history().isKept(waiting.peek().position())) {
            waiting.remove().acknowledged().run();
        }
    }

    // Streams

    private void send(Job job) {
        if (!job.open) {
            open(job);
            return;
        }
        Sender sender = job.senders.get(random.nextInt(job.senders.size()));
        if (sender.sent == sender.unsaved.size()) {
            sender.unsaved.add(newMessage(job, sender));
        }
        TupleBatch batch = sender.unsaved.get(sender.sent);
        EncodedBatch tuples = new TupleEncoder(node.dictionary()).encode(batch);
        ShardBatch message = ShardBatch.whole(sender.sequence + 1, tuples);
        WriterId by = job.writer(sender.index);
        if (node.writers().inject(by, job.epoch, message)) {
            sender.sequence++;
            sender.sent++;
            long sequence = sender.sequence;
            long epoch = job.epoch;
            reply(
                    () -> {
                        if (job.epoch == epoch) {
                            sender.acknowledged = sequence;
                        }
                    });
            if (random.nextInt(8) == 0) {
                check(node.writers().inject(by, job.epoch, message), "sent twice", true, false);
            }
        }
    }

    private TupleBatch newMessage(Job job, Sender sender) {
        if (random.nextInt(3) == 0) {
            sender.batch++;
        }
        int count = 1 + random.nextInt(3);
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String name = job.stream.name() + "-" + names++;
            tuples.add(
                    new Tuple(
                            sender.batch * STEP_MS + random.nextInt(STEP_MS),
                            "<http://x/" + name + ">",
                            random.nextInt(3) == 0 ? "<http://x/timing>" : predicate(),
                            "<http://x/o" + random.nextInt(4) + ">"));
        }
        job.tupleCount += count;
        return new TupleBatch(sender.batch, false, tuples);
    }

    private String predicate() {
        return "<http://x/p" + random.nextInt(random.nextInt(20) == 0 ? 40 : 3) + ">";
    }

    private void close(Job job) {
        Sender sender = job.senders.get(random.nextInt(job.senders.size()));
        if (!job.open || sender.sent < sender.unsaved.size()) {
            return;
        }
        WriterId by = job.writer(sender.index);
        if (job.idles && random.nextBoolean()) {
            node.writers().markIdle(by, job.epoch, sender.sequence);
            reply(() -> {});
            return;
        }
        long batch = sender.batch;
        node.writers().closeUpTo(by, job.epoch, batch, sender.sequence);
        sender.batch = batch + 1;
        reply(() -> {});
    }

    /**
     * All writers of a job save their positions, if everything that they sent was acknowledged and
     * is flushed.
     */
    private void checkpointOfJob(Job job) {
        for (Sender sender : job.senders) {
            if (!job.open
                    || !job.openIsKept
                    || sender.sent < sender.unsaved.size()
                    || sender.acknowledged < sender.sequence) {
                return;
            }
        }
        if (!node.history().isFlushed(node.history().position())) {
            node.history().requestFlush(); // a barrier waits for the disk, which may fail meanwhile
            return;
        }
        for (Sender sender : job.senders) {
            node.writers().flush(job.writer(sender.index), job.epoch, sender.sequence);
            sender.saved = new MessageId(job.epoch, sender.index, sender.sequence);
            sender.unsaved.clear();
            sender.sent = 0;
        }
    }

    /** The job goes on from its checkpoint; its writers open again, all of them. */
    private void open(Job job) {
        if (node.streams().stream(job.stream.name()).isEmpty()) {
            node.streams().register(job.stream);
        }
        List<MessageId> saved = new ArrayList<>();
        for (Sender sender : job.senders) {
            if (sender.saved != null) {
                saved.add(sender.saved);
            }
        }
        for (Sender sender : job.senders) {
            List<MessageId> own = sender.index == 0 ? saved : List.of();
            job.epoch =
                    whenPossible(
                            () ->
                                    node.openWriter(
                                            job.writer(sender.index), WriterOrigin.restored(own)));
            sender.sequence = 0;
            sender.sent = 0;
            sender.acknowledged = 0;
        }
        job.open = true;
        job.openIsKept = false;
        long epoch = job.epoch;
        reply(() -> job.openIsKept = job.epoch == epoch);
    }

    /** Lets the disk work, without faults, until a request need not wait. */
    private <T> T whenPossible(Supplier<T> request) {
        for (int i = 0; i < 10_000; i++) {
            try {
                return request.get();
            } catch (NotNowException e) {
                notNowCount++;
                disk.endOfFaults();
                nowNs += PAUSE_NS;
                writer.agent().doWork();
                node.showKept();
                node.doWork();
            }
        }
        throw new AssertionError("a request never gets its turn");
    }

    /** A stream whose triples are kept for a time, written as by numbered requests of HTTP. */
    private void spare() {
        StreamDefinition spare = stream("x").with(new Retention(3 * STEP_MS, Map.of()));
        if (node.streams().stream("x").isEmpty()) {
            node.streams().register(spare);
        } else if (random.nextInt(12) == 0) {
            node.dropStream("x");
        } else {
            WriterId by = new WriterId("x", 0, 1, "http", 0);
            node.history().together(() -> request(by));
            if (random.nextInt(3) == 0) {
                node.writers().closeUpTo(by, spareEpoch, spareBatch, spareSequence);
                spareBatch++;
            }
        }
        reply(() -> {});
    }

    private boolean request(WriterId by) {
        long epoch = node.writers().openSole(by, spareEpoch, true).getAsLong();
        spareSequence = epoch == spareEpoch ? spareSequence : 0;
        spareEpoch = epoch;
        long timeMs = spareBatch * STEP_MS;
        Tuple tuple =
                new Tuple(
                        timeMs,
                        "<http://x/spare" + random.nextInt(8) + ">",
                        predicate(),
                        "<http://x/o>",
                        random.nextInt(5) == 0);
        EncodedBatch tuples =
                new TupleEncoder(node.dictionary())
                        .encode(new TupleBatch(spareBatch, false, List.of(tuple)));
        if (node.writers().inject(by, epoch, ShardBatch.whole(spareSequence + 1, tuples))) {
            spareSequence++;
            IntakePoint intake = node.coordinator().progress("x").intake();
            node.writers().taken("x", intake.after(intake.sequence() + 1, timeMs));
        }
        return true;
    }

    // Queries

    private void changeQueries() {
        int number = QUERIES[random.nextInt(QUERIES.length)];
        String name = (number == 4 ? "d" : "q") + number;
        if (node.continuous().isRegistered(name)) {
            if (random.nextInt(4) == 0) {
                node.continuous().unregister(name);
                reply(() -> {});
            }
            return;
        }
        String stream = "s" + (number == 4 ? 0 : number % 3);
        String other = number == 3 ? " FROM STREAM s2 [RANGE 100ms STEP 100ms]" : "";
        if (node.streams().stream(stream).isEmpty() || node.streams().stream("s2").isEmpty()) {
            return;
        }
        String where = " FROM STREAM " + stream + " [RANGE 300ms STEP 100ms]" + other + " WHERE ";
        node.registerQuery(
                number == 4
                        ? "REGISTER STREAM d4 AS CONSTRUCT { ?s <http://x/seen> ?o }"
                                + where
                                + "{ ?s ?p ?o }"
                        : "REGISTER QUERY " + name + " AS SELECT ?s ?o" + where + "{ ?s ?p ?o }");
        reply(() -> {});
    }

    private void read() {
        List<String> queries =
                node.continuous().names().stream().filter(n -> n.startsWith("q")).sorted().toList();
        if (queries.isEmpty()) {
            return;
        }
        String name = queries.get(random.nextInt(queries.size()));
        ReaderId reader = ReaderId.ofQuery("r" + random.nextInt(2), name);
        switch (random.nextInt(4)) {
            case 0 ->
                    node.continuous()
                            .readers()
                            .attach(
                                    reader,
                                    random.nextBoolean()
                                            ? ReaderStart.earliest()
                                            : ReaderStart.latest(),
                                    new ReaderConnection(() -> 0));
            case 1 -> node.continuous().readers().detach(reader);
            default -> {
                var fetched = node.continuous().fetch(reader, Long.MIN_VALUE, 3);
                if (!fetched.results().isEmpty()) {
                    node.continuous().readers().release(reader, fetched.nextWindowEndMs());
                }
            }
        }
        reply(() -> {});
    }

    // Everything else

    private void catalog() {
        String key = "k" + random.nextInt(6);
        CatalogEntry entry = new CatalogEntry(key, Map.of("v", String.valueOf(names++)));
        List<CatalogEntry> known = node.catalogEntries().startingWith(key);
        switch (random.nextInt(3)) {
            case 0 -> node.catalogEntries().put(entry);
            case 1 -> {
                if (!known.isEmpty()) {
                    node.catalogEntries().change(new NodeRecord.ReplaceEntry(known.get(0), entry));
                }
            }
            default -> {
                if (random.nextBoolean()) {
                    node.catalogEntries().change(new NodeRecord.RemoveEntry(key));
                } else {
                    String own = "own" + names++;
                    node.catalogEntries().put(new CatalogEntry(own, Map.of()));
                    reply(() -> acknowledgedEntries.add(own));
                }
            }
        }
        reply(() -> {});
    }

    private void load() {
        TripleBuffer triples = new TripleBuffer();
        String subject = "<http://x/loaded" + names++ + ">";
        triples.append(
                node.dictionary().vertexId(subject),
                node.dictionary().predicateId(predicate()),
                node.dictionary().vertexId("<http://x/o" + random.nextInt(4) + ">"));
        node.loader().load("http://g/l" + random.nextInt(2), triples);
        reply(() -> acknowledgedTriples.add(subject));
    }

    private void update() {
        String graph = "<http://g/u" + random.nextInt(3) + ">";
        String triple =
                "<http://x/u" + random.nextInt(9) + "> <http://x/p> <http://x/v" + names++ + ">";
        node.update(
                switch (random.nextInt(6)) {
                    case 0 -> "DROP SILENT GRAPH " + graph;
                    case 1 -> "CLEAR SILENT GRAPH " + graph;
                    case 2 -> "CREATE SILENT GRAPH " + graph;
                    case 3 ->
                            "DELETE WHERE { GRAPH "
                                    + graph
                                    + " { <http://x/u"
                                    + random.nextInt(9)
                                    + "> ?p ?o } }";
                    default -> "INSERT DATA { GRAPH " + graph + " { " + triple + " } }";
                });
        reply(() -> {});
    }

    // Crashes

    /** The process ends, and with {@code machine} the machine too; then the node comes back. */
    void crashAndRecover(boolean machine) {
        long kept = node == null ? 0 : acknowledgedPosition();
        if (machine) {
            disk.crash();
            lostSome |= options.syncMode() == SyncMode.SYSTEM;
        }
        disk.endOfFaults();
        StoreNode dead = node;
        node = newNode();
        readCheckpoint();
        LogPoint from = data.log().from();
        check(from.id() == logId, "log", logId, from.id());
        RecordedNode recorded = new RecordedNode(node, node.restored() != null);
        LogEnd end =
                recorded.replay(disk, logId, from.position(), Long.MAX_VALUE, ReadProgress.NONE);
        data.settle();
        long position = end.position();
        check(position >= kept, "acknowledged", kept, position);
        check(position <= records.size(), "appended", records.size(), position);
        recoveredRecords += position;
        lostRecords += records.size() - position;
        records.subList((int) position, records.size()).clear();
        waiting.clear();
        newShadow(dead);
        compare();
        checkJobs();
        begin(recorded, end);
        if (machine && options.syncMode() == SyncMode.SYSTEM) {
            jobs.forEach(Job::beginAnew); // their checkpoints may have more than the store
        }
    }

    /** Fills the node from the newest checkpoint, or from the one before it. */
    private void readCheckpoint() {
        data.close();
        boolean goesBack = !lostSome && random.nextInt(3) == 0;
        Set<Long> abandoned = goesBack ? Set.of(newestNumber) : Set.of();
        data = DataDirectory.open(directory, 2, abandoned, null);
        node.read(data, ReadProgress.NONE);
        restoredCount += node.restored() == null ? 0 : 1;
        abandonedCount += abandoned.contains(0L) ? 0 : abandoned.size();
    }

    private long acknowledgedPosition() {
        return options.syncMode() == SyncMode.COMMIT
                ? writer.durablePosition()
                : options.syncMode() == SyncMode.BARRIER ? writer.durablePosition() : 0;
    }

    private void begin(RecordedNode recorded, LogEnd newestEnd) {
        start++;
        writer = recorded.begin(start, disk, logId, newestEnd, options, () -> nowNs);
        NodeRecord first = new NodeRecord.Start(start);
        records.add(first);
        shadowReplay.apply(first);
        log = new WrittenHistory(writer, options.syncMode());
        node.history().begin(new Tee());
        jobs.forEach(job -> job.open = false);
    }

    /** A new model that has done what the log has. */
    private void newShadow(StoreNode dead) {
        if (shadow != null) {
            shadow.close();
            dead.close();
        }
        shadow = newNode();
        shadowReplay = new NodeReplay(shadow);
        shadowTerms = new RecordedTerms(shadow.dictionary(), false);
        shadowSource = new RecordedTerms(node.dictionary(), false);
        copyTerms();
        records.forEach(shadowReplay::apply);
    }

    private void copyTerms() {
        shadowSource.appendTo(
                frame -> {
                    WireReader in = reader(frame);
                    shadowTerms.read(NodeRecordType.of(in.type()), in);
                });
    }

    private static WireReader reader(WireWriter frame) {
        return WireReader.of(frame.toBytes(), 0);
    }

    /** Gives each record to the model, too. */
    private final class Tee implements NodeLog {

        @Override
        public boolean hasRoom() {
            return log.hasRoom();
        }

        @Override
        public long append(NodeRecord record) {
            records.add(record);
            note(record);
            copyTerms();
            shadowReplay.apply(record);
            long position = log.append(record);
            check(position == records.size(), "position", records.size(), position);
            return position;
        }

        private void note(NodeRecord record) {
            types.add(record.type());
            planCount += record.type() == NodeRecordType.PLAN ? 1 : 0;
            if (record instanceof NodeRecord.Together together) {
                together.records().forEach(this::note);
            }
        }

        @Override
        public long position() {
            return log.position();
        }

        @Override
        public boolean isKept(long position) {
            return log.isKept(position);
        }

        @Override
        public boolean isFlushed(long position) {
            return log.isFlushed(position);
        }

        @Override
        public LogStatus status() {
            return log.status();
        }

        @Override
        public void requestFlush() {
            log.requestFlush();
        }
    }

    // Checks

    /** What was acknowledged to jobs has come back, and nothing that they never sent. */
    private void checkJobs() {
        Set<String> keys = new TreeSet<>();
        node.catalogEntries().startingWith("own").forEach(entry -> keys.add(entry.key()));
        Set<String> loaded = new TreeSet<>();
        for (String graph : List.of("http://g/l0", "http://g/l1")) {
            triples(node, graph).forEach(row -> loaded.add(row.substring(1, row.indexOf(','))));
        }
        if (options.syncMode() == SyncMode.COMMIT) {
            check(keys.containsAll(acknowledgedEntries), "entries", acknowledgedEntries, keys);
            check(loaded.containsAll(acknowledgedTriples), "loads", acknowledgedTriples, loaded);
            for (Job job : jobs) {
                checkPrefix(job);
            }
        }
        acknowledgedEntries.retainAll(keys);
        acknowledgedTriples.retainAll(loaded);
    }

    private void checkPrefix(Job job) {
        if (!job.open) {
            return;
        }
        for (Sender sender : job.senders) {
            if (sender.acknowledged == 0) {
                continue;
            }
            var progress = node.coordinator().progress(job.stream.name());
            if (progress.isCurrent(job.epoch)) {
                progress.checkComplete(sender.index, sender.acknowledged);
                long next = progress.uncommittedCount();
                check(next >= sender.acknowledged, "taken", sender.acknowledged, next);
            }
        }
    }

    /** Finishes what is under way, and compares the node with the model. */
    private void compareSettled() {
        settle();
        compare();
    }

    private void settle() {
        node.injection().finishPlan();
        disk.endOfFaults();
        for (int i = 0; node.coordinator().isHeld() || !waiting.isEmpty(); i++) {
            check(i < 1000, "settles", null, writer.stall());
            nowNs += PAUSE_NS;
            writer.agent().doWork();
            writer.requestSync();
            node.showKept();
            acknowledge();
        }
    }

    private void compare() {
        comparedCount++;
        String expected = describe(shadow);
        String found = describe(node);
        check(expected.equals(found), "state", expected, found);
        compareWindows();
        List<String> violations = node.check().violations();
        check(violations.isEmpty(), "violations", List.of(), violations);
    }

    private void compareWindows() {
        for (String name : node.continuous().names()) {
            if (name.startsWith("q")) {
                Map<Long, String> expected = windows(shadow, name);
                Map<Long, String> found = windows(node, name);
                check(expected.equals(found), "windows of " + name, expected, found);
            }
        }
    }

    private static Map<Long, String> windows(StoreNode of, String query) {
        Map<Long, String> windows = new TreeMap<>();
        ReaderId nobody = ReaderId.ofQuery("nobody", query);
        for (WindowResult window : of.continuous().fetch(nobody, Long.MIN_VALUE, 60).results()) {
            List<String> rows = new ArrayList<>();
            window.rows().forEach(row -> rows.add(String.join(",", row)));
            rows.sort(null);
            windows.put(window.windowEndMs(), rows.toString());
        }
        return windows;
    }

    private static List<String> triples(StoreNode of, String graph) {
        List<String> rows = new ArrayList<>();
        if (of.stored().graph(graph) != null) {
            of.query("SELECT ?s ?p ?o FROM <" + graph + "> { ?s ?p ?o }")
                    .rows()
                    .forEach(row -> rows.add("[" + String.join(",", row) + "]"));
        }
        rows.sort(null);
        return rows;
    }

    /** Everything that a log has to bring back. */
    private static String describe(StoreNode of) {
        StringBuilder text = new StringBuilder("sn=" + of.coordinator().newestSn() + "\n");
        for (StreamState state : of.streams().states()) {
            String name = state.definition().name();
            var progress = of.coordinator().progress(name);
            text.append(state.definition())
                    .append(" stable=" + of.coordinator().stableMs(name))
                    .append(" planned=" + state.plannedBatch())
                    .append(" staged=" + state.stagedTupleCount())
                    .append(" end=" + state.ring().end())
                    .append(" tail=" + state.ring().tail())
                    .append(" retained=" + state.ring().retainedFromMs())
                    .append(" tuples=" + state.tupleCount())
                    .append(" late=" + state.lateCount())
                    .append(" closed=" + progress.closedBatch())
                    .append(" idle=" + progress.idle())
                    .append(" writers=" + progress.writerCount())
                    .append(" uncommitted=" + progress.uncommittedCount())
                    .append(" intake=" + progress.intake())
                    .append(
                            " mentions="
                                    + (state.retention() == null
                                            ? 0
                                            : state.retention().mentionCount()))
                    .append('\n');
        }
        Set<String> graphs = new TreeSet<>(of.stored().namedGraphs());
        graphs.forEach(graph -> text.append(graph + triples(of, graph) + "\n"));
        ContinuousCut continuous = of.continuous().beginCut();
        while (!continuous.step()) {}
        continuous
                .queries()
                .forEach(
                        query ->
                                text.append(query.text().text())
                                        .append(" pinned=" + query.reading().pinned())
                                        .append(" from=" + query.reading().pinnedMs())
                                        .append(" lost=" + query.lost())
                                        .append(
                                                query.derived() == null
                                                        ? ""
                                                        : " closed="
                                                                + query.derived().closedBatch())
                                        .append('\n'));
        Set<String> readers = new TreeSet<>();
        continuous.readers().forEach(reader -> readers.add(reader.toString()));
        return text.append(readers).append(of.catalogEntries().startingWith("")).toString();
    }

    void close() {
        data.close();
    }

    /** Sends and closes everything; then each tuple of the jobs has counted once. */
    void end() {
        disk.endOfFaults();
        if (isTight) {
            compareSettled();
            node.close();
            shadow.close();
            return;
        }
        for (Job job : jobs) {
            if (!job.open) {
                whenPossible(
                        () -> {
                            open(job);
                            return true;
                        });
            }
            for (Sender sender : job.senders) {
                while (sender.sent < sender.unsaved.size()) {
                    whenPossible(
                            () -> {
                                TupleBatch batch = sender.unsaved.get(sender.sent);
                                EncodedBatch tuples =
                                        new TupleEncoder(node.dictionary()).encode(batch);
                                WriterId by = job.writer(sender.index);
                                sender.sequence++;
                                try {
                                    node.writers()
                                            .inject(
                                                    by,
                                                    job.epoch,
                                                    ShardBatch.whole(sender.sequence, tuples));
                                } catch (NotNowException e) {
                                    sender.sequence--;
                                    throw e;
                                }
                                return ++sender.sent;
                            });
                }
            }
            long last = job.senders.stream().mapToLong(sender -> sender.batch).max().orElse(0);
            for (Sender sender : job.senders) {
                whenPossible(
                        () ->
                                node.writers()
                                        .closeUpTo(
                                                job.writer(sender.index),
                                                job.epoch,
                                                last,
                                                sender.sequence));
            }
        }
        for (int i = 0;
                i < 10_000 && (node.coordinator().hasWork() || node.coordinator().isHeld());
                i++) {
            nowNs += PAUSE_NS;
            writer.requestSync();
            writer.agent().doWork();
            node.showKept();
            node.doWork();
        }
        compareSettled();
        for (Job job : jobs) {
            if (!job.idles) {
                long end = node.streams().state(job.stream.name()).ring().end();
                check(end == job.tupleCount, "tuples of " + job.stream, job.tupleCount, end);
            }
        }
        node.close();
        shadow.close();
    }

    private static void check(boolean holds, String what, Object expected, Object found) {
        if (!holds) {
            throw new AssertionError(what + ":\nexpected=" + expected + "\nfound   =" + found);
        }
    }
}
