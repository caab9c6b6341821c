package org.wukongs.store.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.WindowResult;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Vids;
import org.wukongs.naive.NaiveContinuous;
import org.wukongs.naive.NaiveStream;
import org.wukongs.naive.Seeds;
import org.wukongs.store.continuous.ContinuousEngine;
import org.wukongs.store.continuous.WindowFetch;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.history.NotNowException;
import org.wukongs.store.log.FaultyStorage;
import org.wukongs.store.log.SyncMode;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.Retention;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.WriterId;

/**
 * Nodes of a cluster load, update, write streams that add, remove and keep for a time, give each
 * other vertex partitions, and make checkpoints, and nodes enter and leave, while their machines
 * crash at any operation of their disks and come back, nodes pause, and the network fails. What was
 * acknowledged is there in the end, at every node, once and in the right order; what was not is
 * there as a whole or not at all.
 */
class ClusterCrashTest {

    private static final int RUNS = 60;
    private static final int STEPS = 250;

    /** Partitions that are given at a time: each needs a request, which may be lost. */
    private static final int PIECE = 16;

    private static final String FED = "http://x/fed";

    /** Fed by streams with a retention. */
    private static final String KEPT = "http://x/kept";

    /** Only updates change these. */
    private static final String COUNTED = "http://x/counted";

    private static final String DROPPED = "http://x/dropped";

    /** Batches for which triples are kept, those of the second predicate for longer. */
    private static final long KEPT_BATCHES = 3;

    private static final long KEPT_LONGER = 5;

    /** Queries over streams of two nodes, at the nodes of their first streams. */
    private static final List<Join> JOINS =
            List.of(new Join("W0", "s0", "s1"), new Join("W1", "s1", "s0"));

    private static final List<String> PREDICATES =
            List.of("<http://x/p0>", "<http://x/p1>", "<http://x/p2>");

    private final long seed = Seeds.seed(ClusterCrashTest.class);
    private final Map<String, Integer> counts = new TreeMap<>();

    @TempDir private Path folder;

    /** A query over a stream of its node and one that is copied. */
    private record Join(String name, String first, String second, String text) {

        Join(String name, String here, String copied) {
            this(
                    name,
                    "http://x/" + here,
                    "http://x/" + copied,
                    "REGISTER QUERY "
                            + name
                            + " AS SELECT * FROM STREAM <http://x/"
                            + here
                            + "> [RANGE 200ms STEP 100ms] FROM STREAM <http://x/"
                            + copied
                            + "> [RANGE 300ms STEP 100ms] WHERE { GRAPH <http://x/"
                            + here
                            + "> { ?a ?p ?b } GRAPH <http://x/"
                            + copied
                            + "> { ?c ?q ?b } }");
        }
    }

    /** A stream at a node, whose writer sends batch after batch. */
    private static final class Job {
        final StreamDefinition stream;
        long batch; // the next one
        List<Tuple> unacknowledged; // of that batch, null before it is sent
        long epoch = -1;
        int life = -1;
        int opened;
        final List<Tuple> removable = new ArrayList<>();
        final Map<Long, List<Tuple>> kept = new TreeMap<>(); // by batch, if the stream keeps them
        final List<Tuple> acknowledged = new ArrayList<>();

        Job(int node) {
            this(new StreamDefinition("http://x/s" + node, 100, FED, Set.of("http://x/p2")));
        }

        Job(StreamDefinition stream) {
            this.stream = stream;
        }

        /** A job of a stream that keeps what it says for a time. */
        static Job keeping(int node) {
            Retention retention =
                    new Retention(100 * KEPT_BATCHES, Map.of("http://x/p1", 100 * KEPT_LONGER));
            return new Job(
                    new StreamDefinition("http://x/k" + node, 100, KEPT, Set.of()).with(retention));
        }

        boolean keeps() {
            return !stream.retention().isForever();
        }

