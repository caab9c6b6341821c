package org.wukongs.table;

import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.Column.MetadataColumn;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.wukongs.table.source.WindowMetadata;

/** Checks names and types of declared {@code METADATA} columns. */
final class MetadataColumns {

    private MetadataColumns() {}

    /** Throws a {@link ValidationException} that says what is valid. */
    static void check(TableKind kind, ResolvedSchema schema) {
        for (Column column : schema.getColumns()) {
            if (column instanceof MetadataColumn metadata) {
                if (kind != TableKind.QUERY) {
                    throw new ValidationException(
                            String.format(
                                    "Column '%s' is METADATA, which only tables with the option"
                                            + " 'query' have.",
                                    column.getName()));
                }
                WindowMetadata.check(
                        metadata.getMetadataKey().orElse(metadata.getName()),
                        metadata.getName(),
                        metadata.getDataType().getLogicalType());
            }
        }
    }
}
