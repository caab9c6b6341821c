package org.wukongs.table.catalog;

import java.util.HashSet;
import java.util.Set;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.wukongs.table.TableKind;
import org.wukongs.table.source.WindowMetadata;
import org.wukongs.table.type.QueryColumns;

/** Schemas of tables that were created without columns. */
final class InferredSchemas {

    private static final String TIME = "ts";

    private InferredSchemas() {}

    /** {@code query} is the text where the table is a query's. */
    static Schema of(TableKind kind, String query) {
        return switch (kind) {
            case STREAM ->
                    triples()
                            .column(TIME, DataTypes.TIMESTAMP_LTZ(3))
                            .watermark(TIME, "`" + TIME + "`")
                            .build();
            case QUERY -> ofQuery(query);
            case GRAPH -> triples().build();
        };
    }

    /** A variable called like a metadata column hides it. */
    private static Schema ofQuery(String text) {
        Schema.Builder schema = Schema.newBuilder();
        Set<String> names = new HashSet<>();
        for (QueryColumns.Column column : QueryColumns.of(text)) {
            schema.column(column.name(), column.type());
            names.add(column.name());
        }
        for (WindowMetadata metadata : WindowMetadata.values()) {
            if (!names.contains(metadata.key())) {
                schema.columnByMetadata(metadata.key(), metadata.type(), null, true);
            }
        }
        String windowEnd = WindowMetadata.WINDOW_END.key();
        if (!names.contains(windowEnd)) {
            schema.watermark(windowEnd, "SOURCE_WATERMARK()");
        }
        return schema.build();
    }

    private static Schema.Builder triples() {
        return Schema.newBuilder()
                .column("s", DataTypes.STRING())
                .column("p", DataTypes.STRING())
                .column("o", DataTypes.STRING());
    }
}