        /** Returns what mentions of this stream keep. */
        Set<String> keptTriples() {
            Set<String> triples = new TreeSet<>();
            kept.forEach(
                    (of, tuples) ->
                            tuples.stream()
                                    .filter(tuple -> batch - 1 - of < batches(tuple))
                                    .forEach(tuple -> triples.add(text(tuple))));
            return triples;
        }

        private static long batches(Tuple tuple) {
            return tuple.predicate().equals(PREDICATES.get(1)) ? KEPT_LONGER : KEPT_BATCHES;
        }
    }

    private static String text(Tuple tuple) {
        return tuple.subject() + tuple.predicate() + tuple.object();
    }

    /**
     * A triple that nodes load and streams remove in turns: a removal that was made twice would
     * take back a later load.
     */
    private static final class Toggle {
        final Tuple triple;
        boolean isKnown = true; // whether it is there or not
        boolean isLoaded;
        Job removedBy; // null if no removal is under way
        long removedIn; // the batch of that

        Toggle(int number) {
            String subject = "<http://x/toggle" + number + ">";
            triple = new Tuple(0, subject, PREDICATES.get(0), "<http://x/o0>");
        }

        String text() {
            return ClusterCrashTest.text(triple);
        }
    }

    /** One run. */
    private final class Run {
        private final Random random;
        private final CrashingCluster cluster;
        private final List<Job> jobs = new ArrayList<>();
        private final List<Job> keeping = new ArrayList<>();
        private int counted; // by acknowledged updates
        private int unknownCounted; // by updates that may be done
        private final Set<String> fed = new TreeSet<>(); // by acknowledged batches
        private final Set<String> loaded = new TreeSet<>(); // by acknowledged loads
        private final List<Set<String>> unknown = new ArrayList<>(); // loads that may be there
        private final List<Toggle> toggles = new ArrayList<>();
        private int names;

        Run(long runSeed) {
            random = new Random(runSeed);
            SyncMode mode = random.nextInt(3) == 0 ? SyncMode.BARRIER : SyncMode.COMMIT;
            Path ofRun = folder.resolve("run-" + runSeed);
            cluster = new CrashingCluster(2 + random.nextInt(2), mode, ofRun, runSeed);
            cluster.number(PREDICATES);
            for (int node = 0; node < 2; node++) {
                jobs.add(new Job(node));
                keeping.add(Job.keeping(node));
            }
            for (int toggle = 0; toggle < 6; toggle++) {
                toggles.add(new Toggle(toggle));
            }
        }

        void live() {
            for (int step = 0; step < STEPS; step++) {
                List<CrashingCluster.Place> there = cluster.there();
                CrashingCluster.Place place = there.get(random.nextInt(there.size()));
                if (place.isPaused()) {
                    cluster.workSome();
                    continue;
                }
                if (!place.isAlive()) {
                    if (random.nextInt(4) == 0) {
                        cluster.revive(place);
                    } else if (random.nextInt(10) == 0) {
                        cluster.leave(place);
                    }
                    cluster.workSome();
                    continue;
                }
                StoreNode node = place.node;
                try {
                    act(place);
                } catch (FaultyStorage.Crash e) {
                    if (place.node == node) {
                        cluster.die(place, true);
                    }
                }
            }
        }

        private void act(CrashingCluster.Place place) {
            switch (random.nextInt(28)) {
                case 0, 1 -> load(place);
                case 2 -> toggle(place, toggles.get(random.nextInt(toggles.size())));
                case 3, 4, 5, 6, 7 -> {
                    send(jobs.get(random.nextInt(jobs.size())), place);
                }
                case 16, 17 -> {
                    send(keeping.get(random.nextInt(keeping.size())), place);
                }
                case 14 -> {
                    unregister(JOINS.get(random.nextInt(JOINS.size())));
                }
                case 15 -> {
                    register(JOINS.get(random.nextInt(JOINS.size())));
                }
                case 18 -> countUp(place);
                case 19 -> createOrDrop(place);
                case 20, 21, 22 -> cluster.checkpoint(place);
                case 23 -> move(place);
                case 24 -> {
                    if (random.nextInt(6) == 0) {
                        cluster.enter();
                    } else if (random.nextInt(3) == 0) {
                        drain(place);
                    }
                }
                case 25 -> cluster.stop(place);
                case 27 -> {
                    if (random.nextInt(3) == 0) {
                        moveHomes(place, random.nextInt(cluster.places.size()));
                    }
                }
                case 26 -> cluster.cutOff(random.nextInt(3) == 0 ? place : null);
                case 8 -> place.disk.crashAt(1 + random.nextInt(60));
                case 9 -> {
                    if (random.nextInt(4) == 0) {
                        cluster.die(place, random.nextBoolean());
                    }
                }
                case 10 -> place.disk.setErrors(random.nextInt(20), random.nextInt(20));
                case 11 -> place.disk.endOfFaults();
                default -> cluster.workSome();
            }
        }

