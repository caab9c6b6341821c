package org.wukongs.kafka.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.format.DecodingFormat;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.wukongs.kafka.rdf.RdfFormat;

/** Plans the reading of a table: which field of a row has which content. */
final class RdfDecodingFormat implements DecodingFormat<DeserializationSchema<RowData>> {

    private final RdfReadOptions options;
    private List<RdfColumn> metadata = List.of();

    RdfDecodingFormat(RdfReadOptions options) {
        this.options = options;
    }

    @Override
    public ChangelogMode getChangelogMode() {
        return ChangelogMode.insertOnly();
    }

    @Override
    public Map<String, DataType> listReadableMetadata() {
        Map<String, DataType> types = new LinkedHashMap<>();
        for (RdfColumn column : RdfColumn.values()) {
            boolean there = column != RdfColumn.EVENT_TIME || options.eventTime() != null;
            if (!column.isTerm() && there) {
                types.put(column.key(), column.metadataType());
            }
        }
        return types;
    }

    @Override
    public void applyReadableMetadata(List<String> keys) {
        metadata = keys.stream().map(RdfColumn::ofMetadata).toList();
    }

    @Override
    public DeserializationSchema<RowData> createRuntimeDecoder(
            DynamicTableSource.Context context, DataType physical) {
        List<RdfColumn> columns = new ArrayList<>(RdfColumn.ofPhysical(physical));
        checkGraph(columns, options.format());
        checkNullable(columns, physical);
        columns.addAll(metadata);
        List<DataTypes.Field> fields = new ArrayList<>(DataType.getFields(physical));
        for (RdfColumn column : metadata) {
            fields.add(DataTypes.FIELD(column.key(), column.metadataType()));
        }
        return new RdfRowDeserializationSchema(
                options,
                columns.toArray(RdfColumn[]::new),
                context.createTypeInformation(DataTypes.ROW(fields)));
    }

    /**
     * Rejects a column for graph names in formats without them: an empty column would hide a
     * mistake.
     */
    static void checkGraph(List<RdfColumn> columns, RdfFormat format) {
        boolean named = format == RdfFormat.NQUADS || format == RdfFormat.JSONLD;
        if (columns.contains(RdfColumn.GRAPH) && !named) {
            throw new ValidationException(
                    "The column 'g' needs a format with graph names: rdf.format="
                            + format
                            + " expected=nquads|jsonld");
        }
    }

    private void checkNullable(List<RdfColumn> columns, DataType physical) {
        List<DataType> types = DataType.getFieldDataTypes(physical);
        IntStream.range(0, columns.size())
                .filter(i -> !types.get(i).getLogicalType().isNullable())
                .filter(i -> options.onError() == OnError.ROW || columns.get(i) == RdfColumn.GRAPH)
                .findFirst()
                .ifPresent(
                        i -> {
                            throw new ValidationException(
                                    "The column is NULL in the default graph and in rows of bad records, so it"
                                            + " cannot be NOT NULL: column="
                                            + columns.get(i).key());
                        });
    }
}
