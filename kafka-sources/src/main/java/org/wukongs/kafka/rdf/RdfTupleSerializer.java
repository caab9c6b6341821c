package org.wukongs.kafka.rdf;

import java.io.IOException;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;
import org.wukongs.stream.Tuple;

/**
 * Serializer of tuples. Bytes: event time (8, big-endian; of a removal with bit 62 inverted), then
 * subject, predicate and object as Flink writes strings of any length.
 */
@Internal
public final class RdfTupleSerializer extends TypeSerializerSingleton<Tuple> {

    public static final RdfTupleSerializer INSTANCE = new RdfTupleSerializer();

    private static final long serialVersionUID = 1L;

    /**
     * Equal to the sign in all event times, so that tuples written before removals stay readable.
     */
    private static final long REMOVAL = 1L << 62;

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public Tuple createInstance() {
        return new Tuple(0, "", "", "");
    }

    @Override
    public Tuple copy(Tuple from) {
        return from;
    }

    @Override
    public Tuple copy(Tuple from, Tuple reuse) {
        return from;
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(Tuple record, DataOutputView target) throws IOException {
        long time = record.eventTimeMs();
        if (isMarked(time)) {
            throw new IOException("event time is beyond all limits: eventTimeMs=" + time);
        }
        target.writeLong(record.removal() ? time ^ REMOVAL : time);
        StringValue.writeString(record.subject(), target);
        StringValue.writeString(record.predicate(), target);
        StringValue.writeString(record.object(), target);
    }

    private static boolean isMarked(long time) {
        return (time & REMOVAL) != 0 != time < 0;
    }

    @Override
    public Tuple deserialize(DataInputView source) throws IOException {
        long time = source.readLong();
        boolean removal = isMarked(time);
        String subject = StringValue.readString(source);
        String predicate = StringValue.readString(source);
        return new Tuple(
                removal ? time ^ REMOVAL : time,
                subject,
                predicate,
                StringValue.readString(source),
                removal);
    }

    @Override
    public Tuple deserialize(Tuple reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.writeLong(source.readLong());
        StringValue.copyString(source, target);
        StringValue.copyString(source, target);
        StringValue.copyString(source, target);
    }

    @Override
    public TypeSerializerSnapshot<Tuple> snapshotConfiguration() {
        return new Snapshot();
    }

    /** Flink creates it by name when it restores state. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Tuple> {
        public Snapshot() {
            super(() -> INSTANCE);
        }
    }
}
