package org.wukongs.store.history;

import java.util.List;
import org.wukongs.client.CatalogEntry;
import org.wukongs.client.ReaderId;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;
import org.wukongs.wire.CatalogCodecs;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.WindowCodecs;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * Something that has changed a node. A record in a frame has the type's code and the components in
 * the order of their declaration.
 */
public sealed interface NodeRecord {

    NodeRecordType type();

    void putTo(WireWriter out);

    /** Reads a record that is not one of a preamble. */
    static NodeRecord read(NodeRecordType type, WireReader in) {
        return switch (type) {
            case START -> new Start(in.getLong());
            case REGISTER_STREAM -> new RegisterStream(Codecs.streamDefinition(in));
            case DROP_STREAM -> new DropStream(in.getString());
            case OPEN_WRITER ->
                    new OpenWriter(Codecs.writerId(in), Codecs.writerOrigin(in), in.getLong());
            case MESSAGE ->
                    new Message(in.getString(), in.getLong(), in.getInt(), Codecs.shardBatch(in));
            case OWN_TUPLES -> new OwnTuples(in.getString(), in.getLong(), Codecs.encodedBatch(in));
            case CLOSE -> new Close(in.getString(), in.getLong(), in.getInt(), in.getLong());
            case IDLE -> new Idle(in.getString(), in.getLong(), in.getInt());
            case CLOSE_IDLE -> new CloseIdle(in.getString(), in.getLong());
            case PLAN -> new Plan(in.getLong(), in.getLong(), in.getInt());
            case REGISTER_QUERY -> new RegisterQuery(in.getString());
            case UNREGISTER_QUERY -> new UnregisterQuery(in.getString());
            case PLACE_READER -> new PlaceReader(WindowCodecs.readerId(in), in.getLong());
            case RELEASE -> new Release(WindowCodecs.readerId(in), in.getLong());
            case DROP_READER -> new DropReader(WindowCodecs.readerId(in));
            case LOSE_WINDOWS ->
                    new LoseWindows(in.getString(), in.getBoolean(), in.getLong(), in.getLong());
            case PUT_ENTRY -> new PutEntry(CatalogCodecs.catalogEntry(in));
            case REPLACE_ENTRY ->
                    new ReplaceEntry(
                            CatalogCodecs.catalogEntry(in), CatalogCodecs.catalogEntry(in));
            case REMOVE_ENTRY -> new RemoveEntry(in.getString());
            case TRIPLES ->
                    new Triples(
                            in.getString(),
                            in.getBoolean(),
                            in.getLongs(),
                            in.getLongs(),
                            in.getLongs());
            case LOAD -> new Load(in.getString(), in.getBoolean());
            case UPDATE -> new Update(in.getList(GraphFate::read));
            case INTAKE -> new Intake(in.getString(), in.getLong(), in.getLong());
            case RECLAIM -> new Reclaim(in.getString(), in.getLong());
            case DERIVED -> new Derived(in.getString(), in.getLong(), in.getLong(), in.getLong());
            case TOGETHER -> new Together(in.getList(Together::read));
            case CHECKPOINT -> new Checkpoint(in.getLong());
            case STAGE -> Stage.read(in);
            case STAGE_MOVE ->
                    new StageMove(
                            Stage.read(in),
                            in.getLongs(),
                            in.getBoolean(),
                            in.getList(Repeated::read));
            case ENTER -> new Enter(in.getLong(), in.getStrings(), in.getList(OldestMention::read));
            case STAGE_HOMES ->
                    new StageHomes(
                            in.getInt(), in.getLong(), in.getInt(), in.getInt(), in.getBytes());
            case ADOPT_HOMES ->
                    new AdoptHomes(in.getInt(), in.getLong(), in.getList(AdoptHomes.Copy::read));
            case DROP_HOMES -> new DropHomes(in.getInt(), in.getLong());
            case UNSTAGE -> new Unstage(in.getInt(), in.getLong());
            case HAND_ON -> new HandOn(in.getLong());
            case TURN -> new Turn(in.getLong(), in.getInt(), in.getLong());
            case BEGIN_REPLICA ->
                    new BeginReplica(
                            Codecs.streamDefinition(in),
                            in.getInt(),
                            in.getLong(),
                            in.getLong(),
                            in.getLong(),
                            in.getLong());
            case END_REPLICA -> new EndReplica(in.getString(), in.getLong());
            case REPLICA_READER ->
                    new ReplicaReader(in.getString(), in.getInt(), in.getLong(), in.getBoolean());
            case TERMS, RECLAIMED, PREDICATES, LAST_TERM, OTHER_TERMS ->
                    throw new IllegalArgumentException("not a change: type=" + type);
        };
    }

