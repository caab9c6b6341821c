package org.wukongs.table.catalog;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.wukongs.table.TableKind;
import org.wukongs.table.WukongsTableOptions;
import org.wukongs.table.sink.StreamTableSink;
import org.wukongs.table.source.WindowMetadata;
import org.wukongs.table.type.QueryColumns;

/** Infers schemas of tables that were created without columns. */
final class InferredSchemas {

    private static final List<String> TRIPLE = List.of("s", "p", "o");
    private static final String TIME = "ts";

    private InferredSchemas() {}

    /** The schema of a table with these options. */
    static Schema of(Map<String, String> options) {
        Configuration configuration = Configuration.fromMap(options);
        return switch (TableKind.of(configuration)) {
            case STREAM ->
                    triples()
                            .column(TIME, DataTypes.TIMESTAMP_LTZ(3))
                            .watermark(TIME, "`" + TIME + "`")
                            .build();
            case QUERY -> ofQuery(configuration.get(WukongsTableOptions.QUERY));
            case GRAPH -> triples().build();
        };
    }

    /** Its columns without metadata, resolved. */
    static ResolvedSchema physical(Map<String, String> options) {
        Configuration configuration = Configuration.fromMap(options);
        List<Column> columns = new ArrayList<>();
        TableKind kind = TableKind.of(configuration);
        if (kind == TableKind.QUERY) {
            QueryColumns.of(configuration.get(WukongsTableOptions.QUERY))
                    .forEach(c -> columns.add(Column.physical(c.name(), c.type())));
        } else {
            TRIPLE.forEach(name -> columns.add(Column.physical(name, DataTypes.STRING())));
        }
        if (kind == TableKind.STREAM) {
            if (StreamTableSink.isMapped(configuration)) {
                throw new ValidationException(
                        "A stream's table with a mapping needs columns: declare them.");
            }
            columns.add(Column.physical(TIME, DataTypes.TIMESTAMP_LTZ(3)));
        }
        return ResolvedSchema.of(columns);
    }

    private static Schema ofQuery(String text) {
        Schema.Builder schema = Schema.newBuilder();
        Set<String> variables = new HashSet<>();
        for (QueryColumns.Column column : QueryColumns.of(text)) {
            schema.column(column.name(), column.type());
            variables.add(column.name());
        }
        for (WindowMetadata metadata : WindowMetadata.values()) {
            schema.columnByMetadata(
                    metadata.column(variables), metadata.type(), metadata.key(), true);
        }
        return schema.watermark(WindowMetadata.WINDOW_END.column(variables), "SOURCE_WATERMARK()")
                .build();
    }

    private static Schema.Builder triples() {
        Schema.Builder schema = Schema.newBuilder();
        TRIPLE.forEach(name -> schema.column(name, DataTypes.STRING()));
        return schema;
    }
}
