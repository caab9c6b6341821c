package org.wukongs.table.module;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.api.dataview.ListView;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.functions.TableSemantics;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.CallContext;
import org.apache.flink.table.types.inference.StateTypeStrategy;
import org.apache.flink.table.types.inference.StaticArgument;
import org.apache.flink.table.types.inference.StaticArgumentTrait;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.Row;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.CsparqlSyntaxException;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.error.WukongsException;
import org.wukongs.table.source.WindowMetadata;
import org.wukongs.table.source.WindowRows;
import org.wukongs.table.type.CastFailure;
import org.wukongs.table.type.QueryColumns;
import org.wukongs.table.type.QueryLiteral;
import org.wukongs.table.type.ResultRowDecoder;
import org.wukongs.table.type.TermFormat;

/**
 * The checked arguments of a call of CSPARQL.
 *
 * @param query the continuous query; the input feeds its streams
 * @param input the table argument
 */
record CsparqlCalls(CsparqlQuery query, TableSemantics input) {

    private static final int INPUT = 0;
    private static final int QUERY = 1;
    private static final String USAGE =
            "CSPARQL takes a table of triples and a query as a string literal: CSPARQL(input =>"
                    + " TABLE posts PARTITION BY s, query => 'REGISTER QUERY …', on_time =>"
                    + " DESCRIPTOR(ts))";

    /** A tuple in Flink's state; its stream is a position in {@link TripleColumns#streams}. */
    private static final DataType TUPLE =
            DataTypes.ROW(
                            DataTypes.FIELD("stream", DataTypes.INT().notNull()),
                            DataTypes.FIELD("ms", DataTypes.BIGINT().notNull()),
                            DataTypes.FIELD("s", DataTypes.STRING().notNull()),
                            DataTypes.FIELD("p", DataTypes.STRING().notNull()),
                            DataTypes.FIELD("o", DataTypes.STRING().notNull()))
                    .bridgedTo(RowData.class);

    static TypeInference typeInference() {
        LinkedHashMap<String, StateTypeStrategy> state = new LinkedHashMap<>();
        state.put("tuples", lasting(ListView.newListViewDataType(TUPLE)));
        state.put("progress", lasting(QueryProgress.TYPE));
        return TypeInference.newBuilder()
                .staticArguments(
                        StaticArgument.table(
                                "input",
                                Row.class,
                                false,
                                EnumSet.of(
                                        StaticArgumentTrait.SET_SEMANTIC_TABLE,
                                        StaticArgumentTrait.OPTIONAL_PARTITION_BY,
                                        StaticArgumentTrait.REQUIRE_ON_TIME)),
                        StaticArgument.scalar("query", DataTypes.STRING().notNull(), false))
                .stateTypeStrategies(state)
                .outputTypeStrategy(call -> Optional.of(of(call).rowType()))
                .build();
    }

    /**
     * State that {@code table.exec.state.ttl} does not remove. Without a duration Flink 2.3 assumes
     * 292 million years, and searches lists for expired elements at each access.
     */
    private static StateTypeStrategy lasting(DataType type) {
        return StateTypeStrategy.of(call -> Optional.of(type), Duration.ZERO);
    }

    /** Throws a {@link ValidationException} that says what is wrong, with line and column. */
    static CsparqlCalls of(CallContext call) {
        String text =
                call.getArgumentValue(QUERY, String.class)
                        .orElseThrow(() -> new ValidationException(USAGE));
        TableSemantics input =
                call.getTableSemantics(INPUT).orElseThrow(() -> new ValidationException(USAGE));
        try {
            CsparqlQuery query = QueryLiteral.parse(text);
            if (!query.continuous() || query.stream()) {
                throw new CsparqlSyntaxException(
                        "CSPARQL takes a query that begins with REGISTER QUERY", 1, 1);
            }
            return new CsparqlCalls(query, input);
        } catch (WukongsException e) {
            throw new ValidationException(e.getMessage(), e);
        }
    }

    /** The columns of the input. Throws a {@link ValidationException} for invalid ones. */
    TripleColumns inputColumns(TermFormat format) {
        Set<String> streams = new TreeSet<>();
        for (QueryWindow window : query.windows()) {
            streams.add(window.stream());
        }
        return TripleColumns.of(input.dataType(), List.copyOf(streams), format);
    }

    WindowRows rows(TermFormat format, CastFailure onFailure) {
        RowType columns = (RowType) row(columns()).getLogicalType();
        return new WindowRows(
                ResultRowDecoder.of(query.text(), columns, format, onFailure),
                WindowMetadata.values());
    }

    /** The query's columns, then the metadata. */
    private DataType rowType() {
        List<DataTypes.Field> fields = columns();
        Set<String> variables = new HashSet<>();
        fields.forEach(field -> variables.add(field.getName()));
        for (WindowMetadata metadata : WindowMetadata.values()) {
            fields.add(DataTypes.FIELD(metadata.column(variables), metadata.type()));
        }
        return row(fields).bridgedTo(RowData.class);
    }

    private List<DataTypes.Field> columns() {
        List<DataTypes.Field> fields = new ArrayList<>();
        QueryColumns.of(query)
                .forEach(column -> fields.add(DataTypes.FIELD(column.name(), column.type())));
        return fields;
    }

    private static DataType row(List<DataTypes.Field> fields) {
        return DataTypes.ROW(fields.toArray(DataTypes.Field[]::new));
    }
}