    /** The store has started again; the writers that it had are gone. */
    record Start(long number) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.START;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putLong(number);
        }
    }

    /** A new stream; not one that a query derives. */
    record RegisterStream(StreamDefinition stream) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.REGISTER_STREAM;
        }

        @Override
        public void putTo(WireWriter out) {
            Codecs.put(stream, out);
        }
    }

    /** A stream is dropped. */
    record DropStream(String stream) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.DROP_STREAM;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putString(stream);
        }
    }

    /** A writer that was opened, with the epoch that it was given. */
    record OpenWriter(WriterId writer, WriterOrigin origin, long epoch) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.OPEN_WRITER;
        }

        @Override
        public void putTo(WireWriter out) {
            Codecs.put(writer, out);
            Codecs.put(origin, out);
            out.putLong(epoch);
        }
    }

    /** A message of a writer, seen for the first time. */
    record Message(String stream, long epoch, int writer, ShardBatch batch) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.MESSAGE;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putString(stream).putLong(epoch).putInt(writer);
            Codecs.put(batch, out);
        }
    }

    /** Tuples of a writer in the store's process, which never sends anything twice. */
    record OwnTuples(String stream, long epoch, EncodedBatch tuples) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.OWN_TUPLES;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putString(stream).putLong(epoch);
            Codecs.put(tuples, out);
        }
    }

    /** A writer has closed the batches up to one. */
    record Close(String stream, long epoch, int writer, long batch) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.CLOSE;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putString(stream).putLong(epoch).putInt(writer).putLong(batch);
        }
    }

    /** A writer is idle. */
    record Idle(String stream, long epoch, int writer) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.IDLE;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putString(stream).putLong(epoch).putInt(writer);
        }
    }

    /** An idle stream follows others: its batches up to one are closed. */
    record CloseIdle(String stream, long batch) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.CLOSE_IDLE;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putString(stream).putLong(batch);
        }
    }

    /**
     * A plan was made.
     *
     * @param sn under which it is going to be visible
     * @param tupleCountMax how many tuples it could have
     * @param vtsHash hash of the streams' newest batches in it, by which a plan that is made again
     *     is compared with it
     */
    record Plan(long sn, long tupleCountMax, int vtsHash) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.PLAN;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putLong(sn).putLong(tupleCountMax).putInt(vtsHash);
        }
    }

    /** A continuous query, and the stream that it derives, if it does. */
    record RegisterQuery(String text) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.REGISTER_QUERY;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putString(text);
        }
    }

    /** A continuous query ends. */
    record UnregisterQuery(String name) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.UNREGISTER_QUERY;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putString(name);
        }
    }

    /** A reader, known or new, holds windows from a window end on. */
    record PlaceReader(ReaderId reader, long pinnedMs) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.PLACE_READER;
        }

        @Override
        public void putTo(WireWriter out) {
            WindowCodecs.put(reader, out);
            out.putLong(pinnedMs);
        }
    }

    /** A reader has released the windows before a window end. */
    record Release(ReaderId reader, long windowEndMs) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.RELEASE;
        }

        @Override
        public void putTo(WireWriter out) {
            WindowCodecs.put(reader, out);
            out.putLong(windowEndMs);
        }
    }

    /** A reader was detached, or dropped to make room. */
    record DropReader(ReaderId reader) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.DROP_READER;
        }

        @Override
        public void putTo(WireWriter out) {
            WindowCodecs.put(reader, out);
        }
    }

    /** A query without a reader loses windows, all until a reader comes or those before one. */
    record LoseWindows(String query, boolean all, long fromMs, long windowEndMs)
            implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.LOSE_WINDOWS;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putString(query).putBoolean(all).putLong(fromMs).putLong(windowEndMs);
        }
    }

    /** A new entry of a table catalog. */
    record PutEntry(CatalogEntry entry) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.PUT_ENTRY;
        }

        @Override
        public void putTo(WireWriter out) {
            CatalogCodecs.put(entry, out);
        }
    }

    /** An entry of a table catalog in place of another. */
    record ReplaceEntry(CatalogEntry expected, CatalogEntry replacement) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.REPLACE_ENTRY;
        }

        @Override
        public void putTo(WireWriter out) {
            CatalogCodecs.put(expected, out);
            CatalogCodecs.put(replacement, out);
        }
    }

    /** An entry of a table catalog is gone. */
    record RemoveEntry(String key) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.REMOVE_ENTRY;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putString(key);
        }
    }

    /**
     * Triples for the load or update that follows; without it they mean nothing.
     *
     * @param removed whether they are removed from the graph
     */
    record Triples(
            String graph, boolean removed, long[] subjects, long[] predicates, long[] objects)
            implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.TRIPLES;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putString(graph)
                    .putBoolean(removed)
                    .putLongs(subjects)
                    .putLongs(predicates)
                    .putLongs(objects);
        }
    }

    /**
     * The triples before it were loaded into a graph.
     *
     * @param whole false if the load has failed, and some may be missing
     */
    record Load(String graph, boolean whole) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.LOAD;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putString(graph).putBoolean(whole);
        }
    }

    /** The triples before it were added to these graphs and removed from them. */
    record Update(List<GraphFate> graphs) implements NodeRecord {
        public Update {
            graphs = List.copyOf(graphs);
        }

        @Override
        public NodeRecordType type() {
            return NodeRecordType.UPDATE;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putList(graphs, GraphFate::put);
        }
    }

    /** A graph that an update has changed, and whether it exists after it and before. */
    record GraphFate(String graph, boolean known, boolean knownBefore) {
        private static void put(GraphFate fate, WireWriter out) {
            out.putString(fate.graph).putBoolean(fate.known).putBoolean(fate.knownBefore);
        }

        private static GraphFate read(WireReader in) {
            return new GraphFate(in.getString(), in.getBoolean(), in.getBoolean());
        }
    }

    /** The tuples of a stream before an event time were dropped, as no query needs them. */
    record Reclaim(String stream, long beforeMs) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.RECLAIM;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putString(stream).putLong(beforeMs);
        }
    }

    /** A numbered request of a stream was taken: its number, and the newest event time of all. */
    record Intake(String stream, long sequence, long newestMs) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.INTAKE;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putString(stream).putLong(sequence).putLong(newestMs);
        }
    }

    /**
     * A derived stream has come further.
     *
     * @param nextMs the first window end of its query that is not in the stream
     * @param closedBatch the newest batch that was closed by its number
     * @param pinnedMs the first window end of its query that it holds
     */
    record Derived(String stream, long nextMs, long closedBatch, long pinnedMs)
            implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.DERIVED;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putString(stream).putLong(nextMs).putLong(closedBatch).putLong(pinnedMs);
        }
    }

    /**
     * A checkpoint is being written, and has no terms but those that the log has before this. It
     * changes nothing.
     */
    record Checkpoint(long number) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.CHECKPOINT;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putLong(number);
        }
    }

    /** Halves of triples, a list of columns. */
    record Halves(long[] subjects, long[] predicates, long[] objects) {

        private static void put(Halves halves, WireWriter out) {
            out.putLongs(halves.subjects).putLongs(halves.predicates).putLongs(halves.objects);
        }

        private static Halves read(WireReader in) {
            return new Halves(in.getLongs(), in.getLongs(), in.getLongs());
        }
    }

    /** Halves of triples of which mentions are due, and the numbers of these. */
    record Due(Halves halves, long[] numbers) {

        private static void put(Due due, WireWriter out) {
            Halves.put(due.halves, out);
            out.putLongs(due.numbers);
        }

        private static Due read(WireReader in) {
            return new Due(Halves.read(in), in.getLongs());
        }
    }

    /**
     * A part of a change of a node of the cluster waits for its turn; it takes the place of one of
     * the same numbers.
     *
     * @param node place of the node whose change it is
     * @param change its number at that node
     * @param part number of the part
     * @param existence what the whole change does to the graph's name, a code of {@link
     *     org.wukongs.store.graph.GraphExistence}
     * @param oldest number of the oldest mention that the change's node has of the graph, see
     *     {@link org.wukongs.store.graph.GraphRows}
     * @param due mentions that are due by subject, then by object
     * @param halves removed ones by subject, then by object, added ones by subject, then by object
     */
    record Stage(
            int node,
            long change,
            int part,
            String graph,
            int existence,
            long oldest,
            List<Due> due,
            List<Halves> halves)
            implements NodeRecord {

        public Stage {
            due = List.copyOf(due);
            halves = List.copyOf(halves);
        }

        private static Stage read(WireReader in) {
            return new Stage(
                    in.getInt(),
                    in.getLong(),
                    in.getInt(),
                    in.getString(),
                    in.getByte(),
                    in.getLong(),
                    in.getList(Due::read),
                    in.getList(Halves::read));
        }

        @Override
        public NodeRecordType type() {
            return NodeRecordType.STAGE;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putInt(node)
                    .putLong(change)
                    .putInt(part)
                    .putString(graph)
                    .putByte(existence)
                    .putLong(oldest)
                    .putList(due, Due::put)
                    .putList(halves, Halves::put);
        }
    }

    /**
     * What is known of the mentions of some halves.
     *
     * @param voidBefore mentions of a half before this number are void
     * @param times how often it was said again
     */
    record Repeated(Halves halves, long[] voidBefore, long[] times) {

        private static void put(Repeated repeated, WireWriter out) {
            Halves.put(repeated.halves, out);
            out.putLongs(repeated.voidBefore).putLongs(repeated.times);
        }

        private static Repeated read(WireReader in) {
            return new Repeated(Halves.read(in), in.getLongs(), in.getLongs());
        }
    }

    /**
     * A part of a change that moves vertex partitions, beside what any part has.
     *
     * @param partitions those that move
     * @param anew whether what is known of mentions there is forgotten first
     * @param repeated what is known of mentions by subject, then by object
     */
    record StageMove(Stage stage, long[] partitions, boolean anew, List<Repeated> repeated)
            implements NodeRecord {

        public StageMove {
            repeated = List.copyOf(repeated);
        }

        @Override
        public NodeRecordType type() {
            return NodeRecordType.STAGE_MOVE;
        }

        @Override
        public void putTo(WireWriter out) {
            stage.putTo(out);
            out.putLongs(partitions).putBoolean(anew).putList(repeated, Repeated::put);
        }
    }

    /**
     * The node takes part in the changes of a cluster after a snapshot, of which it has no triples.
     *
     * @param sn number of the snapshot
     * @param graphs names of all graphs then
     * @param oldest what other nodes have said of their mentions
     */
    record Enter(long sn, List<String> graphs, List<OldestMention> oldest) implements NodeRecord {
        public Enter {
            graphs = List.copyOf(graphs);
            oldest = List.copyOf(oldest);
        }

        @Override
        public NodeRecordType type() {
            return NodeRecordType.ENTER;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putLong(sn).putStrings(graphs).putList(oldest, OldestMention::put);
        }
    }

    /** Number of the oldest mention of a graph's triples that the node of a place has. */
    record OldestMention(String graph, int node, long number) {
        private static void put(OldestMention oldest, WireWriter out) {
            out.putString(oldest.graph).putInt(oldest.node).putLong(oldest.number);
        }

        private static OldestMention read(WireReader in) {
            return new OldestMention(in.getString(), in.getInt(), in.getLong());
        }
    }

    /**
     * A part of a change with which a node gives its streams and queries to another one.
     *
     * @param node its place
     * @param change its number at that node
     * @param part number of the part
     * @param to place of the node that gets them
     * @param state of the streams and queries, at that node; empty at the others
     */
    record StageHomes(int node, long change, int part, int to, byte[] state) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.STAGE_HOMES;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putInt(node).putLong(change).putInt(part).putInt(to).putBytes(state);
        }
    }

    /**
     * The node has the streams and queries of a change, which are its own from the change's turn
     * on.
     *
     * @param node place of the node that gives them
     * @param copies streams that the queries read of other nodes than the one that gives them
     */
    record AdoptHomes(int node, long change, List<Copy> copies) implements NodeRecord {

        public AdoptHomes {
            copies = List.copyOf(copies);
        }

        /**
         * Such a stream.
         *
         * @param home place of its home, which may be this node
         * @param begun number that the home has given to the beginning, 0 if it is this node
         * @param neededFrom position from which on readers of the queries need it
         */
        public record Copy(String stream, int home, long begun, long neededFrom) {
            private static void put(Copy copy, WireWriter out) {
                out.putString(copy.stream)
                        .putInt(copy.home)
                        .putLong(copy.begun)
                        .putLong(copy.neededFrom);
            }

            private static Copy read(WireReader in) {
                return new Copy(in.getString(), in.getInt(), in.getLong(), in.getLong());
            }
        }

        @Override
        public NodeRecordType type() {
            return NodeRecordType.ADOPT_HOMES;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putInt(node).putLong(change).putList(copies, Copy::put);
        }
    }

    /** The change of an {@link AdoptHomes} gets no turn: its streams and queries are gone again. */
    record DropHomes(int node, long change) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.DROP_HOMES;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putInt(node).putLong(change);
        }
    }

    /** A change of a node of the cluster gets no turn. */
    record Unstage(int node, long change) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.UNSTAGE;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putInt(node).putLong(change);
        }
    }

    /** The plan under way is going to be staged at all nodes, as the change of a number. */
    record HandOn(long change) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.HAND_ON;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putLong(change);
        }
    }

    /**
     * The turn of a change of the cluster is over.
     *
     * @param sn number of the snapshot that has it
     * @param node place of the node whose change it is
     * @param change its number at that node
     */
    record Turn(long sn, int node, long change) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.TURN;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putLong(sn).putInt(node).putLong(change);
        }
    }

    /**
     * The node begins to copy the tuples of a stream whose home is another node, as queries read
     * them here, or has asked the home to begin while it does so already.
     *
     * @param home place of the home among the nodes
     * @param begun number that the home has given
     * @param firstTupleMs event time of the earliest tuple at the home, {@code Long.MAX_VALUE} for
     *     none
     * @param tail position of the first tuple to be copied
     * @param retainedFromMs event time from which on none is missing, {@code Long.MIN_VALUE} if
     *     none is
     */
    record BeginReplica(
            StreamDefinition stream,
            int home,
            long begun,
            long firstTupleMs,
            long tail,
            long retainedFromMs)
            implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.BEGIN_REPLICA;
        }

        @Override
        public void putTo(WireWriter out) {
            Codecs.put(stream, out);
            out.putInt(home)
                    .putLong(begun)
                    .putLong(firstTupleMs)
                    .putLong(tail)
                    .putLong(retainedFromMs);
        }
    }

    /**
     * The node drops what it has copied of a stream, as no query reads it here.
     *
     * @param begun number that the home has given to the newest beginning
     */
    record EndReplica(String stream, long begun) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.END_REPLICA;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putString(stream).putLong(begun);
        }
    }

    /**
     * Another node begins to copy the tuples of a stream of this one, or ends.
     *
     * @param node its place among the nodes
     * @param begun number of the beginning, rising
     */
    record ReplicaReader(String stream, int node, long begun, boolean reads) implements NodeRecord {
        @Override
        public NodeRecordType type() {
            return NodeRecordType.REPLICA_READER;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putString(stream).putInt(node).putLong(begun).putBoolean(reads);
        }
    }

    /** Records of which the log has all or none; none of them is of this type. */
    record Together(List<NodeRecord> records) implements NodeRecord {
        public Together {
            records = List.copyOf(records);
        }

        @Override
        public NodeRecordType type() {
            return NodeRecordType.TOGETHER;
        }

        @Override
        public void putTo(WireWriter out) {
            out.putList(records, Together::put);
        }

        private static void put(NodeRecord record, WireWriter out) {
            out.putByte(record.type().code());
            record.putTo(out);
        }

        private static NodeRecord read(WireReader in) {
            NodeRecordType type = NodeRecordType.of(in.getByte());
            if (type == NodeRecordType.TOGETHER) {
                throw new IllegalArgumentException("records are together in others: type=" + type);
            }
            return NodeRecord.read(type, in);
        }
    }
}
