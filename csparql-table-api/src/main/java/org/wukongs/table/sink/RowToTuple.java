package org.wukongs.table.sink;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;
import org.apache.flink.util.function.SerializableFunction;
import org.wukongs.error.WukongsException;
import org.wukongs.stream.Tuple;
import org.wukongs.table.type.RdfTerms;
import org.wukongs.table.type.TermEncoder;
import org.wukongs.table.type.TermFormat;

/**
 * A row as a tuple. Its columns are called s, p, o or subject, predicate, object; one more, the one
 * with the WATERMARK if there is any, is the event time.
 */
@Internal
final class RowToTuple implements SerializableFunction<RowData, Tuple> {

    private static final long serialVersionUID = 1L;

    private static final List<List<String>> NAMES =
            List.of(List.of("s", "subject"), List.of("p", "predicate"), List.of("o", "object"));

    private final int subject;
    private final int predicate;
    private final TermEncoder object;
    private final int time;
    private final int timePrecision;
    private final TermFormat format;

    private RowToTuple(
            int subject,
            int predicate,
            TermEncoder object,
            int time,
            int timePrecision,
            TermFormat format) {
        this.subject = subject;
        this.predicate = predicate;
        this.object = object;
        this.time = time;
        this.timePrecision = timePrecision;
        this.format = format;
    }

    static RowToTuple of(ResolvedSchema schema, TermFormat format) {
        List<Column> columns = schema.getColumns().stream().filter(Column::isPersisted).toList();
        int subject = position(columns, NAMES.get(0));
        int predicate = position(columns, NAMES.get(1));
        int object = position(columns, NAMES.get(2));
        int time = time(schema, columns, List.of(subject, predicate, object));
        checkString(columns.get(subject));
        checkString(columns.get(predicate));
        Column objects = columns.get(object);
        LogicalType timeType = columns.get(time).getDataType().getLogicalType();
        return new RowToTuple(
                subject,
                predicate,
                TermEncoder.of(
                        objects.getName(), objects.getDataType().getLogicalType(), format, object),
                time,
                LogicalTypeChecks.getPrecision(timeType),
                format);
    }

    @Override
    public Tuple apply(RowData row) {
        String term = object.encode(row);
        if (term == null
                || row.isNullAt(subject)
                || row.isNullAt(predicate)
                || row.isNullAt(time)) {
            throw WukongsException.user("a triple of a stream has no NULL: row=" + row);
        }
        return new Tuple(
                row.getTimestamp(time, timePrecision).getMillisecond(),
                RdfTerms.resource(row.getString(subject).toString(), format),
                RdfTerms.resource(row.getString(predicate).toString(), format),
                term);
    }

    private static int position(List<Column> columns, List<String> names) {
        for (int i = 0; i < columns.size(); i++) {
            if (names.contains(columns.get(i).getName())) {
                return i;
            }
        }
        throw wrongColumns(columns);
    }

    private static int time(ResolvedSchema schema, List<Column> columns, List<Integer> terms) {
        List<Integer> rest = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            if (!terms.contains(i)) {
                rest.add(i);
            }
        }
        boolean one = rest.size() == 1 && isTime(columns.get(rest.get(0)));
        boolean watermarked =
                one
                        && schema.getWatermarkSpecs().stream()
                                .allMatch(
                                        spec ->
                                                spec.getRowtimeAttribute()
                                                        .equals(
                                                                columns.get(rest.get(0))
                                                                        .getName()));
        if (!watermarked) {
            throw wrongColumns(columns);
        }
        return rest.get(0);
    }

    private static boolean isTime(Column column) {
        LogicalType type = column.getDataType().getLogicalType();
        return type.is(LogicalTypeRoot.TIMESTAMP_WITHOUT_TIME_ZONE)
                || type.is(LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
    }

    private static void checkString(Column column) {
        if (!column.getDataType().getLogicalType().is(LogicalTypeFamily.CHARACTER_STRING)) {
            throw new ValidationException(
                    String.format(
                            "Column '%s' of a stream holds IRIs and has to be of type STRING, not"
                                    + " %s.",
                            column.getName(), column.getDataType()));
        }
    }

    private static ValidationException wrongColumns(List<Column> columns) {
        return new ValidationException(
                String.format(
                        "A stream of the store has the columns s STRING, p STRING, o (or subject,"
                                + " predicate, object) and one of type TIMESTAMP or TIMESTAMP_LTZ"
                                + " for the event time, with the WATERMARK if there is any; these"
                                + " are: %s",
                        columns.stream().map(Column::asSummaryString).toList()));
    }
}
