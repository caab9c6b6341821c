package org.wukongs.table.module;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.CallContext;
import org.apache.flink.table.types.inference.InputTypeStrategies;
import org.apache.flink.table.types.inference.TypeInference;
import org.wukongs.csparql.ParameterizedQuery;
import org.wukongs.error.WukongsException;
import org.wukongs.table.type.QueryColumns;
import org.wukongs.table.type.QueryLiteral;

/**
 * The checked literals of a call of SPARQL.
 *
 * @param text the query
 * @param names of the parameters
 * @param rowType the inferred columns
 */
record SparqlCalls(String text, List<String> names, DataType rowType) {

    private static final String USAGE =
            "SPARQL takes a query and then names and values in turn, query and names as string"
                    + " literals: SPARQL('SELECT ?friend WHERE { ?user foaf:knows ?friend }', 'user',"
                    + " user_iri)";

    static TypeInference typeInference() {
        return TypeInference.newBuilder()
                .inputTypeStrategy(
                        InputTypeStrategies.varyingSequence(
                                InputTypeStrategies.explicit(DataTypes.STRING()),
                                InputTypeStrategies.ANY))
                .outputTypeStrategy(call -> Optional.of(of(call).rowType()))
                .build();
    }

    /** Throws a {@link ValidationException} that says what is wrong, with line and column. */
    static SparqlCalls of(CallContext call) {
        int count = call.getArgumentDataTypes().size();
        if (count % 2 == 0) {
            throw new ValidationException(USAGE);
        }
        String text = literal(call, 0);
        List<String> names = new ArrayList<>();
        for (int i = 1; i < count; i += 2) {
            names.add(literal(call, i));
        }
        try {
            QueryLiteral.parse(text);
            ParameterizedQuery.of(text, names);
            return new SparqlCalls(text, names, rowType(text));
        } catch (WukongsException e) {
            throw new ValidationException(e.getMessage(), e);
        }
    }

    private static DataType rowType(String text) {
        DataTypes.Field[] fields =
                QueryColumns.of(text).stream()
                        .map(column -> DataTypes.FIELD(column.name(), column.type()))
                        .toArray(DataTypes.Field[]::new);
        return DataTypes.ROW(fields).bridgedTo(RowData.class);
    }

    private static String literal(CallContext call, int position) {
        return call.getArgumentValue(position, String.class)
                .orElseThrow(() -> new ValidationException(USAGE));
    }
}
