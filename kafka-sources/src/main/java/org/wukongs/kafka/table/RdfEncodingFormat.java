package org.wukongs.kafka.table;

import java.util.List;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.format.EncodingFormat;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.wukongs.kafka.rdf.RdfFormat;

/** Plans the writing of a table. */
final class RdfEncodingFormat implements EncodingFormat<SerializationSchema<RowData>> {

    private static final List<RdfColumn> TRIPLE =
            List.of(RdfColumn.SUBJECT, RdfColumn.PREDICATE, RdfColumn.OBJECT);

    private final RdfFormat format;

    RdfEncodingFormat(RdfFormat format) {
        this.format = format;
    }

    /** Triples cannot be retracted. */
    @Override
    public ChangelogMode getChangelogMode() {
        return ChangelogMode.insertOnly();
    }

    @Override
    public SerializationSchema<RowData> createRuntimeEncoder(
            DynamicTableSink.Context context, DataType physical) {
        List<RdfColumn> columns = RdfColumn.ofPhysical(physical);
        if (!columns.containsAll(TRIPLE)) {
            throw new ValidationException(
                    "The format 'rdf' writes whole triples, so the table needs the columns s, p and o: columns="
                            + String.join("|", DataType.getFieldNames(physical)));
        }
        RdfDecodingFormat.checkGraph(columns, format);
        return new RdfRowSerializationSchema(format, columns.toArray(RdfColumn[]::new));
    }
}
