package org.wukongs.kafka.rdf;

import java.io.IOException;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;

/**
 * A bad record as bytes: topic, partition (4), offset (8), reason, length of the value (4; -1 for
 * none) and the value; numbers big-endian, strings as Flink writes them.
 */
@Internal
public final class BadRecordSerializer extends TypeSerializerSingleton<BadRecord> {

    public static final BadRecordSerializer INSTANCE = new BadRecordSerializer();

    private static final long serialVersionUID = 1L;

    private static final int NO_VALUE = -1;

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public BadRecord createInstance() {
        return new BadRecord("", 0, 0, "", null);
    }

    @Override
    public BadRecord copy(BadRecord from) {
        return from;
    }

    @Override
    public BadRecord copy(BadRecord from, BadRecord reuse) {
        return from;
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(BadRecord record, DataOutputView target) throws IOException {
        StringValue.writeString(record.topic(), target);
        target.writeInt(record.partition());
        target.writeLong(record.offset());
        StringValue.writeString(record.reason(), target);
        target.writeInt(record.value() == null ? NO_VALUE : record.value().length);
        if (record.value() != null) {
            target.write(record.value());
        }
    }

    @Override
    public BadRecord deserialize(DataInputView source) throws IOException {
        String topic = StringValue.readString(source);
        int partition = source.readInt();
        long offset = source.readLong();
        String reason = StringValue.readString(source);
        int length = source.readInt();
        byte[] value = null;
        if (length != NO_VALUE) {
            value = new byte[length];
            source.readFully(value);
        }
        return new BadRecord(topic, partition, offset, reason, value);
    }

    @Override
    public BadRecord deserialize(BadRecord reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        serialize(deserialize(source), target);
    }

    @Override
    public TypeSerializerSnapshot<BadRecord> snapshotConfiguration() {
        return new Snapshot();
    }

    /** Flink asks for it by name when it restores state. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<BadRecord> {
        public Snapshot() {
            super(() -> INSTANCE);
        }
    }
}