        /** Registers a query that copies the stream of another node, if it is not there yet. */
        private boolean register(Join join) {
            CrashingCluster.Place place = home(join.first());
            if (!place.isAlive() || !place.isHome(join.first())) {
                return false;
            }
            StoreNode node = place.node;
            try {
                node.registerQuery(join.text());
                return cluster.isFlushed(place);
            } catch (FaultyStorage.Crash e) {
                if (place.node == node) {
                    cluster.die(place, true);
                }
                return false;
            } catch (WukongsException e) {
                assertThat(e)
                        .matches(
                                failure ->
                                        e.category() == WukongsException.Category.RETRIABLE
                                                || e.getMessage().contains("stream"));
                return false;
            }
        }

        /** Unregisters a query if it is there: the node drops the copy and tells the home. */
        private void unregister(Join join) {
            CrashingCluster.Place place = home(join.first());
            if (place.isAlive()
                    && place.isHome(join.first())
                    && place.node.continuous().names().contains(join.name())) {
                try {
                    place.node.continuous().unregister(join.name());
                    count("unregistered");
                } catch (NotNowException e) {
                    count("not now");
                }
            }
        }

        /** In the end no stream is copied, and all homes know that. */
        private void endCopies() {
            cluster.settle();
            if (jobs.stream().anyMatch(job -> job.batch == 0)) {
                return; // the queries cannot be registered
            }
            for (Join join : JOINS) {
                // A home keeps what a node has asked for and does not know of, if it crashed or its
                // request came late, until that asks again.
                boolean isDone = false;
                for (int tries = 0; !isDone; tries++) {
                    assertThat(tries).isLessThan(100);
                    isDone = register(join);
                    cluster.settle();
                }
                unregister(join);
            }
            for (CrashingCluster.Place place : cluster.there()) {
                if (random.nextBoolean()) {
                    cluster.work(place);
                    cluster.isFlushed(place);
                    checkpoint(place);
                }
                if (place.isAlive() && random.nextBoolean()) {
                    cluster.die(place, random.nextBoolean());
                }
            }
            cluster.settle();
            JOINS.forEach(this::unregister); // the machine may have forgotten that
            cluster.askForStreamsAgain();
            cluster.endCopies();
        }

        /** What of streams the queries have is what was acknowledged, whatever has crashed. */
        private void compareWindows() {
            if (jobs.stream().allMatch(job -> job.batch > 0)) {
                JOINS.forEach(this::compareWindows);
            }
        }

        private void compareWindows(Join join) {
            if (!register(join)) {
                return;
            }
            CrashingCluster.Place place = home(join.first());
            long untilMs = 100 * Math.min(jobs.get(0).batch, jobs.get(1).batch);
            cluster.copyUntil(place, join.second(), untilMs);
            NaiveContinuous naive =
                    new NaiveContinuous(
                            jobs.stream()
                                    .map(job -> new NaiveStream(job.stream, job.acknowledged))
                                    .toList(),
                            Map.of());
            ContinuousEngine queries = place.node.continuous();
            long nextMs = Long.MIN_VALUE;
            while (nextMs <= untilMs) {
                WindowFetch fetch = queries.start(join.name(), nextMs, 16);
                try (fetch) {
                    FetchedWindows fetched = fetch.join();
                    for (WindowResult window : fetched.results()) {
                        compare(join, window, naive, untilMs);
                    }
                    if (fetched.results().isEmpty()) {
                        assertThat(nextMs)
                                .as(
                                        "no window is known of %s until %d: %s",
                                        join.name(), untilMs, cluster.describe())
                                .isEqualTo(Long.MIN_VALUE);
                        return;
                    }
                    nextMs = fetched.nextWindowEndMs();
                }
            }
        }

