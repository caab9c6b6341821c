package org.wukongs.table.source;

import java.util.Locale;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.DataType;
import org.wukongs.client.WindowResult;

/** What a row of a continuous query carries besides its variables. */
@Internal
public enum WindowMetadata {
    /** The exclusive end of the execution's windows. */
    WINDOW_END,
    /** The snapshot that its stored patterns read. */
    SNAPSHOT,
    /** The query's registered name. */
    QUERY;

    /** Its key in {@code METADATA FROM}, and its column where columns are inferred. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    public DataType type() {
        return switch (this) {
            case WINDOW_END -> DataTypes.TIMESTAMP_LTZ(3).notNull();
            case SNAPSHOT -> DataTypes.BIGINT().notNull();
            case QUERY -> DataTypes.STRING().notNull();
        };
    }

    static WindowMetadata of(String key) {
        return valueOf(key.toUpperCase(Locale.ROOT));
    }

    Object value(WindowResult window) {
        return switch (this) {
            case WINDOW_END -> TimestampData.fromEpochMillis(window.windowEndMs());
            case SNAPSHOT -> window.snapshot();
            case QUERY -> StringData.fromString(window.query());
        };
    }
}
