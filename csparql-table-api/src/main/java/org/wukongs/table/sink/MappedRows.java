package org.wukongs.table.sink;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalType;
import org.wukongs.flink.sink.BadTupleException;
import org.wukongs.stream.Tuple;
import org.wukongs.table.mapping.RowMapping;
import org.wukongs.table.mapping.TripleCollector;

/**
 * Converts rows to tuples by a mapping. All tuples of a row have its event time: the column with
 * the WATERMARK, or else the only one that is a timestamp. Only a changelog goes without.
 */
@Internal
public final class MappedRows implements RowConverter {

    private static final long serialVersionUID = 1L;

    private final RowMapping mapping;
    private final List<String> names;
    private final List<DataType> types;
    private final RowData.FieldGetter[] getters;
    private final TimeColumn time; // null for none
    private final SinkOnError onError;

    private MappedRows(
            RowMapping mapping, List<Column> columns, TimeColumn time, SinkOnError onError) {
        this.mapping = mapping;
        this.names = columns.stream().map(Column::getName).toList();
        this.types = columns.stream().map(Column::getDataType).toList();
        this.getters = new RowData.FieldGetter[names.size()];
        for (int i = 0; i < getters.length; i++) {
            getters[i] = RowData.createFieldGetter(types.get(i).getLogicalType(), i);
        }
        this.time = time;
        this.onError = onError;
    }

    /**
     * Throws a {@link ValidationException} if no column can be the event time, or a USER error if
     * the mapping does not fit the columns.
     *
     * @param changes whether the rows are a changelog, which may have no event time
     */
    static MappedRows of(
            ResolvedSchema schema, MappingOptions options, SinkOnError onError, boolean changes) {
        List<Column> columns = schema.getColumns().stream().filter(Column::isPersisted).toList();
        TimeColumn time = time(schema, columns, changes);
        List<String> names = columns.stream().map(Column::getName).toList();
        List<String> others = new ArrayList<>(names);
        if (time != null) {
            others.remove(time.at());
        }
        List<LogicalType> types =
                columns.stream().map(column -> column.getDataType().getLogicalType()).toList();
        RowMapping mapping = RowMapping.of(options.mapping(others), names, types);
        return new MappedRows(mapping, columns, time, onError);
    }

    /** Null for none. */
    private static TimeColumn time(ResolvedSchema schema, List<Column> columns, boolean changes) {
        List<TimeColumn> found = TimeColumn.candidates(schema, columns, List.of());
        if (found.size() == 1) {
            return found.get(0);
        }
        if (found.isEmpty() && changes) {
            return null;
        }
        throw new ValidationException(
                String.format(
                        "A stream of the store with a mapping must have one column of type"
                                + " TIMESTAMP or TIMESTAMP_LTZ for the event time, or a"
                                + " WATERMARK for one of them; its columns are: %s",
                        columns.stream().map(Column::asSummaryString).toList()));
    }

    @Override
    public boolean hasEventTime() {
        return time != null;
    }

    @Override
    public void tuples(RowData row, Consumer<Tuple> out) {
        try {
            map(row, out);
        } catch (BadTupleException e) {
            throw onError == SinkOnError.FAIL ? e.with(shown(row) + SinkOnError.GO_ON) : e;
        }
    }

    private void map(RowData row, Consumer<Tuple> out) {
        long timeMs = time == null ? 0 : time.ms(row);
        mapping.map(row, new Tuples(timeMs, out));
    }

    private String shown(RowData row) {
        StringBuilder text = new StringBuilder(" row=(");
        for (int i = 0; i < getters.length; i++) {
            text.append(i == 0 ? "" : ", ")
                    .append(BadTupleException.shown(getters[i].getFieldOrNull(row)));
        }
        return text.append(')').toString();
    }

    @Override
    public ResolvedSchema letterColumns() {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            columns.add(Column.physical(names.get(i), types.get(i).nullable()));
        }
        return ResolvedSchema.of(columns);
    }

    @Override
    public Object[] letter(RowData row) {
        Object[] values = new Object[getters.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = getters[i].getFieldOrNull(row);
        }
        return values;
    }

    /** Makes tuples of one row's triples. */
    private record Tuples(long timeMs, Consumer<Tuple> out) implements TripleCollector {

        @Override
        public void add(String subject, String predicate, String object) {
            out.accept(new Tuple(timeMs, subject, predicate, object));
        }

        @Override
        public void remove(String subject, String predicate, String object) {
            out.accept(new Tuple(timeMs, subject, predicate, object, true));
        }
    }
}
