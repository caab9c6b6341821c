package org.wukongs.store.node;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.wukongs.csparql.Catalog;
import org.wukongs.error.ElsewhereException;
import org.wukongs.error.WukongsException;
import org.wukongs.store.cluster.StreamHomes;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.history.History;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.progress.Coordinator;
import org.wukongs.store.progress.InjectionCycle;
import org.wukongs.store.stream.RingBounds;
import org.wukongs.store.stream.StreamRetention;
import org.wukongs.store.stream.StreamState;
import org.wukongs.store.stream.TransientMemory;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.StreamDefinition;

/**
 * The streams of a node by name, and the names of its stored graphs; no name is both. The node's
 * thread changes it, any thread looks names up.
 */
public final class StreamCatalog implements Catalog {

    /** More than there are graphs, so that the two kinds of change never give the same version. */
    private static final long CHANGE_STEP = 1L << 32;

    /**
     * A stream with a tuple has a chunk of 128 KiB, whatever --window-memory says: 512 MB for all.
     */
    public static final int STREAM_COUNT_MAX = 1 << 12;

    // In order of names, and replaced by a changed copy: executions look up all of their streams.
    private volatile Map<String, StreamState> streams = Map.of();
    private final StoreConfig config;
    private final TermDictionary dictionary;
    private final StoredGraphs stored;
    private final TransientMemory transientMemory;
    private final Coordinator coordinator;
    private final InjectionCycle injection;
    private final History history;
    private final StreamHomes homes;
    private long removedCount;
    private final AtomicLong changes = new AtomicLong(); // owner: the node's thread

    /** {@code homes} has the streams of other nodes. */
    StreamCatalog(
            StoreConfig config,
            TermDictionary dictionary,
            StoredGraphs stored,
            Coordinator coordinator,
            InjectionCycle injection,
            History history,
            StreamHomes homes) {
        this.homes = homes;
        this.config = config;
        this.dictionary = dictionary;
        this.stored = stored;
        this.transientMemory = new TransientMemory(config.windowMemoryBytes());
        this.coordinator = coordinator;
        this.injection = injection;
        this.history = history;
    }

    /**
     * Names for queries that read what is here already: streams of other nodes are found only if
     * this node copies them, and then as its own are.
     */
    Catalog forQueries() {
        return new Catalog() {
            @Override
            public Set<String> streamNames() {
                return StreamCatalog.this.streamNames();
            }

            @Override
            public Optional<StreamDefinition> stream(String name) {
                return Optional.ofNullable(streams.get(name)).map(StreamState::definition);
            }

            @Override
            public Set<String> graphNames() {
                return StreamCatalog.this.graphNames();
            }
        };
    }

    /** The names of all streams, in a cluster those of other nodes too. */
    @Override
    public Set<String> streamNames() {
        Set<String> others = homes.names();
        if (others.isEmpty()) {
            return Set.copyOf(streams.keySet());
        }
        Set<String> all = new HashSet<>(streams.keySet());
        all.addAll(others);
        return all;
    }

    /** {@inheritDoc} Throws an {@link ElsewhereException} if another node has the stream. */
    @Override
    public Optional<StreamDefinition> stream(String name) {
        Optional<StreamDefinition> here = streamHere(name);
        if (here.isEmpty()) {
            checkNotElsewhere(name);
        }
        return here;
    }

    /** The stream of this name, if this node is its home. */
    public Optional<StreamDefinition> streamHere(String name) {
        return Optional.ofNullable(streams.get(name))
                .filter(state -> state.replica() == null)
                .map(StreamState::definition);
    }

    @Override
    public Set<String> graphNames() {
        return stored.namedGraphs();
    }

    /** A number that changes whenever a name may change its meaning. Any thread. */
    public long version() {
        return changes.get() + stored.nameVersionAcquire() + homes.version();
    }

    /** The memory of all rings and their indexes. */
    TransientMemory memory() {
        return transientMemory;
    }

    /** The registered streams whose home is this node, in order of their names. */
    public List<StreamDefinition> definitions() {
        return streams.values().stream()
                .filter(state -> state.replica() == null)
                .map(StreamState::definition)
                .toList();
    }

    Collection<StreamState> states() {
        return Collections.unmodifiableCollection(streams.values());
    }

    /** The state of a stream; USER error if there is no such stream. */
    StreamState state(String name) {
        StreamState state = streams.get(name);
        if (state == null) {
            checkNotElsewhere(name);
            throw WukongsException.user(
                    "no such stream: name=" + name + " registered=" + streams.keySet());
        }
        return state;
    }

    /** USER error if there is no such stream, or another node is its home. */
    void checkIsHome(String name) {
        if (state(name).replica() != null) {
            checkNotElsewhere(name);
            throw WukongsException.user("another node is the home of the stream: name=" + name);
        }
    }

