package org.wukongs.table.sink;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
 * {@value WukongsTableOptions#DEAD_LETTER_PREFIX} are its options, and its connector may be any
 * whose sink is made of writers, as Kafka's is. Its columns are those of the row, as the {@link
 * RowConverter} says, and three that say what is wrong.
 */
@Internal
public final class TableDeadLetters {

    /** Limit of each text: four texts of any characters fit into a Kafka record of 1 MiB. */
    static final int TEXT_CHARS_MAX = 1 << 16;

    private static final List<Column> FAULT =
            List.of(
                    Column.physical("stream", DataTypes.STRING().notNull()),
                    Column.physical("bad_column", DataTypes.STRING().notNull()),
                    Column.physical("reason", DataTypes.STRING().notNull()));

    private final DynamicTableSink table;

    private TableDeadLetters(DynamicTableSink table) {
        this.table = table;
    }

    /**
     * Throws a {@link ValidationException} with the connector's error, or if the row has a column
     * with a name that dead letters need.
     */
    public static TableDeadLetters of(DynamicTableFactory.Context context, RowConverter rows) {
        ResolvedSchema columns = columns(rows);
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
                        .schema(Schema.newBuilder().fromResolvedSchema(columns).build())
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
                        new ResolvedCatalogTable(table, columns),
                        Map.of(),
                        context.getConfiguration(),
                        context.getClassLoader(),
                        true));
    }

    private static ResolvedSchema columns(RowConverter rows) {
        List<Column> columns = new ArrayList<>(rows.letterColumns().getColumns());
        for (Column column : FAULT) {
            if (columns.stream().anyMatch(own -> own.getName().equals(column.getName()))) {
                throw new ValidationException(
                        String.format(
                                "Dead letters have a column '%s' of their own: give that of the"
                                        + " table another name.",
                                column.getName()));
            }
        }
        columns.addAll(FAULT);
        return ResolvedSchema.of(columns);
    }

    /** The function that turns a row into a letter. */
    static DeadLetterFunction<RowData, RowData> letter(RowConverter rows, String stream) {
        return (row, why) -> letter(rows.letter(row), stream, why);
    }

    private static RowData letter(Object[] row, String stream, BadTupleException why) {
        GenericRowData letter = new GenericRowData(row.length + FAULT.size());
        for (int i = 0; i < row.length; i++) {
            letter.setField(i, row[i] instanceof StringData text ? cut(text) : row[i]);
        }
        letter.setField(row.length, StringData.fromString(stream));
        letter.setField(row.length + 1, StringData.fromString(why.field()));
        letter.setField(row.length + 2, StringData.fromString(why.fault()));
        return letter;
    }

    /** A copy: Flink may use the row's memory again before a writer has written the letter. */
    private static StringData cut(StringData value) {
        String text = value.toString();
        return StringData.fromString(
                text.length() <= TEXT_CHARS_MAX ? text : text.substring(0, TEXT_CHARS_MAX) + "…");
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
