package org.wukongs.wire;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.wukongs.client.HomeSubject;
import org.wukongs.client.OneShotHead;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.QueryPlan;
import org.wukongs.client.RingAnswer;
import org.wukongs.client.RingOffer;
import org.wukongs.client.StoreCheck;
import org.wukongs.client.StoreCheckpoint;
import org.wukongs.client.StoreStatus;
import org.wukongs.client.StoreStatus.ChangelogStatus;
import org.wukongs.client.StoreStatus.CopyStatus;
import org.wukongs.client.StoreStatus.JoiningNode;
import org.wukongs.client.StoreStatus.LogStatus;
import org.wukongs.client.StoreStatus.NodeSize;
import org.wukongs.client.StoreStatus.NodeStatus;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.client.StoreStatus.ReaderStatus;
import org.wukongs.client.StoreStatus.ReplicaStatus;
import org.wukongs.client.StoreStatus.RestoredStatus;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.client.UpdateResult;
import org.wukongs.csparql.ResultForm;
import org.wukongs.error.ElsewhereException;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.Retention;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/** Layout of each record in a frame: its components in the order of their declaration. */
public final class Codecs {

    // A value's code is its index; new values are added at the end.
    private static final List<ResultForm> FORMS =
            List.of(ResultForm.SELECT, ResultForm.ASK, ResultForm.GRAPH);
    private static final List<Category> CATEGORIES =
            List.of(Category.USER, Category.RETRIABLE, Category.FATAL);

    private static final List<HomeSubject.Kind> SUBJECTS =
            List.of(HomeSubject.Kind.STREAM, HomeSubject.Kind.QUERY, HomeSubject.Kind.TEMPLATE);

    private static final int MESSAGE_ID_BYTES = 2 * Long.BYTES + Integer.BYTES;

    private Codecs() {}

    public static void put(EncodedBatch batch, WireWriter out) {
        out.putLong(batch.batch())
                .putBoolean(batch.late())
                .putLongs(batch.eventTimesMs())
                .putLongs(batch.subjects())
                .putLongs(batch.predicates())
                .putLongs(batch.objects());
    }

    public static EncodedBatch encodedBatch(WireReader in) {
        return new EncodedBatch(
                in.getLong(),
                in.getBoolean(),
                in.getLongs(),
                in.getLongs(),
                in.getLongs(),
                in.getLongs());
    }

    public static void put(ShardBatch batch, WireWriter out) {
        put(batch.tuples(), out.putInt(batch.shard()).putLong(batch.sequence()));
        out.putBytes(batch.halves());
    }

    public static ShardBatch shardBatch(WireReader in) {
        return new ShardBatch(in.getInt(), in.getLong(), encodedBatch(in), in.getBytes());
    }

    public static void put(StreamDefinition stream, WireWriter out) {
        putWithoutRetention(stream, out);
        put(stream.retention(), out);
    }

    private static void put(Retention retention, WireWriter out) {
        out.putLong(retention.keptMs());
        out.putList(
                List.copyOf(new TreeMap<>(retention.keptMsByPredicate()).entrySet()),
                (entry, to) -> to.putString(entry.getKey()).putLong(entry.getValue()));
    }

    /** As before retentions, for checkpoints. */
    public static void putWithoutRetention(StreamDefinition stream, WireWriter out) {
        out.putString(stream.name())
                .putLong(stream.batchIntervalMs())
                .putString(stream.graph())
                .putStrings(List.copyOf(new TreeSet<>(stream.timingPredicates())));
    }

    public static StreamDefinition streamDefinition(WireReader in) {
        return streamWithoutRetention(in).with(retention(in));
    }

    private static Retention retention(WireReader in) {
        long keptMs = in.getLong();
        Map<String, Long> byPredicate = new LinkedHashMap<>();
        in.getList(
                        "number of predicates with a retention",
                        InputLimits.TIMING_PREDICATE_COUNT_MAX,
                        Integer.BYTES + Long.BYTES,
                        from -> Map.entry(from.getString(), from.getLong()))
                .forEach(entry -> byPredicate.put(entry.getKey(), entry.getValue()));
        return new Retention(keptMs, byPredicate);
    }

    /** As before retentions, for checkpoints. */
    public static StreamDefinition streamWithoutRetention(WireReader in) {
        return new StreamDefinition(
                in.getString(),
                in.getLong(),
                in.getString(),
                Set.copyOf(
                        in.getStrings(
                                "number of timing predicates",
                                InputLimits.TIMING_PREDICATE_COUNT_MAX)));
    }

    public static void put(WriterId writer, WireWriter out) {
        out.putString(writer.stream())
                .putInt(writer.index())
                .putInt(writer.count())
                .putString(writer.incarnation())
                .putInt(writer.attempt());
    }

