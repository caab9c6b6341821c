package org.wukongs.table.sink;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.sink.BadTupleException;
import org.wukongs.flink.sink.TupleCheck;
import org.wukongs.stream.Tuple;
import org.wukongs.table.type.RdfTerms;
import org.wukongs.table.type.TermEncoder;
import org.wukongs.table.type.TermFormat;

/**
 * Converts a row to a tuple. Its columns are named s, p, o or subject, predicate, object; one more
 * is the event time, the one with the WATERMARK if there is any.
 */
@Internal
public final class RowToTuple implements RowConverter {

    private static final long serialVersionUID = 1L;

    /** Faults that are not in the term itself. */
    public static final String NO_NULL = "a triple of a stream must not have a NULL";

    public static final String NO_RESOURCE =
            "an IRI, absolute or in brackets, or a blank node _:b is needed";

    public static final String NO_TERM =
            "it begins like an N-Triples term but is not one: write \"…\" around a literal"
                    + " and \\\" within";

    private static final ResolvedSchema LETTER_COLUMNS =
            ResolvedSchema.of(
                    Column.physical("s", DataTypes.STRING()),
                    Column.physical("p", DataTypes.STRING()),
                    Column.physical("o", DataTypes.STRING()),
                    Column.physical("ts", DataTypes.TIMESTAMP_LTZ(3)));

    private static final List<List<String>> NAMES =
            List.of(List.of("s", "subject"), List.of("p", "predicate"), List.of("o", "object"));

    private final List<String> names;
    private final int subject;
    private final int predicate;
    private final TermEncoder object;
    private final int objectAt;
    private final int time;
    private final int timePrecision;
    private final TermFormat format;
    private final SinkOnError onError;
    private transient TupleCheck check;

    private RowToTuple(
            List<String> names,
            int[] at,
            TermEncoder object,
            int timePrecision,
            SinkOnError onError) {
        this.onError = onError;
        this.names = names;
        this.subject = at[0];
        this.predicate = at[1];
        this.objectAt = at[2];
        this.time = at[3];
        this.object = object;
        this.timePrecision = timePrecision;
        this.format = object.format();
    }

    /** Throws a {@link ValidationException} for other columns. */
    public static RowToTuple of(ResolvedSchema schema, TermFormat format, SinkOnError onError) {
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
                columns.stream().map(Column::getName).toList(),
                new int[] {subject, predicate, object, time},
                TermEncoder.of(
                        objects.getName(), objects.getDataType().getLogicalType(), format, object),
                LogicalTypeChecks.getPrecision(timeType),
                onError);
    }

    /**
     * Throws a {@link BadTupleException} that names the column, and the row if that fails a job.
     */
    @Override
    public void tuples(RowData row, Consumer<Tuple> out) {
        try {
            out.accept(tuple(row));
        } catch (BadTupleException e) {
            throw onError == SinkOnError.FAIL ? e.with(row(row) + SinkOnError.GO_ON) : e;
        }
    }

    private Tuple tuple(RowData row) {
        if (check == null) {
            check = new TupleCheck();
        }
        for (int i = 0; i < names.size(); i++) {
            if (row.isNullAt(i)) {
                throw new BadTupleException(names.get(i), null, NO_NULL);
            }
        }
        long timeMs = row.getTimestamp(time, timePrecision).getMillisecond();
        TupleCheck.checkEventTime(names.get(time), timeMs);
        String s = resource(row, subject);
        check.checkSubject(names.get(subject), s);
        String p = resource(row, predicate);
        check.checkPredicate(names.get(predicate), p);
        String o = object(row);
        check.checkTerm(names.get(objectAt), o);
        return new Tuple(timeMs, s, p, o);
    }

    private String resource(RowData row, int at) {
        String text = row.getString(at).toString();
        try {
            return RdfTerms.resource(text, format);
        } catch (WukongsException e) {
            throw new BadTupleException(names.get(at), text, NO_RESOURCE);
        }
    }

    private String object(RowData row) {
        try {
            return object.encode(row);
        } catch (WukongsException e) {
            throw new BadTupleException(names.get(objectAt), object.text(row), NO_TERM);
        }
    }

    private String row(RowData row) {
        StringBuilder text = new StringBuilder(" row=(");
        for (String term : texts(row)) {
            text.append(BadTupleException.shown(term)).append(", ");
        }
        return text.append(time(row)).append(')').toString();
    }

    @Override
    public ResolvedSchema letterColumns() {
        return LETTER_COLUMNS;
    }

    @Override
    public Object[] letter(RowData row) {
        String[] texts = texts(row);
        Object[] values = new Object[texts.length + 1];
        for (int i = 0; i < texts.length; i++) {
            values[i] = StringData.fromString(texts[i]);
        }
        values[texts.length] = time(row);
        return values;
    }

    /** Texts of subject, predicate and object, perhaps null. */
    private String[] texts(RowData row) {
        return new String[] {
            row.isNullAt(subject) ? null : row.getString(subject).toString(),
            row.isNullAt(predicate) ? null : row.getString(predicate).toString(),
            object.text(row)
        };
    }

    /** Null for NULL. */
    private TimestampData time(RowData row) {
        return row.isNullAt(time) ? null : row.getTimestamp(time, timePrecision);
    }

    /** Positions of the columns for subject, predicate and object. */
    public static List<Integer> terms(ResolvedSchema schema) {
        return NAMES.stream().map(names -> position(schema.getColumns(), names)).toList();
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
                            "Column '%s' of a stream holds IRIs and must be of type STRING, not"
                                    + " %s.",
                            column.getName(), column.getDataType()));
        }
    }

    private static ValidationException wrongColumns(List<Column> columns) {
        return new ValidationException(
                String.format(
                        "A stream of the store must have the columns s STRING, p STRING, o"
                                + " (or subject, predicate, object) and one of type TIMESTAMP or"
                                + " TIMESTAMP_LTZ for the event time, with the WATERMARK if there is"
                                + " any; these are: %s",
                        columns.stream().map(Column::asSummaryString).toList()));
    }
}