        private void compare(Join join, WindowResult window, NaiveContinuous naive, long untilMs) {
            if (window.windowEndMs() > untilMs) {
                return;
            }
            assertThat(window.rows().stream().map(List::of).toList())
                    .as("%s, window end %d", join.name(), window.windowEndMs())
                    .containsExactlyInAnyOrderElementsOf(
                            naive.rows(join.text(), window.windowEndMs()));
            count("windows");
        }

        private String iri(String name) {
            return "<http://x/" + name + ">";
        }

        private void toggle(CrashingCluster.Place place, Toggle toggle) {
            settle(toggle);
            if (!toggle.isKnown || toggle.isLoaded || toggle.removedBy != null) {
                return;
            }
            toggle.isKnown = false;
            try {
                TupleEncoder encoder = new TupleEncoder(place.node.dictionary());
                TupleBatch batch = new TupleBatch(0, false, List.of(toggle.triple));
                place.node.loader().load(FED, encoder.encode(batch));
                toggle.isLoaded = true;
                toggle.isKnown = true;
                count("toggles loaded");
            } catch (WukongsException e) {
                assertThat(e.category())
                        .as(e.getMessage())
                        .isEqualTo(WukongsException.Category.RETRIABLE);
            }
        }

        /** Notes that a removal is over: its stream's node shows all that it has. */
        private void settle(Toggle toggle) {
            Job job = toggle.removedBy;
            if (job == null || job.batch <= toggle.removedIn) {
                return;
            }
            StoreNode node = home(job.stream.name()).node;
            if (node != null && !node.coordinator().hasWork() && !node.coordinator().isHeld()) {
                toggle.removedBy = null;
                count("toggles removed");
            }
        }

        private void load(CrashingCluster.Place place) {
            Set<String> triples = new LinkedHashSet<>();
            TripleBuffer rows = new TripleBuffer();
            String subject = "l" + names++;
            try {
                for (int i = 0; i < 1 + random.nextInt(6); i++) {
                    String s = iri(subject + "-" + i);
                    String p = PREDICATES.get(random.nextInt(2));
                    String o = iri("o" + random.nextInt(8));
                    rows.append(
                            place.node.dictionary().vertexId(s),
                            place.node.dictionary().predicateId(p),
                            place.node.dictionary().vertexId(o));
                    triples.add(s + p + o);
                }
                place.node.loader().load(Map.of("http://x/loaded", new TripleBuffer[] {rows}));
                loaded.addAll(triples);
                count("loads");
            } catch (WukongsException e) {
                assertThat(e.category())
                        .as(e.getMessage())
                        .isEqualTo(WukongsException.Category.RETRIABLE);
                unknown.add(triples);
                count("unknown loads");
            } catch (FaultyStorage.Crash e) {
                unknown.add(triples);
                throw e;
            }
        }

        /** Reads a graph and changes it: to be done once, over what was done before. */
        private void countUp(CrashingCluster.Place place) {
            boolean isDone = false;
            try {
                isDone =
                        update(
                                place,
                                "WITH <"
                                        + COUNTED
                                        + "> DELETE { <http://x/c> <http://x/p0> ?n }"
                                        + " INSERT { <http://x/c> <http://x/p0> ?m } WHERE {"
                                        + " OPTIONAL { <http://x/c> <http://x/p0> ?n }"
                                        + " BIND(COALESCE(?n, 0) + 1 AS ?m) }");
            } finally {
                counted += isDone ? 1 : 0;
                unknownCounted += isDone ? 0 : 1;
            }
        }

