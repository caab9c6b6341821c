package org.wukongs.kafka.table;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;

/** Content of a field of a row: a term, as a physical column, or metadata. */
enum RdfColumn {
    SUBJECT("s"),
    PREDICATE("p"),
    OBJECT("o"),
    GRAPH("g"),
    EVENT_TIME("event-time"),
    ERROR("error"),
    ERROR_VALUE("error-value");

    private final String key;

    RdfColumn(String key) {
        this.key = key;
    }

    /** Name of the physical column, or key of the metadata. */
    String key() {
        return key;
    }

    /** Null if it is a term. */
    DataType metadataType() {
        return switch (this) {
            case SUBJECT, PREDICATE, OBJECT, GRAPH -> null;
            case EVENT_TIME -> DataTypes.TIMESTAMP_LTZ(3).nullable();
            case ERROR -> DataTypes.STRING().nullable();
            case ERROR_VALUE -> DataTypes.BYTES().nullable();
        };
    }

    boolean isTerm() {
        return metadataType() == null;
    }

    static RdfColumn ofMetadata(String key) {
        return Arrays.stream(values())
                .filter(column -> !column.isTerm() && column.key.equals(key))
                .findFirst()
                .orElseThrow(() -> new ValidationException("unknown metadata: key=" + key));
    }

    /** The terms in the physical columns of a table, in their order. */
    static List<RdfColumn> ofPhysical(DataType physical) {
        RowType row = (RowType) physical.getLogicalType();
        return row.getFields().stream().map(RdfColumn::ofField).toList();
    }

    private static RdfColumn ofField(RowType.RowField field) {
        RdfColumn column =
                Arrays.stream(values())
                        .filter(found -> found.isTerm() && found.key.equals(field.getName()))
                        .findFirst()
                        .orElseThrow(() -> unknown(field));
        boolean string =
                field.getType().is(LogicalTypeRoot.VARCHAR)
                        && ((VarCharType) field.getType()).getLength() == VarCharType.MAX_LENGTH;
        if (!string) {
            throw new ValidationException(
                    "The format 'rdf' reads and writes terms of any length, so its columns"
                            + " must be STRING: column="
                            + field.getName()
                            + " type="
                            + field.getType());
        }
        return column;
    }

    private static ValidationException unknown(RowType.RowField field) {
        String names =
                Arrays.stream(values())
                        .filter(RdfColumn::isTerm)
                        .map(RdfColumn::key)
                        .collect(Collectors.joining("|"));
        return new ValidationException(
                "The format 'rdf' has no such column: column="
                        + field.getName()
                        + " expected="
                        + names
                        + ". Times are metadata columns: of the connector, as in TIMESTAMP_LTZ(3) METADATA FROM"
                        + " 'timestamp', or of the format, as in METADATA FROM 'value.event-time' with the option"
                        + " 'rdf.event-time.predicate'.");
    }
}
