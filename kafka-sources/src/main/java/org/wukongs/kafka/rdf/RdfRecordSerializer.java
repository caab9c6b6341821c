package org.wukongs.kafka.rdf;

import java.io.IOException;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Serializer of records. Bytes: kind (1: 0 tuple, 1 bad record), then as {@link RdfTupleSerializer}
 * or {@link BadRecordSerializer}.
 */
@Internal
public final class RdfRecordSerializer extends TypeSerializerSingleton<RdfRecord> {

    public static final RdfRecordSerializer INSTANCE = new RdfRecordSerializer();

    private static final long serialVersionUID = 1L;

    private static final byte TUPLE = 0;
    private static final byte BAD = 1;

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public RdfRecord createInstance() {
        return RdfRecord.of(RdfTupleSerializer.INSTANCE.createInstance());
    }

    @Override
    public RdfRecord copy(RdfRecord from) {
        return from;
    }

    @Override
    public RdfRecord copy(RdfRecord from, RdfRecord reuse) {
        return from;
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(RdfRecord record, DataOutputView target) throws IOException {
        if (record.tuple() != null) {
            target.writeByte(TUPLE);
            RdfTupleSerializer.INSTANCE.serialize(record.tuple(), target);
        } else {
            target.writeByte(BAD);
            BadRecordSerializer.INSTANCE.serialize(record.bad(), target);
        }
    }

    @Override
    public RdfRecord deserialize(DataInputView source) throws IOException {
        byte kind = source.readByte();
        return switch (kind) {
            case TUPLE -> RdfRecord.of(RdfTupleSerializer.INSTANCE.deserialize(source));
            case BAD -> RdfRecord.of(BadRecordSerializer.INSTANCE.deserialize(source));
            default -> throw new IOException("kind of record is unknown: kind=" + kind);
        };
    }

    @Override
    public RdfRecord deserialize(RdfRecord reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        serialize(deserialize(source), target);
    }

    @Override
    public TypeSerializerSnapshot<RdfRecord> snapshotConfiguration() {
        return new Snapshot();
    }

    /** Flink creates it by name when it restores state. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<RdfRecord> {
        public Snapshot() {
            super(() -> INSTANCE);
        }
    }
}