        private void createOrDrop(CrashingCluster.Place place) {
            String graph = "<" + DROPPED + random.nextInt(3) + ">";
            String triple = iri("d" + random.nextInt(20)) + " <http://x/p1> " + iri("o0");
            update(
                    place,
                    random.nextInt(3) == 0
                            ? "DROP SILENT GRAPH " + graph
                            : "INSERT DATA { GRAPH " + graph + " { " + triple + " } }");
        }

        /** Some of a node's vertex partitions move to another one. */
        private void move(CrashingCluster.Place place) {
            int to = random.nextInt(cluster.places.size());
            int rest = random.nextInt(16);
            List<Integer> partitions =
                    IntStream.range(0, Vids.PARTITION_COUNT)
                            .filter(p -> p % 16 == rest && place.owns(p))
                            .boxed()
                            .toList();
            if (partitions.isEmpty() || to == place.number || !place.knows(to)) {
                return;
            }
            try {
                place.node.mover().move(partitions, to);
                count("moves done");
            } catch (WukongsException e) {
                assertThat(e.category())
                        .as(e.getMessage())
                        .isEqualTo(WukongsException.Category.RETRIABLE);
                count("unknown moves");
            }
        }

        /** A node gives its streams and queries to another one; returns whether that is known. */
        private boolean moveHomes(CrashingCluster.Place place, int to) {
            if (to == place.number || !place.knows(to)) {
                return false;
            }
            try {
                place.node.homesMover().move(to);
                count("homes moved");
                return true;
            } catch (WukongsException e) {
                assertThat(e.category())
                        .as(e.getMessage())
                        .isEqualTo(WukongsException.Category.RETRIABLE);
                count("unknown moves of homes");
                count(e.getMessage().replaceAll("[=:].*", ""));
                return false;
            }
        }

        private CrashingCluster.Place home(String stream) {
            return cluster.places.get(cluster.homes().get(stream));
        }

        /** A node gives away all that it has, if it can, and leaves, or dies before. */
        private void drain(CrashingCluster.Place place) {
            List<CrashingCluster.Place> there = cluster.there();
            int to = there.get(random.nextInt(there.size())).number;
            if (to == place.number || !place.knows(to)) {
                return;
            }
            if (cluster.homes().containsValue(place.number) && !moveHomes(place, to)) {
                return;
            }
            StoreNode node = place.node;
            List<Integer> left = place.partitions();
            for (int failures = 0; place.node == node && failures < 8 && !left.isEmpty(); ) {
                try {
                    node.mover().move(left.subList(0, Math.min(PIECE, left.size())), to);
                    count("drained pieces");
                } catch (WukongsException e) {
                    assertThat(e.category())
                            .as(e.getMessage())
                            .isEqualTo(WukongsException.Category.RETRIABLE);
                    failures++;
                    cluster.workSome();
                }
                left = place.partitions();
            }
            if (random.nextInt(3) == 0 && place.node == node) {
                cluster.die(place, random.nextBoolean());
            } else if (random.nextInt(4) > 0) {
                cluster.leave(place);
            }
        }

        private boolean update(CrashingCluster.Place place, String text) {
            try {
                place.node.update(text);
                count("updates");
                return true;
            } catch (WukongsException e) {
                assertThat(e.category())
                        .as(e.getMessage())
                        .isEqualTo(WukongsException.Category.RETRIABLE);
                count("unknown updates");
                return false;
            }
        }

