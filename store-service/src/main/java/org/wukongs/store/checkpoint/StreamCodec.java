package org.wukongs.store.checkpoint;

import java.util.Arrays;
import java.util.List;
import org.wukongs.store.progress.IntakePoint;
import org.wukongs.store.progress.ProgressCut;
import org.wukongs.store.progress.ProgressCut.EpochEnd;
import org.wukongs.store.progress.ProgressCut.JobEpoch;
import org.wukongs.store.progress.ProgressCut.WriterCut;
import org.wukongs.store.progress.ProgressCut.WritersCut;
import org.wukongs.store.progress.StablePoint.StreamPoint;
import org.wukongs.store.stream.RingBounds;
import org.wukongs.store.stream.StreamCounts;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** Writes and reads a stream in records: its components in the order of their declaration. */
final class StreamCodec {

    /** Tuples per record: 32 bytes each. */
    private static final int RECORD_ROWS = 1 << 14;

    /** A stream without its tuples. */
    record StreamHead(
            StreamDefinition definition,
            StreamCounts counts,
            RingBounds bounds,
            ProgressCut progress) {}

    private StreamCodec() {}

    /** Writes all records of a stream. */
    static void write(StoreCut.StreamPart part, RecordWriter out) {
        writeHead(part, out);
        RetentionCodec.writeMentions(part.stream().mentions(), out);
        part.stream().late().forEach(late -> write(RecordType.LATE, late, out));
        part.stream()
                .ring()
                .records()
                .forEach(RECORD_ROWS, tuples -> write(RecordType.CLOSED, tuples, out));
        part.stream()
                .ring()
                .staged()
                .forEach(
                        open -> {
                            WireWriter record = out.begin(RecordType.OPEN);
                            Codecs.put(open.message(), record);
                            Codecs.put(open.tuples(), record);
                            out.end();
                        });
        IntakePoint intake = part.progress().intake();
        if (!intake.equals(IntakePoint.NOTHING)) {
            out.begin(RecordType.INTAKE).putLong(intake.sequence()).putLong(intake.newestMs());
            out.end();
        }
        put(part.progress().newest(), out.begin(RecordType.WRITERS));
        out.end();
        out.begin(RecordType.STREAM_END);
        out.end();
    }

    private static void writeHead(StoreCut.StreamPart part, RecordWriter out) {
        StreamDefinition definition = part.stream().definition();
        boolean forever = definition.retention().isForever();
        WireWriter head = out.begin(forever ? RecordType.STREAM : RecordType.RETAINED_STREAM);
        if (forever) {
            Codecs.putWithoutRetention(definition, head);
        } else {
            Codecs.put(definition, head);
        }
        put(part.stream().counts(), head);
        put(part.stream().ring().bounds(), head);
        put(part.progress(), head);
        out.end();
    }

    private static void write(RecordType type, EncodedBatch tuples, RecordWriter out) {
        Codecs.put(tuples, out.begin(type));
        out.end();
    }

    static StreamHead head(RecordType type, WireReader in) {
        return new StreamHead(
                type == RecordType.STREAM
                        ? Codecs.streamWithoutRetention(in)
                        : Codecs.streamDefinition(in),
                new StreamCounts(
                        in.getLong(), in.getLong(), in.getLong(), in.getLong(), in.getLong()),
                new RingBounds(in.getLong(), in.getLong(), in.getLong()),
                progress(in));
    }

    private static void put(StreamCounts counts, WireWriter out) {
        out.putLong(counts.plannedBatch())
                .putLong(counts.firstTupleMs())
                .putLong(counts.lastTupleMs())
                .putLong(counts.tupleCount())
                .putLong(counts.lateCount());
    }

    private static void put(RingBounds bounds, WireWriter out) {
        out.putLong(bounds.tail()).putLong(bounds.closedBatch()).putLong(bounds.retainedFromMs());
    }

    private static void put(ProgressCut progress, WireWriter out) {
        out.putLong(progress.closedBatch())
                .putBoolean(progress.ended())
                .putLong(progress.duplicateCount())
                .putLong(progress.stable().batch())
                .putLong(progress.stable().stableMs())
                .putList(progress.jobs(), StreamCodec::putJob)
                .putList(progress.ends(), StreamCodec::putEnd);
    }

    private static ProgressCut progress(WireReader in) {
        return new ProgressCut(
                in.getLong(),
                in.getBoolean(),
                in.getLong(),
                new StreamPoint(in.getLong(), in.getLong()),
                in.getList(StreamCodec::job),
                in.getList(StreamCodec::end),
                IntakePoint.NOTHING,
                null);
    }

    private static void put(WritersCut newest, WireWriter out) {
        out.putLong(newest.epoch())
                .putString(newest.incarnation())
                .putList(newest.restored(), Codecs::put)
                .putList(newest.writers(), StreamCodec::putWriter);
    }

    static WritersCut writers(WireReader in) {
        return new WritersCut(
                in.getLong(),
                in.getString(),
                in.getList(Codecs::messageId),
                in.getList(StreamCodec::writer));
    }

    private static void putWriter(WriterCut writer, WireWriter out) {
        out.putBoolean(writer.opened())
                .putBoolean(writer.idle())
                .putLong(writer.closedBatch())
                .putLong(writer.sequence());
    }

    private static WriterCut writer(WireReader in) {
        return new WriterCut(in.getBoolean(), in.getBoolean(), in.getLong(), in.getLong());
    }

    static IntakePoint intake(WireReader in) {
        return new IntakePoint(in.getLong(), in.getLong());
    }

    private static void putJob(JobEpoch job, WireWriter out) {
        out.putLong(job.epoch()).putString(job.incarnation()).putLong(job.root());
    }

    private static JobEpoch job(WireReader in) {
        return new JobEpoch(in.getLong(), in.getString(), in.getLong());
    }

    private static void putEnd(EpochEnd end, WireWriter out) {
        out.putLong(end.epoch())
                .putLongs(end.sequences().stream().mapToLong(Long::longValue).toArray());
    }

    private static EpochEnd end(WireReader in) {
        long epoch = in.getLong();
        List<Long> sequences = Arrays.stream(in.getLongs()).boxed().toList();
        return new EpochEnd(epoch, sequences);
    }
}
