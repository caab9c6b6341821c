package org.wukongs.table.type;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.RowType.RowField;
import org.wukongs.csparql.ResultForm;
import org.wukongs.table.type.QueryColumns.Column;

/** Converts result rows from the store to rows of a table that has some of the columns. */
@Internal
public final class ResultRowDecoder implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final String XSD_BOOLEAN = "^^<http://www.w3.org/2001/XMLSchema#boolean>";
    private static final String TRUE = "\"true\"" + XSD_BOOLEAN;
    private static final String FALSE = "\"false\"" + XSD_BOOLEAN;

    private final TermDecoder[] decoders;
    private final int[] positions;
    private final boolean ask;

    private ResultRowDecoder(TermDecoder[] decoders, int[] positions, boolean ask) {
        this.decoders = decoders;
        this.positions = positions;
        this.ask = ask;
    }

    /**
     * A decoder for rows of the query {@code text} into the columns {@code rowType}, each with the
     * name of its variable; throws a {@link ValidationException} if there is no such variable.
     */
    public static ResultRowDecoder of(
            String text, RowType rowType, TermFormat format, CastFailure onFailure) {
        var query = QueryLiteral.parse(text);
        List<Column> columns = QueryColumns.of(query);
        for (RowField field : rowType.getFields()) {
            checkType(field, columns);
        }
        return of(columns, query.form() == ResultForm.ASK, rowType, format, onFailure);
    }

    private static void checkType(RowField field, List<Column> columns) {
        for (Column column : columns) {
            if (column.name().equals(field.getName()) && !column.terms().fits(field.getType())) {
                throw new ValidationException(
                        String.format(
                                "Column '%s' has type %s, to which no value of the variable"
                                        + " can be cast: its values are of type %s.",
                                field.getName(), field.getType().asSummaryString(), column.type()));
            }
        }
    }

    /** A decoder for rows whose terms are named {@code names}. */
    public static ResultRowDecoder of(
            List<String> names, RowType rowType, TermFormat format, CastFailure onFailure) {
        List<Column> columns = names.stream().map(name -> new Column(name, TermType.ANY)).toList();
        return of(columns, false, rowType, format, onFailure);
    }

    private static ResultRowDecoder of(
            List<Column> columns,
            boolean ask,
            RowType rowType,
            TermFormat format,
            CastFailure onFailure) {
        List<String> names = columns.stream().map(Column::name).toList();
        TermDecoder[] decoders = new TermDecoder[rowType.getFieldCount()];
        int[] positions = new int[decoders.length];
        for (int i = 0; i < decoders.length; i++) {
            String name = rowType.getFieldNames().get(i);
            positions[i] = names.indexOf(name);
            if (positions[i] < 0) {
                throw new ValidationException(
                        String.format(
                                "The query has no variable for column '%s'. Its variables are: %s."
                                        + " Name the columns after them, in any order.",
                                name,
                                columns.stream()
                                        .map(column -> column.name() + " " + column.type())
                                        .collect(Collectors.joining(", "))));
            }
            decoders[i] = TermDecoder.of(name, rowType.getTypeAt(i), format, onFailure);
        }
        return new ResultRowDecoder(decoders, positions, ask);
    }

    /** Decodes rows and leaves {@code more} fields free after the columns. */
    public List<GenericRowData> decode(List<String[]> rows, int more) {
        List<GenericRowData> decoded = new ArrayList<>(rows.size());
        if (ask) {
            decoded.add(row(new String[] {rows.isEmpty() ? FALSE : TRUE}, more));
            return decoded;
        }
        for (String[] row : rows) {
            decoded.add(row(row, more));
        }
        return decoded;
    }

    private GenericRowData row(String[] terms, int more) {
        GenericRowData row = new GenericRowData(decoders.length + more);
        for (int i = 0; i < decoders.length; i++) {
            row.setField(i, decoders[i].decode(terms[positions[i]]));
        }
        return row;
    }

    public int columnCount() {
        return decoders.length;
    }
}