        /** Sends a batch, closes it and flushes; a batch is sent until it is acknowledged. */
        private void send(Job job, CrashingCluster.Place place) {
            StoreNode node = place.node;
            if (!place.isHome(job.stream.name())) {
                return;
            }
            try {
                if (node.streams().stream(job.stream.name()).isEmpty()) {
                    node.streams().register(job.stream);
                }
                if (job.life != cluster.crashes || job.epoch < 0) {
                    job.epoch = node.openWriter(writer(job));
                    job.life = cluster.crashes;
                    job.opened = 0;
                }
                if (job.unacknowledged == null) {
                    job.unacknowledged = tuples(job);
                }
                TupleEncoder encoder = new TupleEncoder(node.dictionary());
                EncodedBatch batch =
                        encoder.encode(new TupleBatch(job.batch, false, job.unacknowledged));
                ShardBatch message = ShardBatch.whole(job.opened + 1, batch);
                if (!node.writers().inject(writer(job), job.epoch, message)) {
                    return;
                }
                job.opened++;
                node.writers().closeUpTo(writer(job), job.epoch, job.batch, job.opened);
                if (!cluster.isFlushed(place)) {
                    return;
                }
                if (job.keeps()) {
                    job.kept.put(job.batch, job.unacknowledged);
                    job.unacknowledged = null;
                    job.batch++;
                    count("kept batches");
                    return;
                }
                job.acknowledged.addAll(job.unacknowledged);
                for (Tuple tuple : job.unacknowledged) {
                    String text = text(tuple);
                    if (tuple.removal()) {
                        fed.remove(text);
                    } else if (!tuple.predicate().equals(PREDICATES.get(2))) {
                        fed.add(text);
                        job.removable.add(tuple);
                    }
                }
                job.unacknowledged = null;
                job.batch++;
                count("batches");
            } catch (NotNowException e) {
                count("not now");
            } catch (WukongsException e) {
                assertThat(e.category())
                        .as(e.getMessage())
                        .isEqualTo(WukongsException.Category.RETRIABLE);
            }
        }

        private WriterId writer(Job job) {
            return new WriterId(job.stream.name(), 0, 1, "job", job.life);
        }

        private List<Tuple> tuples(Job job) {
            return job.keeps() ? mentions(job) : changes(job);
        }

        /** Few triples, which are said again and again. */
        private List<Tuple> mentions(Job job) {
            List<Tuple> tuples = new ArrayList<>();
            for (int i = 0; i < random.nextInt(4); i++) {
                tuples.add(
                        new Tuple(
                                100 * job.batch + i,
                                iri("k" + random.nextInt(5)),
                                PREDICATES.get(random.nextInt(2)),
                                iri("k" + random.nextInt(5))));
            }
            return tuples;
        }

        private List<Tuple> changes(Job job) {
            List<Tuple> tuples = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(4); i++) {
                tuples.add(
                        new Tuple(
                                100 * job.batch + i,
                                iri("t" + names++),
                                PREDICATES.get(random.nextInt(3)),
                                iri("o" + random.nextInt(8))));
            }
            if (!job.removable.isEmpty() && random.nextBoolean()) {
                Tuple gone = job.removable.remove(random.nextInt(job.removable.size()));
                tuples.add(gone.at(100 * job.batch + 50).asRemoval());
            }
            for (Toggle toggle : toggles) {
                if (toggle.isLoaded && random.nextInt(3) == 0) {
                    tuples.add(toggle.triple.at(100 * job.batch + 60).asRemoval());
                    toggle.isLoaded = false;
                    toggle.removedBy = job;
                    toggle.removedIn = job.batch;
                }
            }
            return tuples;
        }

        void check() {
            cluster.settle();
            compare();
            compareWindows();
            send(1);
            compareKept();
            for (CrashingCluster.Place place : cluster.there()) {
                if (random.nextBoolean()) {
                    checkpoint(place);
                }
            }
            for (CrashingCluster.Place place : cluster.there()) {
                if (place.isAlive()) {
                    cluster.die(place, random.nextBoolean());
                }
            }
            cluster.settle();
            compare();
            compareWindows();
            compareKept();
            for (int batches = 0; batches <= KEPT_LONGER; batches++) {
                send(1); // what keeps a triple is what it was
                compareKept();
            }
            for (CrashingCluster.Place place : cluster.there()) {
                assertThat(place.node.served().staged().waitingCount()).isZero();
            }
            endCopies();
            cluster.counts().forEach((key, value) -> counts.merge(key, value, Integer::sum));
            cluster.close();
        }

