package org.wukongs.table.source;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.wukongs.client.WindowResult;

/** Metadata of a row of a continuous query, besides its variables. */
@Internal
public enum WindowMetadata {
    /** The exclusive end of the execution's windows. */
    WINDOW_END("result_time"),
    /** The snapshot that its stored patterns read. */
    SNAPSHOT("result_snapshot"),
    /** The query's registered name. */
    QUERY("query_name");

    private final String column;

    WindowMetadata(String column) {
        this.column = column;
    }

    /** Its key in {@code METADATA FROM}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Its column if columns are inferred. It differs from the names that Flink's window functions
     * add, or {@code TUMBLE(TABLE q, …)} would have two equal ones. Variables keep their names:
     * this is the first of result_time, result_time0, result_time1, … that is not a variable, as
     * Flink itself resolves such conflicts.
     */
    public String column(Set<String> variables) {
        String free = column;
        for (int i = 0; variables.contains(free); i++) {
            free = column + i;
        }
        return free;
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

    /**
     * Throws a {@link ValidationException} if no metadata has this key, or it cannot be cast to the
     * type of its column.
     */
    public static void check(String key, String columnName, LogicalType columnType) {
        for (WindowMetadata metadata : values()) {
            if (metadata.key().equals(key)) {
                metadata.checkType(columnName, columnType);
                return;
            }
        }
        throw new ValidationException(
                String.format(
                        "Column '%s': there is no metadata '%s'. A table with the option 'query'"
                                + " has: %s.",
                        columnName,
                        key,
                        Arrays.stream(values())
                                .map(m -> m.key() + " " + m.type())
                                .collect(Collectors.joining(", "))));
    }

    private void checkType(String columnName, LogicalType columnType) {
        boolean cast =
                columnType.is(LogicalTypeFamily.CHARACTER_STRING)
                        || switch (this) {
                            case WINDOW_END ->
                                    columnType.is(LogicalTypeFamily.TIMESTAMP)
                                            || columnType.is(LogicalTypeRoot.DATE);
                            case SNAPSHOT -> columnType.is(LogicalTypeFamily.NUMERIC);
                            case QUERY -> false;
                        };
        if (!cast) {
            throw new ValidationException(
                    String.format(
                            "Column '%s' has type %s, to which the metadata '%s' of type %s"
                                    + " cannot be cast.",
                            columnName, columnType.asSummaryString(), key(), type()));
        }
    }

    Object value(WindowResult window) {
        return switch (this) {
            case WINDOW_END -> TimestampData.fromEpochMillis(window.windowEndMs());
            case SNAPSHOT -> window.snapshot();
            case QUERY -> StringData.fromString(window.query());
        };
    }
}