    private void checkNotElsewhere(String name) {
        ElsewhereException elsewhere = homes.elsewhere(name);
        if (elsewhere != null) {
            throw elsewhere;
        }
    }

    /** USER error if a stream has this name. */
    void checkIsGraph(String name) {
        if (streams.containsKey(name) || homes.elsewhere(name) != null) {
            throw WukongsException.user("a stream has this name: name=" + name);
        }
    }

    /** USER error if an update cannot change a graph of this name. */
    void checkGraphName(String name) {
        checkIsGraph(name);
        InputLimits.checkLength("name", name, InputLimits.NAME_CHARS_MAX);
    }

    /** Returns the names of the graphs that streams of this node feed. Any thread. */
    Set<String> fedGraphs() {
        Set<String> fed = new HashSet<>();
        for (StreamState state : streams.values()) {
            if (state.replica() != null) {
                continue; // its home says what it stores
            }
            fed.add(state.definition().graph());
        }
        return fed;
    }

    /** Registers a stream; registering an equal definition again changes nothing. */
    public void register(StreamDefinition definition) {
        StreamState known = streams.get(definition.name());
        if (known == null) {
            history.checkRoom();
            add(definition, true);
            history.add(new NodeRecord.RegisterStream(definition));
        } else if (!known.definition().equals(definition)) {
            throw WukongsException.user(
                    "the stream is registered with another definition: known="
                            + known.definition()
                            + " asked="
                            + definition);
        }
    }

    /**
     * Adds a new stream; if it is not {@code absorbed}, its timeless triples are not stored either.
     */
    void add(StreamDefinition definition, boolean absorbed) {
        if (stored.graph(definition.name()) != null) {
            throw WukongsException.user("a stored graph has this name: name=" + definition.name());
        }
        String graph = definition.graph();
        if (graph.equals(definition.name()) || streams.containsKey(graph)) {
            throw WukongsException.user(
                    "a stream must feed a stored graph, but this is a stream: graph=" + graph);
        }
        checkCount();
        add(newState(definition, absorbed));
    }

    private StreamState newState(StreamDefinition definition, boolean absorbed) {
        long[] timing =
                definition.timingPredicates().stream()
                        .mapToLong(iri -> constantPid("<" + iri + ">"))
                        .toArray();
        StoredGraph fed = absorbed ? stored.graphFor(definition.graph()) : null;
        boolean forever = fed == null || definition.retention().isForever();
        return new StreamState(
                definition,
                config.ringTupleCountMax(),
                transientMemory,
                fed,
                timing,
                forever
                        ? null
                        : new StreamRetention(
                                definition, fed, this::constantPid, dictionary.isPartitioned()));
    }

    /**
     * Makes this node the home of a stream that it copies, whose state is restored next. What is
     * returned takes that back.
     */
    Runnable replaceReplica(StreamDefinition definition) {
        StreamState before = streams.get(definition.name());
        StreamState now = newState(definition, true);
        replace(now);
        Runnable undo = coordinator.replaceStream(now);
        return () -> {
            undo.run();
            replace(before);
            now.close();
        };
    }

    private void replace(StreamState state) {
        Map<String, StreamState> changed = new LinkedHashMap<>(streams);
        changed.put(state.definition().name(), state);
        streams = changed;
        changes.addAndGet(CHANGE_STEP);
    }

    /** Adds a stream whose home is another node. */
    StreamState addReplica(StreamDefinition definition, long firstTupleMs, RingBounds bounds) {
        checkCount();
        StreamState state =
                StreamState.replica(
                        definition,
                        config.ringTupleCountMax(),
                        transientMemory,
                        firstTupleMs,
                        bounds);
        add(state);
        return state;
    }

    private void checkCount() {
        if (streams.size() == STREAM_COUNT_MAX) {
            throw WukongsException.user(
                    "the store has too many streams, drop one: streamCountMax=" + STREAM_COUNT_MAX);
        }
    }

    private void add(StreamState state) {
        SortedMap<String, StreamState> more = new TreeMap<>(streams);
        more.put(state.definition().name(), state);
        streams = new LinkedHashMap<>(more);
        changes.addAndGet(CHANGE_STEP);
        coordinator.addStream(state);
    }

    private long constantPid(String iri) {
        return dictionary.predicateId(dictionary.constantId(iri));
    }

    /** Where the streams of other nodes are. */
    StreamHomes homes() {
        return homes;
    }

    /** Drops a stream that no query reads. */
    void remove(String name) {
        injection.finishPlan();
        coordinator.dropStream(name);
        Map<String, StreamState> fewer = new LinkedHashMap<>(streams);
        fewer.remove(name).close();
        streams = fewer;
        changes.addAndGet(CHANGE_STEP);
        removedCount++;
    }

    /** How many streams have been dropped. */
    long removedCount() {
        return removedCount;
    }
}