        private void checkpoint(CrashingCluster.Place place) {
            StoreNode node = place.node;
            try {
                cluster.checkpoint(place);
            } catch (FaultyStorage.Crash e) {
                if (place.node == node) {
                    cluster.die(place, true);
                }
            }
        }

        /** Sends batches of all streams with a retention, and what they have not sent before. */
        private void send(int batches) {
            for (Job job : keeping) {
                long end = job.batch + batches;
                for (int tries = 0; job.batch < end; tries++) {
                    assertThat(tries).isLessThan(100);
                    cluster.settle();
                    CrashingCluster.Place place = home(job.stream.name());
                    StoreNode node = place.node;
                    try {
                        send(job, place);
                    } catch (FaultyStorage.Crash e) {
                        if (place.node == node) {
                            cluster.die(place, true);
                        }
                    }
                }
            }
            cluster.settle();
        }

        private void compareKept() {
            Set<String> expected = new TreeSet<>();
            keeping.forEach(job -> expected.addAll(job.keptTriples()));
            for (CrashingCluster.Place place : cluster.there()) {
                assertThat(rows(place.node, KEPT)).as("node %d", place.number).isEqualTo(expected);
                assertThat(place.node.check().violations()).isEmpty();
            }
        }

        /** Each update was done at all nodes, once, or at none. */
        private void compareUpdates() {
            Set<String> counts = rows(cluster.there().get(0).node, COUNTED);
            int count =
                    counts.isEmpty()
                            ? 0
                            : Integer.parseInt(counts.iterator().next().split("\"", -1)[1]);
            assertThat(counts.size()).isLessThanOrEqualTo(1);
            assertThat(count).isBetween(counted, counted + unknownCounted);
            for (CrashingCluster.Place place : cluster.there()) {
                assertThat(rows(place.node, COUNTED)).isEqualTo(counts);
                assertThat(dropped(place)).isEqualTo(dropped(cluster.there().get(0)));
            }
        }

        private Map<String, Set<String>> dropped(CrashingCluster.Place place) {
            Map<String, Set<String>> graphs = new TreeMap<>();
            for (String graph : place.node.stored().namedGraphs()) {
                if (graph.startsWith(DROPPED)) {
                    graphs.put(graph, rows(place.node, graph));
                }
            }
            return graphs;
        }

        private void compare() {
            compareUpdates();
            Set<String> expected = new TreeSet<>(loaded);
            for (CrashingCluster.Place place : cluster.there()) {
                Set<String> found = rows(place.node, "http://x/loaded");
                for (Set<String> load : unknown) {
                    boolean isThere = found.containsAll(load);
                    boolean isAway = load.stream().noneMatch(found::contains);
                    assertThat(isThere || isAway).as("a load is whole: %s", load).isTrue();
                    if (isThere) {
                        expected.addAll(load);
                    }
                }
                assertThat(found).as("node %d", place.number).isEqualTo(expected);
                Set<String> ofStreams = new TreeSet<>(rows(place.node, FED));
                for (Toggle toggle : toggles) {
                    settle(toggle);
                    if (toggle.isKnown && toggle.removedBy == null) {
                        boolean isThere = ofStreams.contains(toggle.text());
                        assertThat(isThere).as(toggle.text()).isEqualTo(toggle.isLoaded);
                    }
                    ofStreams.remove(toggle.text());
                }
                for (Job job : jobs) {
                    if (job.unacknowledged != null) {
                        leaveOut(job.unacknowledged, ofStreams);
                    }
                }
                assertThat(ofStreams).as("node %d", place.number).isEqualTo(fedWithout());
                assertThat(place.node.check().violations()).isEmpty();
            }
        }

        private Set<String> fedWithout() {
            Set<String> rest = new TreeSet<>(fed);
            for (Job job : jobs) {
                if (job.unacknowledged != null) {
                    leaveOut(job.unacknowledged, rest);
                }
            }
            return rest;
        }

