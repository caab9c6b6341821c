package org.wukongs.store.checkpoint;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.wukongs.client.ReaderId;
import org.wukongs.store.checkpoint.StoreCut.StreamPart;
import org.wukongs.store.checkpoint.StreamCodec.StreamHead;
import org.wukongs.store.continuous.LostWindows;
import org.wukongs.store.continuous.QueryCut;
import org.wukongs.store.continuous.ReaderCut;
import org.wukongs.store.graph.GraphRetention;
import org.wukongs.store.progress.CoordinatorCut;
import org.wukongs.store.progress.InjectionTurn;
import org.wukongs.store.progress.ProgressCut;
import org.wukongs.store.stream.StagedMessage;
import org.wukongs.store.stream.StreamState;
import org.wukongs.stream.MessageId;
import org.wukongs.wire.CatalogCodecs;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.WindowCodecs;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** The file with streams, queries and everything else besides terms and stored triples. */
final class StateFile {

    static final String NAME = "state";

    private StateFile() {}

    static void write(StoreCut cut, RecordWriter out) {
        NavigableMap<Long, Long> epochs = cut.coordinator().keptEpochs();
        out.begin(RecordType.NODE)
                .putLong(cut.coordinator().sn())
                .putLongs(longs(epochs.keySet()))
                .putLongs(longs(epochs.values()));
        out.end();
        out.begin(RecordType.GRAPHS).putStrings(cut.graphs());
        out.end();
        if (cut.cluster() != null) {
            ClusterCodec.write(cut.cluster(), out);
        }
        List<QueryCut> queries = cut.queries();
        Map<String, StreamPart> left = new LinkedHashMap<>();
        cut.streams().forEach(stream -> left.put(stream.stream().definition().name(), stream));
        Map<String, StreamPart> derived = new HashMap<>();
        for (QueryCut query : queries) {
            if (query.derived() != null) {
                derived.put(query.name(), left.remove(query.name()));
            }
        }
        left.values().forEach(stream -> StreamCodec.write(stream, out));
        cut.retentions().forEach((name, graph) -> RetentionCodec.writeRetention(name, graph, out));
        for (QueryCut query : queries) {
            QueryCodec.put(query, out.begin(RecordType.QUERY));
            out.end();
            if (query.derived() != null) {
                StreamCodec.write(derived.get(query.name()), out);
            }
        }
        writeTurns(cut.coordinator().turns(), out);
        for (ReaderCut reader : cut.readers()) {
            WireWriter record = out.begin(RecordType.READER);
            WindowCodecs.put(reader.id(), record);
            record.putLong(reader.pinnedMs());
            out.end();
        }
        for (QueryCut query : queries) {
            LostWindows lost = query.lost();
            if (!lost.equals(LostWindows.NONE)) {
                out.begin(RecordType.LOST_WINDOWS)
                        .putString(query.name())
                        .putLong(lost.count())
                        .putBoolean(lost.allSince());
                out.end();
            }
        }
        cut.entries()
                .forEach(
                        entry -> {
                            CatalogCodecs.put(entry, out.begin(RecordType.CATALOG_ENTRY));
                            out.end();
                        });
    }

    private static void writeTurns(List<InjectionTurn> turns, RecordWriter out) {
        out.begin(RecordType.TURNS)
                .putList(
                        turns,
                        (turn, record) ->
                                record.putString(turn.stream())
                                        .putLong(turn.upToBatch())
                                        .putInt(turn.lateCount()));
        out.end();
    }

    private static List<InjectionTurn> turns(WireReader in) {
        return in.getList(
                record -> new InjectionTurn(record.getString(), record.getLong(), record.getInt()));
    }

    private static long[] longs(Collection<Long> values) {
        return values.stream().mapToLong(Long::longValue).toArray();
    }

    static void read(RecordReader in, RestoredNode node) {
        for (RecordType type = in.next(); type != null; type = in.next()) {
            WireReader record = in.record();
            switch (type) {
                case NODE -> node.begin(coordinator(record));
                case GRAPHS -> record.getStrings().forEach(node.stored()::graphFor);
                case CLUSTER,
                        HALF_MENTIONS,
                        HALF_REPEATED,
                        STAGED,
                        STAGED_MOVE,
                        STAGED_HOMES,
                        REPLICAS -> {
                    if (node.cluster() == null) {
                        throw in.unexpected(type);
                    }
                    ClusterCodec.read(type, record, node.cluster());
                }
                case STREAM, RETAINED_STREAM -> readStream(type, in, node);
                case QUERY -> node.query(QueryCodec.query(record));
                case TEMPLATE_READER ->
                        node.reader(new ReaderCut(namelessOf(record), record.getLong()));
                case READER ->
                        node.reader(new ReaderCut(WindowCodecs.readerId(record), record.getLong()));
                case CATALOG_ENTRY -> node.entry(CatalogCodecs.catalogEntry(record));
                case TURNS -> node.turns(turns(record));
                case RETENTION ->
                        retention(node, record).restore(record.getLong(), record.getLong());
                case REPEATED -> RetentionCodec.readRepeated(record, retention(node, record));
                case LOST_WINDOWS ->
                        node.lost(
                                record.getString(),
                                new LostWindows(record.getLong(), record.getBoolean()));
                default -> throw in.unexpected(type);
            }
        }
        node.end();
    }

    private static GraphRetention retention(RestoredNode node, WireReader record) {
        return node.stored().graphFor(record.getString()).retain();
    }

    private static ReaderId namelessOf(WireReader record) {
        return ReaderId.ofTemplate(ReaderId.NAMELESS, record.getString());
    }

    private static CoordinatorCut coordinator(WireReader record) {
        long sn = record.getLong();
        long[] starts = record.getLongs();
        long[] epochs = record.getLongs();
        NavigableMap<Long, Long> kept = new TreeMap<>();
        for (int i = 0; i < starts.length; i++) {
            kept.put(starts[i], epochs[i]);
        }
        return new CoordinatorCut(sn, kept, List.of());
    }

    private static void readStream(RecordType headType, RecordReader in, RestoredNode node) {
        StreamHead head = StreamCodec.head(headType, in.record());
        StreamState stream = node.stream(head.definition());
        stream.restore(head.counts(), head.bounds());
        ProgressCut progress = head.progress();
        for (RecordType type = in.next(); type != RecordType.STREAM_END; type = in.next()) {
            if (type == RecordType.INTAKE) {
                progress = progress.withIntake(StreamCodec.intake(in.record()));
            } else if (type == RecordType.WRITERS) {
                progress = progress.withNewest(StreamCodec.writers(in.record()));
            } else {
                readTuples(type, in, stream);
            }
        }
        stream.endRestore(head.bounds());
        node.progress(head.definition().name(), progress);
    }

    private static void readTuples(RecordType type, RecordReader in, StreamState stream) {
        WireReader record = in.record();
        if (type == RecordType.MENTIONS && stream.retention() != null) {
            RetentionCodec.readMentions(record, stream.retention());
        } else if (type == RecordType.LATE) {
            stream.restoreLate(Codecs.encodedBatch(record));
        } else if (type == RecordType.CLOSED) {
            stream.restoreClosed(Codecs.encodedBatch(record));
        } else if (type == RecordType.OPEN) {
            MessageId message = Codecs.messageId(record);
            stream.restoreOpen(new StagedMessage(message, Codecs.encodedBatch(record)));
        } else {
            throw in.unexpected(type);
        }
    }
}
