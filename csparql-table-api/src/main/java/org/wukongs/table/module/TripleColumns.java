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
import org.wukongs.stream.Tuple;
import org.wukongs.table.sink.RowToTuple;
import org.wukongs.table.type.RdfTerms;
import org.wukongs.table.type.TermFormat;

/**
 * A table's rows as tuples of the streams that a query reads: the columns of a stream's table, and
 * {@code g} (or {@code graph}) with the stream's name, which may be left away where there is one
 * stream.
 *
 * @param streams names, sorted; their positions stand in Flink's state
 * @param terms positions of subject, predicate and object
 * @param graph position of the stream's name, -1 for none
 */
record TripleColumns(List<String> streams, List<Integer> terms, int graph, TermFormat format)
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
        RowToTuple.of(ResolvedSchema.of(triple), format);
        return new TripleColumns(
                streams, RowToTuple.terms(ResolvedSchema.of(columns)), graph, format);
    }

    private static void checkGraph(Column graph, List<String> streams) {
        if (graph == null && streams.size() > 1) {
            throw new ValidationException(
                    "A query over several streams needs a table with a column g STRING, in which"
                            + " the stream of each triple stands; the streams are: "
                            + streams);
        }
        if (graph != null
                && !graph.getDataType().getLogicalType().is(LogicalTypeFamily.CHARACTER_STRING)) {
            throw new ValidationException(
                    String.format(
                            "Column '%s' holds names of streams and has to be of type STRING, not"
                                    + " %s.",
                            graph.getName(), graph.getDataType()));
        }
    }

    /** Both ways to write each stream, in {@code graph}. */
    Map<String, Integer> names() {
        Map<String, Integer> names = new HashMap<>();
        for (int i = 0; i < streams.size(); i++) {
            names.put(streams.get(i), i);
            names.put("<" + streams.get(i) + ">", i);
        }
        return names;
    }

    /** The position of the row's stream; USER error for a stream that the query does not read. */
    int stream(Row row, Map<String, Integer> names) {
        if (graph < 0) {
            return 0;
        }
        Integer stream = names.get((String) row.getField(graph));
        if (stream == null) {
            throw WukongsException.user(
                    "the query reads no such stream: graph="
                            + row.getField(graph)
                            + " streams="
                            + streams);
        }
        return stream;
    }

    Tuple tuple(long timeMs, Row row) {
        Object subject = row.getField(terms.get(0));
        Object predicate = row.getField(terms.get(1));
        Object object = row.getField(terms.get(2));
        if (subject == null || predicate == null || object == null) {
            throw WukongsException.user("a triple of a stream has no NULL: row=" + row);
        }
        return new Tuple(
                timeMs,
                RdfTerms.resource((String) subject, format),
                RdfTerms.resource((String) predicate, format),
                RdfTerms.term(object, format));
    }
}
