package org.wukongs.table.module;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.types.Row;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.sink.BadTupleException;
import org.wukongs.flink.sink.TupleCheck;
import org.wukongs.stream.Tuple;
import org.wukongs.table.sink.RowToTuple;
import org.wukongs.table.sink.SinkOnError;
import org.wukongs.table.type.RdfTerms;
import org.wukongs.table.type.TermFormat;

/**
 * Converts a table's rows to tuples of the streams that a query reads: it has the columns of a
 * stream's table, and {@code g} (or {@code graph}) with the stream's name, which may be left out if
 * there is one stream.
 *
 * @param streams names, sorted; Flink's state has their positions
 * @param terms positions of subject, predicate and object
 * @param graph position of the stream's name, -1 for none
 * @param names of all columns
 */
record TripleColumns(
        List<String> streams, List<Integer> terms, int graph, List<String> names, TermFormat format)
        implements Serializable {

    private static final List<String> GRAPH = List.of("g", "graph");

    /** Throws a {@link ValidationException} for other columns. */
    static TripleColumns of(DataType table, List<String> streams, TermFormat format) {
        List<Column> columns = new ArrayList<>();
        for (DataTypes.Field field : DataType.getFields(table)) {
            columns.add(Column.physical(field.getName(), field.getDataType()));
        }
        int graph = -1;
        for (int i = 0; i < columns.size(); i++) {
            graph = GRAPH.contains(columns.get(i).getName()) ? i : graph;
        }
        checkGraph(graph < 0 ? null : columns.get(graph), streams);
        List<Column> triple = new ArrayList<>(columns);
        if (graph >= 0) {
            triple.remove(graph);
        }
        RowToTuple.of(ResolvedSchema.of(triple), format, SinkOnError.FAIL);
        return new TripleColumns(
                streams,
                RowToTuple.terms(ResolvedSchema.of(columns)),
                graph,
                columns.stream().map(Column::getName).toList(),
                format);
    }

    private static void checkGraph(Column graph, List<String> streams) {
        if (graph == null && streams.size() > 1) {
            throw new ValidationException(
                    "A query over several streams needs a table with a column g STRING that"
                            + " names the stream of each triple; the streams are: "
                            + streams);
        }
        if (graph != null
                && !graph.getDataType().getLogicalType().is(LogicalTypeFamily.CHARACTER_STRING)) {
            throw new ValidationException(
                    String.format(
                            "Column '%s' holds names of streams and must be of type STRING, not"
                                    + " %s.",
                            graph.getName(), graph.getDataType()));
        }
    }

    /** Positions of streams by both ways to write their names, with and without brackets. */
    Map<String, Integer> streamNames() {
        Map<String, Integer> names = new HashMap<>();
        for (int i = 0; i < streams.size(); i++) {
            names.put(streams.get(i), i);
            names.put("<" + streams.get(i) + ">", i);
        }
        return names;
    }

    /**
     * The position of the row's stream; a {@link BadTupleException} for a stream that the query
     * does not read.
     */
    int stream(Row row, Map<String, Integer> positions) {
        if (graph < 0) {
            return 0;
        }
        Integer stream = positions.get((String) row.getField(graph));
        if (stream == null) {
            throw new BadTupleException(
                    names.get(graph),
                    row.getField(graph),
                    "the query reads no such stream, only " + streams);
        }
        return stream;
    }

    /** Throws a {@link BadTupleException} that names the column. */
    Tuple tuple(long timeMs, Row row, TupleCheck check) {
        TupleCheck.checkEventTime("on_time", timeMs);
        String subject = resource(row, terms.get(0));
        check.checkSubject(names.get(terms.get(0)), subject);
        String predicate = resource(row, terms.get(1));
        check.checkPredicate(names.get(terms.get(1)), predicate);
        String object = object(row, terms.get(2));
        check.checkTerm(names.get(terms.get(2)), object);
        return new Tuple(timeMs, subject, predicate, object);
    }

    private String resource(Row row, int at) {
        String text = (String) notNull(row, at);
        try {
            return RdfTerms.resource(text, format);
        } catch (WukongsException e) {
            throw new BadTupleException(names.get(at), text, RowToTuple.NO_RESOURCE);
        }
    }

    private String object(Row row, int at) {
        Object value = notNull(row, at);
        try {
            return RdfTerms.term(value, format);
        } catch (WukongsException e) {
            throw new BadTupleException(names.get(at), value, RowToTuple.NO_TERM);
        }
    }

    private Object notNull(Row row, int at) {
        Object value = row.getField(at);
        if (value == null) {
            throw new BadTupleException(names.get(at), null, RowToTuple.NO_NULL);
        }
        return value;
    }
}
