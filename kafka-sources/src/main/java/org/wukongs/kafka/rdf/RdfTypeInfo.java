package org.wukongs.kafka.rdf;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.wukongs.stream.Tuple;

/** Flink type information of records and tuples, so that Kryo does not serialize them. */
@PublicEvolving
public final class RdfTypeInfo<T> extends TypeInformation<T> {

    public static final RdfTypeInfo<Tuple> TUPLE =
            new RdfTypeInfo<>(Tuple.class, RdfTupleSerializer.INSTANCE);

    public static final RdfTypeInfo<BadRecord> BAD_RECORD =
            new RdfTypeInfo<>(BadRecord.class, BadRecordSerializer.INSTANCE);

    public static final RdfTypeInfo<RdfRecord> RECORD =
            new RdfTypeInfo<>(RdfRecord.class, RdfRecordSerializer.INSTANCE);

    private static final long serialVersionUID = 1L;

    private final Class<T> type;
    private final TypeSerializer<T> serializer;

    private RdfTypeInfo(Class<T> type, TypeSerializer<T> serializer) {
        this.type = type;
        this.serializer = serializer;
    }

    @Override
    public TypeSerializer<T> createSerializer(SerializerConfig config) {
        return serializer.duplicate();
    }

    @Override
    public Class<T> getTypeClass() {
        return type;
    }

    @Override
    public boolean isBasicType() {
        return false;
    }

    @Override
    public boolean isTupleType() {
        return false;
    }

    @Override
    public int getArity() {
        return 1;
    }

    @Override
    public int getTotalFields() {
        return 1;
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    public String toString() {
        return "RdfTypeInfo<" + type.getSimpleName() + ">";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RdfTypeInfo<?> that && that.type == type;
    }

    @Override
    public int hashCode() {
        return type.hashCode();
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof RdfTypeInfo<?>;
    }
}
