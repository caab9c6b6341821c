package org.wukongs.table.type;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.types.DataType;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.ResultForm;
import org.wukongs.table.type.VariableTypes.Variable;

/**
 * Infers the columns of a query's rows from its text alone: any stream or graph counts as
 * registered. A variable is a column of its name; ASK has one column, {@link #ANSWER}; a graph has
 * subject, predicate, object.
 */
@Internal
public final class QueryColumns {

    /** The column of an ASK query: one row, true or false, for each execution. */
    public static final String ANSWER = "answer";

    /** A column with the name of its variable. */
    public record Column(String name, TermType terms) {

        /** The inferred type. */
        public DataType type() {
            return terms.columnType();
        }
    }

    private QueryColumns() {}

    /** Throws a {@link org.wukongs.csparql.CsparqlSyntaxException} with line and column. */
    public static List<Column> of(String text) {
        return of(QueryLiteral.parse(text));
    }

    public static List<Column> of(CsparqlQuery query) {
        if (query.form() == ResultForm.ASK) {
            return List.of(new Column(ANSWER, TermType.BOOLEAN));
        }
        Map<String, Variable> types =
                query.form() == ResultForm.SELECT
                        ? VariableTypes.of(query.algebra().getTupleExpr())
                        : Map.of();
        List<Column> columns = new ArrayList<>();
        for (String variable : query.vars()) {
            TermType type = types.getOrDefault(variable, Variable.NEVER).type();
            columns.add(new Column(variable, type));
        }
        return List.copyOf(columns);
    }
}
