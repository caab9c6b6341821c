package org.wukongs.table.sink;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.CatalogTable;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkV2Provider;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.factories.DynamicTableFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.wukongs.flink.sink.BadTupleException;
import org.wukongs.flink.sink.DeadLetterFunction;
import org.wukongs.table.WukongsTableOptions;

/**
 * The table for dead letters. It has no name: the options of a stream's table that begin with
 * {@value WukongsTableOptions#DEAD_LETTER_PREFIX} are its options, its columns are fixed, and its
 * connector may be any whose sink is made of writers, as Kafka's is.
 */
@Internal
public final class TableDeadLetters {

    /** Limit of each text: four texts of any characters fit into a Kafka record of 1 MiB. */
    static final int TEXT_CHARS_MAX = 1 << 16;

    static final ResolvedSchema COLUMNS =
            ResolvedSchema.of(
                    Column.physical("s", DataTypes.STRING()),
                    Column.physical("p", DataTypes.STRING()),
                    Column.physical("o", DataTypes.STRING()),
                    Column.physical("ts", DataTypes.TIMESTAMP_LTZ(3)),
                    Column.physical("stream", DataTypes.STRING().notNull()),
                    Column.physical("bad_column", DataTypes.STRING().notNull()),
                    Column.physical("reason", DataTypes.STRING().notNull()));

    private final DynamicTableSink table;

    private TableDeadLetters(DynamicTableSink table) {
        this.table = table;
    }

    /** Throws a {@link ValidationException} with the connector's error. */
    public static TableDeadLetters of(DynamicTableFactory.Context context) {
        Map<String, String> options = new LinkedHashMap<>();
        context.getCatalogTable()
                .getOptions()
                .forEach(
                        (key, value) -> {
                            if (key.startsWith(WukongsTableOptions.DEAD_LETTER_PREFIX)) {
                                String own =
                                        key.substring(
                                                WukongsTableOptions.DEAD_LETTER_PREFIX.length());
                                options.put(own, value);
                            }
                        });
        if (!options.containsKey(FactoryUtil.CONNECTOR.key())) {
            throw new ValidationException(
                    "'sink.on-error' = 'dead-letter' needs the option 'sink.dead-letter.connector',"
                            + " and with the same prefix the options of that connector: 'kafka' with"
                            + " 'sink.dead-letter.topic' and so on.");
        }
        CatalogTable table =
                CatalogTable.newBuilder()
                        .schema(Schema.newBuilder().fromResolvedSchema(COLUMNS).build())
                        .options(options)
                        .build();
        ObjectIdentifier stream = context.getObjectIdentifier();
        return new TableDeadLetters(
                FactoryUtil.createDynamicTableSink(
                        null,
                        ObjectIdentifier.of(
                                stream.getCatalogName(),
                                stream.getDatabaseName(),
                                stream.getObjectName() + " dead letters"),
                        new ResolvedCatalogTable(table, COLUMNS),
                        Map.of(),
                        context.getConfiguration(),
                        context.getClassLoader(),
                        true));
    }

    /** The function that turns a row into a letter. */
    static DeadLetterFunction<RowData, RowData> letter(RowToTuple converter, String stream) {
        return (row, why) -> letter(converter, stream, row, why);
    }

    private static RowData letter(
            RowToTuple converter, String stream, RowData row, BadTupleException why) {
        GenericRowData letter = new GenericRowData(COLUMNS.getColumnCount());
        String[] texts = converter.texts(row);
        for (int i = 0; i < texts.length; i++) {
            letter.setField(i, StringData.fromString(cut(texts[i])));
        }
        letter.setField(3, converter.time(row));
        letter.setField(4, StringData.fromString(stream));
        letter.setField(5, StringData.fromString(why.field()));
        letter.setField(6, StringData.fromString(why.fault()));
        return letter;
    }

    private static String cut(String text) {
        return text == null || text.length() <= TEXT_CHARS_MAX
                ? text
                : text.substring(0, TEXT_CHARS_MAX) + "…";
    }

    /** Throws a {@link ValidationException} if the connector's sink is not made of writers. */
    Sink<RowData> sink(DynamicTableSink.Context context) {
        if (table.getSinkRuntimeProvider(context) instanceof SinkV2Provider provider) {
            return provider.createSink();
        }
        throw new ValidationException(
                "Dead letters cannot be written by this connector, only by one whose sink is made"
                        + " of writers, such as 'kafka': "
                        + table.asSummaryString());
    }

    TableDeadLetters copy() {
        return new TableDeadLetters(table.copy());
    }
}