    public static WriterId writerId(WireReader in) {
        return new WriterId(in.getString(), in.getInt(), in.getInt(), in.getString(), in.getInt());
    }

    public static void put(MessageId message, WireWriter out) {
        out.putLong(message.epoch()).putInt(message.writer()).putLong(message.sequence());
    }

    public static MessageId messageId(WireReader in) {
        return new MessageId(in.getLong(), in.getInt(), in.getLong());
    }

    public static void put(WriterOrigin origin, WireWriter out) {
        out.putBoolean(origin.replays()).putList(origin.restored(), Codecs::put);
    }

    public static WriterOrigin writerOrigin(WireReader in) {
        return new WriterOrigin(
                in.getBoolean(),
                in.getList(
                        "number of restored positions",
                        InputLimits.WRITER_COUNT_MAX,
                        MESSAGE_ID_BYTES,
                        Codecs::messageId));
    }

    public static void put(QueryDescription query, WireWriter out) {
        out.putString(query.name()).putString(query.text());
        putForm(query.form(), out);
        out.putStrings(query.vars())
                .putStrings(query.streams())
                .putLong(query.stepMs())
                .putString(query.template());
    }

    public static QueryDescription queryDescription(WireReader in) {
        return new QueryDescription(
                in.getString(),
                in.getString(),
                form(in),
                in.getStrings(),
                in.getStrings(),
                in.getLong(),
                in.getString());
    }

    public static void put(OneShotHead head, WireWriter out) {
        out.putLong(head.snapshot());
        putForm(head.form(), out);
        out.putStrings(head.vars()).putLong(head.rowCount()).putLong(head.engineNs());
    }

    public static OneShotHead oneShotHead(WireReader in) {
        return new OneShotHead(in.getLong(), form(in), in.getStrings(), in.getLong(), in.getLong());
    }

    public static void put(QueryPlan plan, WireWriter out) {
        out.putString(plan.engine()).putList(plan.steps(), Codecs::putStep);
    }

    public static QueryPlan queryPlan(WireReader in) {
        return new QueryPlan(in.getString(), in.getList(Codecs::step));
    }

    private static void putStep(QueryPlan.Step step, WireWriter out) {
        out.putString(step.kind())
                .putInt(step.depth())
                .putString(step.description())
                .putDouble(step.estimatedRows())
                .putLong(step.actualRows())
                .putLong(step.timeNs());
    }

    private static QueryPlan.Step step(WireReader in) {
        return new QueryPlan.Step(
                in.getString(),
                in.getInt(),
                in.getString(),
                in.getDouble(),
                in.getLong(),
                in.getLong());
    }

    public static void put(StoreStatus status, WireWriter out) {
        out.putLong(status.stableSnapshot())
                .putLong(status.storedTripleCount())
                .putList(
                        status.restored() == null ? List.of() : List.of(status.restored()),
                        Codecs::putRestored)
                .putList(status.streams(), Codecs::putStream)
                .putList(status.queries(), Codecs::putQuery)
                .putList(status.changelogs(), Codecs::putChangelog)
                .putList(status.log() == null ? List.of() : List.of(status.log()), Codecs::putLog)
                .putList(
                        status.copy() == null ? List.of() : List.of(status.copy()), Codecs::putCopy)
                .putList(status.nodes(), Codecs::putNode)
                .putList(status.joining(), Codecs::putJoining)
                .putList(status.replicas(), Codecs::putReplica);
    }

    public static StoreStatus storeStatus(WireReader in) {
        return new StoreStatus(
                in.getLong(),
                in.getLong(),
                in.getList(Codecs::restoredStatus).stream().findFirst().orElse(null),
                in.getList(Codecs::streamStatus),
                in.getList(Codecs::queryStatus),
                in.getList(Codecs::changelogStatus),
                in.getList(Codecs::logStatus).stream().findFirst().orElse(null),
                in.getList(Codecs::copyStatus).stream().findFirst().orElse(null),
                in.getList(Codecs::nodeStatus),
                in.getList(Codecs::joiningNode),
                in.getList(Codecs::replicaStatus));
    }

    private static void putReplica(ReplicaStatus replica, WireWriter out) {
        out.putString(replica.stream())
                .putInt(replica.home())
                .putInt(replica.node())
                .putLong(replica.stableMs())
                .putLong(replica.tupleCount())
                .putLong(replica.byteCount())
                .putLong(replica.retainedTupleCount())
                .putString(replica.failure());
    }

