package org.wukongs.flink.source;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.wukongs.client.WindowResult;

/** Flink type of {@link WindowResult}; not usable as a key. */
@PublicEvolving
public final class WindowResultTypeInfo extends TypeInformation<WindowResult> {

    public static final WindowResultTypeInfo INSTANCE = new WindowResultTypeInfo();

    private static final long serialVersionUID = 1L;

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
    public Class<WindowResult> getTypeClass() {
        return WindowResult.class;
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    public TypeSerializer<WindowResult> createSerializer(SerializerConfig config) {
        return WindowResultSerializer.INSTANCE;
    }

    @Override
    public String toString() {
        return "WindowResult";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WindowResultTypeInfo;
    }

    @Override
    public int hashCode() {
        return WindowResultTypeInfo.class.hashCode();
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof WindowResultTypeInfo;
    }
}