        private void leaveOut(List<Tuple> tuples, Set<String> from) {
            tuples.forEach(
                    tuple -> from.remove(tuple.subject() + tuple.predicate() + tuple.object()));
        }

        private Set<String> rows(StoreNode node, String graph) {
            Set<String> rows = new TreeSet<>();
            if (!node.stored().isKnown(graph)) {
                return rows; // nothing has changed it yet
            }
            for (int i = 0; i < 100; i++) {
                try {
                    node.query("SELECT ?s ?p ?o FROM <" + graph + "> { ?s ?p ?o }")
                            .rows()
                            .forEach(row -> rows.add(String.join("", row)));
                    return rows;
                } catch (WukongsException e) {
                    assertThat(e.category())
                            .as(e.getMessage())
                            .isEqualTo(WukongsException.Category.RETRIABLE);
                    cluster.workSome();
                }
            }
            throw new AssertionError("a query is not answered: " + cluster.describe());
        }
    }

    private void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }

    @Test
    void whatWasAcknowledgedIsThereOnce() {
        long endNs =
                System.nanoTime()
                        + TimeUnit.MINUTES.toNanos(Long.getLong("wukongs.cluster.minutes", 0));
        int from = Integer.getInteger("wukongs.cluster.case", 0);
        for (int number = from; number < from + RUNS || System.nanoTime() - endNs < 0; number++) {
            long runSeed = seed + 1000L * number;
            try {
                Run run = new Run(runSeed);
                run.live();
                run.check();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed=" + seed + " case=" + number, e);
            }
        }
        System.out.println("ClusterCrashTest: " + new HashMap<>(counts));
        assertThat(counts.get("crashesInRequests")).isPositive();
        assertThat(counts.get("pauses")).isPositive();
        assertThat(counts.get("cuts")).isPositive();
        assertThat(counts.get("delayed requests")).isPositive();
        assertThat(counts.get("late requests")).isPositive();
        assertThat(counts.get("reads in place")).isPositive();
        assertThat(counts.get("loads")).isPositive();
        assertThat(counts.get("batches")).isPositive();
        assertThat(counts.get("kept batches")).isPositive();
        assertThat(counts.get("updates")).isPositive();
        assertThat(counts.get("homes moved")).isPositive();
        assertThat(counts.get("unknown moves of homes")).isPositive();
        assertThat(counts.get("homes staged in checkpoints")).isPositive();
        assertThat(counts.get("moves done")).isPositive();
        assertThat(counts.get("unknown moves")).isPositive();
        assertThat(counts.get("nodes that entered")).isGreaterThan(RUNS / 4);
        assertThat(counts.get("nodes that entered and did not serve at once")).isPositive();
        assertThat(counts.get("nodes that left")).isGreaterThan(RUNS / 10);
        assertThat(counts.get("drained pieces")).isPositive();
        assertThat(counts.get("dead nodes that left")).isPositive();
        assertThat(counts.get("nodes that left")).isGreaterThan(counts.get("dead nodes that left"));
        assertThat(counts.get("windows")).isGreaterThan(RUNS);
        assertThat(counts.get("checkpoints")).isPositive();
        assertThat(counts.get("changes staged in checkpoints")).isPositive();
        assertThat(counts.get("checkpoints with hidden snapshots")).isPositive();
        assertThat(counts.get("copies in checkpoints")).isPositive();
        assertThat(counts.get("copied streams in checkpoints")).isPositive();
        assertThat(counts.get("ended copies in checkpoints")).isPositive();
        assertThat(counts.get("unregistered")).isPositive();
        assertThat(counts.get("failed checkpoints")).isPositive();
        assertThat(counts.get("deleted segments")).isPositive();
        assertThat(counts.get("starts from checkpoints")).isPositive();
        assertThat(counts.get("moves staged in checkpoints")).isPositive();
        assertThat(counts.get("moves in checkpoints between record and turn")).isPositive();
        assertThat(counts.get("starts between a move's record and its turn")).isPositive();
        assertThat(counts.get("starts that have lost owners")).isPositive();
    }
}