    private static ReplicaStatus replicaStatus(WireReader in) {
        return new ReplicaStatus(
                in.getString(),
                in.getInt(),
                in.getInt(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getString());
    }

    private static void putNode(NodeStatus node, WireWriter out) {
        out.putInt(node.node())
                .putBoolean(node.self())
                .putString(node.address())
                .putString(node.clientAddress())
                .putString(node.failure())
                .putString(node.fabric())
                .putInt(node.partitionCount())
                .putStrings(node.streams())
                .putLong(node.madeSnapshot())
                .putLong(node.turnsBehind())
                .putList(node.size() == null ? List.of() : List.of(node.size()), Codecs::putSize);
    }

    private static void putJoining(JoiningNode node, WireWriter out) {
        out.putInt(node.node())
                .putString(node.address())
                .putString(node.clientAddress())
                .putString(node.failure());
    }

    private static JoiningNode joiningNode(WireReader in) {
        return new JoiningNode(in.getInt(), in.getString(), in.getString(), in.getString());
    }

    private static void putSize(NodeSize size, WireWriter out) {
        out.putLong(size.stableSnapshot())
                .putLong(size.tripleCount())
                .putLong(size.memoryBytes())
                .putInt(size.queryCount())
                .putString(size.httpAddress());
    }

    private static NodeSize nodeSize(WireReader in) {
        return new NodeSize(in.getLong(), in.getLong(), in.getLong(), in.getInt(), in.getString());
    }

    private static NodeStatus nodeStatus(WireReader in) {
        return new NodeStatus(
                in.getInt(),
                in.getBoolean(),
                in.getString(),
                in.getString(),
                in.getString(),
                in.getString(),
                in.getInt(),
                in.getStrings(),
                in.getLong(),
                in.getLong(),
                in.getList(Codecs::nodeSize).stream().findFirst().orElse(null));
    }

    private static void putCopy(CopyStatus copy, WireWriter out) {
        out.putString(copy.place())
                .putBoolean(copy.awaitedAtBarriers())
                .putLong(copy.position())
                .putLong(copy.behindBytes())
                .putLong(copy.behindMs())
                .putString(copy.failure());
    }

    private static CopyStatus copyStatus(WireReader in) {
        return new CopyStatus(
                in.getString(),
                in.getBoolean(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getString());
    }

    private static void putLog(LogStatus log, WireWriter out) {
        out.putLong(log.appendedPosition())
                .putLong(log.writtenPosition())
                .putLong(log.durablePosition())
                .putString(log.stall())
                .putLong(log.stalledMs());
    }

    private static LogStatus logStatus(WireReader in) {
        return new LogStatus(
                in.getLong(), in.getLong(), in.getLong(), in.getString(), in.getLong());
    }

    private static void putRestored(RestoredStatus restored, WireWriter out) {
        out.putString(restored.directory())
                .putLong(restored.madeMs())
                .putLong(restored.tripleCount())
                .putLong(restored.termCount())
                .putInt(restored.streamCount())
                .putInt(restored.queryCount());
    }

    private static RestoredStatus restoredStatus(WireReader in) {
        return new RestoredStatus(
                in.getString(), in.getLong(), in.getLong(), in.getLong(), in.getInt(), in.getInt());
    }

    public static void put(StoreCheck check, WireWriter out) {
        out.putLong(check.graphCount())
                .putLong(check.tripleCount())
                .putLong(check.termCount())
                .putStrings(check.violations());
    }

    public static StoreCheck storeCheck(WireReader in) {
        return new StoreCheck(in.getLong(), in.getLong(), in.getLong(), in.getStrings());
    }

    public static void put(StoreCheckpoint checkpoint, WireWriter out) {
        out.putLong(checkpoint.number())
                .putString(checkpoint.directory())
                .putLong(checkpoint.bytes())
                .putLong(checkpoint.durationMs())
                .putLong(checkpoint.pauseMs())
                .putLong(checkpoint.stableSnapshot());
    }

    public static StoreCheckpoint storeCheckpoint(WireReader in) {
        return new StoreCheckpoint(
                in.getLong(),
                in.getString(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong());
    }

    public static void put(UpdateResult result, WireWriter out) {
        out.putLong(result.addedCount()).putLong(result.removedCount()).putLong(result.snapshot());
    }

    public static UpdateResult updateResult(WireReader in) {
        return new UpdateResult(in.getLong(), in.getLong(), in.getLong());
    }

    public static void put(RingOffer offer, WireWriter out) {
        out.putString(offer.path()).putInt(offer.capacityBytes()).putString(offer.refusal());
    }

    public static RingOffer ringOffer(WireReader in) {
        return new RingOffer(in.getString(), in.getInt(), in.getString());
    }

    public static void put(RingAnswer answer, WireWriter out) {
        out.putLong(answer.nonceHigh()).putLong(answer.nonceLow()).putString(answer.refusal());
    }

    public static RingAnswer ringAnswer(WireReader in) {
        return new RingAnswer(in.getLong(), in.getLong(), in.getString());
    }

    /** An error reply's payload: category, message, reason. */
    public static void put(Category category, Reason reason, String message, WireWriter out) {
        out.putByte(CATEGORIES.indexOf(category)).putString(message).putByte(reason.code());
    }

    /**
     * Reads an error reply; one of a store before version 8, which refuses this client, has no
     * reason.
     */
    public static WukongsException error(WireReader in) {
        Category category = CATEGORIES.get(in.getByte());
        String message = in.getString();
        Reason reason = in.hasRemaining() ? Reason.of(in.getByte()) : Reason.OTHER;
        return new WukongsException(category, reason, message, null);
    }

    /** The payload of a reply that names another node. */
    public static void put(ElsewhereException elsewhere, WireWriter out) {
        out.putString(elsewhere.address())
                .putInt(elsewhere.node())
                .putString(elsewhere.getMessage());
    }

    public static ElsewhereException elsewhere(WireReader in) {
        String address = in.getString();
        int node = in.getInt();
        return ElsewhereException.received(in.getString(), node, address);
    }

    public static void put(HomeSubject subject, WireWriter out) {
        out.putByte(SUBJECTS.indexOf(subject.kind())).putString(subject.name());
    }

    public static HomeSubject homeSubject(WireReader in) {
        return new HomeSubject(SUBJECTS.get(in.getByte()), in.getString());
    }

    private static void putStream(StreamStatus stream, WireWriter out) {
        out.putString(stream.name())
                .putLong(stream.batchIntervalMs())
                .putString(stream.graph())
                .putLong(stream.stableMs())
                .putLong(stream.tupleCount())
                .putLong(stream.lateCount())
                .putLong(stream.duplicateCount())
                .putLong(stream.stagedTupleCount())
                .putLong(stream.retainedTupleCount())
                .putInt(stream.writerCount())
                .putInt(stream.openWriterCount())
                .putBoolean(stream.idle())
                .putLong(stream.uncommittedCount())
                .putLong(stream.yieldedTupleCount())
                .putLong(stream.newestMs())
                .putLong(stream.mentionCount())
                .putLong(stream.expiredTripleCount());
    }

    private static StreamStatus streamStatus(WireReader in) {
        return new StreamStatus(
                in.getString(),
                in.getLong(),
                in.getString(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getInt(),
                in.getInt(),
                in.getBoolean(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong());
    }

    private static void putQuery(QueryStatus query, WireWriter out) {
        out.putString(query.name())
                .putLong(query.executionCount())
                .putLong(query.rowCount())
                .putLong(query.failureCount())
                .putLong(query.nextWindowEndMs())
                .putLong(query.lagMs())
                .putLong(query.lostWindowCount())
                .putList(query.readers(), Codecs::putReader)
                .putDouble(query.p50Us())
                .putDouble(query.p99Us())
                .putDouble(query.maxUs());
    }

    private static QueryStatus queryStatus(WireReader in) {
        return new QueryStatus(
                in.getString(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getList(Codecs::readerStatus),
                in.getDouble(),
                in.getDouble(),
                in.getDouble());
    }

    private static void putReader(ReaderStatus reader, WireWriter out) {
        out.putString(reader.name())
                .putLong(reader.nextWindowEndMs())
                .putBoolean(reader.connected());
    }

    private static ReaderStatus readerStatus(WireReader in) {
        return new ReaderStatus(in.getString(), in.getLong(), in.getBoolean());
    }

    private static void putChangelog(ChangelogStatus changelog, WireWriter out) {
        out.putString(changelog.graph())
                .putInt(changelog.readerCount())
                .putLong(changelog.changeCount())
                .putLong(changelog.memoryBytes())
                .putLong(changelog.fromSnapshot());
    }

    private static ChangelogStatus changelogStatus(WireReader in) {
        return new ChangelogStatus(
                in.getString(), in.getInt(), in.getLong(), in.getLong(), in.getLong());
    }

    /** One row of a result. */
    public static void putRow(String[] row, WireWriter out) {
        out.putInt(row.length);
        for (String term : row) {
            out.putString(term);
        }
    }

    /** As {@link #putRow}. */
    public static String[] row(WireReader in) {
        return in.getStrings().toArray(new String[0]);
    }

    static void putForm(ResultForm form, WireWriter out) {
        out.putByte(FORMS.indexOf(form));
    }

    static ResultForm form(WireReader in) {
        return FORMS.get(in.getByte());
    }
}
