package org.wukongs.kafka.rdf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;

/**
 * Serializer of bad records. Bytes: {@value #NO_TOPIC}, {@value #VERSION}, topic, partition (4),
 * offset (8), reason, key, value, number of headers (4), name and value of each, number of parts
 * left out (4). Numbers are big-endian, strings as Flink writes them, byte arrays come after their
 * length (4; -1 for none). Bytes that begin with a topic are version 1: topic, partition, offset,
 * reason and value.
 */
@Internal
public final class BadRecordSerializer extends TypeSerializerSingleton<BadRecord> {

    public static final BadRecordSerializer INSTANCE = new BadRecordSerializer();

    private static final long serialVersionUID = 1L;

    private static final int NO_BYTES = -1;

    /** How Flink writes a null string. */
    private static final int NO_TOPIC = 0;

    private static final int VERSION = 2;

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
        target.writeByte(NO_TOPIC);
        target.writeByte(VERSION);
        StringValue.writeString(record.topic(), target);
        target.writeInt(record.partition());
        target.writeLong(record.offset());
        StringValue.writeString(record.reason(), target);
        writeBytes(record.key(), target);
        writeBytes(record.value(), target);
        target.writeInt(record.headers().size());
        for (KafkaHeader header : record.headers()) {
            StringValue.writeString(header.name(), target);
            writeBytes(header.value(), target);
        }
        target.writeInt(record.leftOutCount());
    }

    @Override
    public BadRecord deserialize(DataInputView source) throws IOException {
        String topic = StringValue.readString(source);
        if (topic != null) {
            return deserializeVersion1(topic, source);
        }
        int version = source.readByte();
        if (version != VERSION) {
            throw new IOException("version of a bad record is unknown: version=" + version);
        }
        topic = StringValue.readString(source);
        int partition = source.readInt();
        long offset = source.readLong();
        String reason = StringValue.readString(source);
        byte[] key = readBytes(source);
        byte[] value = readBytes(source);
        List<KafkaHeader> headers = new ArrayList<>();
        for (int left = source.readInt(); left > 0; left--) {
            headers.add(new KafkaHeader(StringValue.readString(source), readBytes(source)));
        }
        return new BadRecord(
                topic, partition, offset, reason, key, value, headers, source.readInt());
    }

    private static BadRecord deserializeVersion1(String topic, DataInputView source)
            throws IOException {
        int partition = source.readInt();
        long offset = source.readLong();
        String reason = StringValue.readString(source);
        return new BadRecord(topic, partition, offset, reason, readBytes(source));
    }

    private static void writeBytes(byte[] bytes, DataOutputView target) throws IOException {
        target.writeInt(bytes == null ? NO_BYTES : bytes.length);
        if (bytes != null) {
            target.write(bytes);
        }
    }

    private static byte[] readBytes(DataInputView source) throws IOException {
        int length = source.readInt();
        if (length == NO_BYTES) {
            return null;
        }
        byte[] bytes = new byte[length];
        source.readFully(bytes);
        return bytes;
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

    /** Flink creates it by name when it restores state. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<BadRecord> {
        public Snapshot() {
            super(() -> INSTANCE);
        }
    }
}
