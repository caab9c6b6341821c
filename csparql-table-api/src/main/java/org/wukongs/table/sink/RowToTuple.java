package org.wukongs.table.sink;

import java.io.Serializable;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.types.RowKind;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.sink.BadTupleException;
import org.wukongs.flink.sink.TupleCheck;
import org.wukongs.stream.Tuple;
import org.wukongs.table.type.RdfTerms;
import org.wukongs.table.type.TermEncoder;
import org.wukongs.table.type.TermFormat;

/**
 * Converts a row to a tuple. Its columns are named s, p, o or subject, predicate, object; one more
 * is the event time, the one with the WATERMARK if there is any. Only changelogs and graphs go
 * without. A row that a changelog takes back gives a removal.
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

    private static final ResolvedSchema TERM_COLUMNS =
            ResolvedSchema.of(
                    Column.physical("s", DataTypes.STRING()),
                    Column.physical("p", DataTypes.STRING()),
                    Column.physical("o", DataTypes.STRING()));

    private static final ResolvedSchema LETTER_COLUMNS =
            ResolvedSchema.of(
                    Column.physical("s", DataTypes.STRING()),
                    Column.physical("p", DataTypes.STRING()),
                    Column.physical("o", DataTypes.STRING()),
                    Column.physical("ts", DataTypes.TIMESTAMP_LTZ(3)));

    private static final List<List<String>> NAMES =
            List.of(List.of("s", "subject"), List.of("p", "predicate"), List.of("o", "object"));

    /** A literal in the place of an object that does not matter. */
    private static final String ANY_OBJECT = "\"\"";

    /**
     * Positions of the columns.
     *
     * @param time null for none
     */
    private record Places(
            List<String> names, int subject, int predicate, int object, TimeColumn time)
            implements Serializable {

        static Places of(List<Column> columns) {
            return new Places(
                    columns.stream().map(Column::getName).toList(),
                    position(columns, NAMES.get(0)),
                    position(columns, NAMES.get(1)),
                    position(columns, NAMES.get(2)),
                    null);
        }

        Places with(TimeColumn newTime) {
            return new Places(names, subject, predicate, object, newTime);
        }

        List<Integer> terms() {
            return List.of(subject, predicate, object);
        }
    }

    private final Places places;
    private final TermEncoder object;
    private final TermFormat format;
    private final SinkOnError onError;
    private final boolean keyed;
    private transient TupleCheck check;

    private RowToTuple(Places places, TermEncoder object, SinkOnError onError, boolean keyed) {
        this.places = places;
        this.object = object;
        this.format = object.format();
        this.onError = onError;
        this.keyed = keyed;
    }

    /** Throws a {@link ValidationException} for other columns. */
    public static RowToTuple of(ResolvedSchema schema, TermFormat format, SinkOnError onError) {
        return of(schema, format, onError, false);
    }

    /** As above, of a changelog, which may have no event time. */
    static RowToTuple ofChanges(ResolvedSchema schema, TermFormat format, SinkOnError onError) {
        return of(schema, format, onError, true);
    }

    private static RowToTuple of(
            ResolvedSchema schema, TermFormat format, SinkOnError onError, boolean timeless) {
        List<Column> columns = schema.getColumns().stream().filter(Column::isPersisted).toList();
        Places places = Places.of(columns);
        List<TimeColumn> times = TimeColumn.candidates(schema, columns, places.terms());
        int rest = columns.size() - NAMES.size();
        if (rest != times.size() || rest > 1 || (rest == 0 && !timeless)) {
            throw wrongColumns(columns);
        }
        TimeColumn time = times.isEmpty() ? null : times.get(0);
        return of(places.with(time), columns, format, onError, false);
    }

    /**
     * Converts the rows of a stored graph's table, which have no event time.
     *
     * @param keyed whether subject and predicate are a key, so that a row that is taken back needs
     *     no object
     */
    static RowToTuple ofGraph(
            ResolvedSchema schema, TermFormat format, SinkOnError onError, boolean keyed) {
        List<Column> columns = schema.getColumns().stream().filter(Column::isPersisted).toList();
        return of(Places.of(columns), columns, format, onError, keyed);
    }

    private static RowToTuple of(
            Places places,
            List<Column> columns,
            TermFormat format,
            SinkOnError onError,
            boolean keyed) {
        checkString(columns.get(places.subject()));
        checkString(columns.get(places.predicate()));
        Column objects = columns.get(places.object());
        TermEncoder object =
                TermEncoder.of(
                        objects.getName(),
                        objects.getDataType().getLogicalType(),
                        format,
                        places.object());
        return new RowToTuple(places, object, onError, keyed);
    }

    @Override
    public boolean hasEventTime() {
        return places.time() != null;
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
        boolean removal =
                row.getRowKind() == RowKind.DELETE || row.getRowKind() == RowKind.UPDATE_BEFORE;
        boolean objectMatters = !(removal && keyed);
        for (int i = 0; i < places.names().size(); i++) {
            if (row.isNullAt(i) && (objectMatters || i != places.object())) {
                throw new BadTupleException(places.names().get(i), null, NO_NULL);
            }
        }
        long timeMs = places.time() == null ? 0 : places.time().ms(row);
        String s = resource(row, places.subject());
        check.checkSubject(places.names().get(places.subject()), s);
        String p = resource(row, places.predicate());
        check.checkPredicate(places.names().get(places.predicate()), p);
        String o = objectMatters ? object(row) : ANY_OBJECT;
        check.checkTerm(places.names().get(places.object()), o);
        return new Tuple(timeMs, s, p, o, removal);
    }

    /** Subject and predicate as one text, the same for all ways to write them. */
    String key(RowData row) {
        try {
            return resource(row, places.subject()) + ' ' + resource(row, places.predicate());
        } catch (BadTupleException e) {
            return ""; // the sink says what is wrong
        }
    }

    private String resource(RowData row, int at) {
        if (row.isNullAt(at)) {
            throw new BadTupleException(places.names().get(at), null, NO_NULL);
        }
        String text = row.getString(at).toString();
        try {
            return RdfTerms.resource(text, format);
        } catch (WukongsException e) {
            throw new BadTupleException(places.names().get(at), text, NO_RESOURCE);
        }
    }

    private String object(RowData row) {
        try {
            return object.encode(row);
        } catch (WukongsException e) {
            throw new BadTupleException(
                    places.names().get(places.object()), object.text(row), NO_TERM);
        }
    }

    private String row(RowData row) {
        StringBuilder text = new StringBuilder(" row=(");
        for (String term : texts(row)) {
            text.append(BadTupleException.shown(term)).append(", ");
        }
        if (hasEventTime()) {
            text.append(places.time().value(row));
        } else {
            text.setLength(text.length() - 2);
        }
        return text.append(')').toString();
    }

    @Override
    public ResolvedSchema letterColumns() {
        return hasEventTime() ? LETTER_COLUMNS : TERM_COLUMNS;
    }

    @Override
    public Object[] letter(RowData row) {
        String[] texts = texts(row);
        Object[] values = new Object[texts.length + (hasEventTime() ? 1 : 0)];
        for (int i = 0; i < texts.length; i++) {
            values[i] = StringData.fromString(texts[i]);
        }
        if (hasEventTime()) {
            values[texts.length] = places.time().value(row);
        }
        return values;
    }

    /** Texts of subject, predicate and object, perhaps null. */
    private String[] texts(RowData row) {
        return new String[] {
            text(row, places.subject()), text(row, places.predicate()), object.text(row)
        };
    }

    /** Null for NULL. */
    private static String text(RowData row, int at) {
        return row.isNullAt(at) ? null : row.getString(at).toString();
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
