package org.wukongs.table.mapping;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.types.RowKind;

/** Columns with values, to be mapped. */
final class MappedTable {

    static final String PREFIXES =
            """
            @prefix rr: <http://www.w3.org/ns/r2rml#> .
            @prefix rml: <http://semweb.mmlab.be/ns/rml#> .
            @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
            @prefix ex: <http://ex/> .
            """;

    private final Map<String, LogicalType> columns = new LinkedHashMap<>();
    private final List<Object> values = new ArrayList<>();

    /** The value as Flink has it within a row, or a string. */
    MappedTable with(String column, DataType type, Object value) {
        columns.put(column, type.getLogicalType());
        values.add(value instanceof String text ? StringData.fromString(text) : value);
        return this;
    }

    MappedTable with(String column, String value) {
        return with(column, DataTypes.STRING(), value);
    }

    List<String> names() {
        return List.copyOf(columns.keySet());
    }

    List<LogicalType> types() {
        return List.copyOf(columns.values());
    }

    /** The row's triples as lines of N-Triples, in order; removals begin with a hyphen. */
    List<String> triples(RowMapping mapping, RowKind kind) {
        List<String> lines = new ArrayList<>();
        GenericRowData row = GenericRowData.of(values.toArray());
        row.setRowKind(kind);
        mapping.map(
                row,
                new TripleCollector() {
                    @Override
                    public void add(String subject, String predicate, String object) {
                        lines.add(subject + " " + predicate + " " + object);
                    }

                    @Override
                    public void remove(String subject, String predicate, String object) {
                        lines.add("-" + subject + " " + predicate + " " + object);
                    }
                });
        return lines;
    }

    /** As above by a mapping in Turtle, without its prefixes, for an inserted row. */
    List<String> triples(String turtle) {
        return triples(mapping(turtle), RowKind.INSERT);
    }

    RowMapping mapping(String turtle) {
        return RowMapping.of(
                MappingFile.parse("mapping.text", PREFIXES + turtle), names(), types());
    }
}
