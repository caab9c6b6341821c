package org.wukongs.table.module;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.functions.AsyncTableFunction;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.table.functions.SpecializedFunction;
import org.apache.flink.table.functions.UserDefinedFunction;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.logical.RowType;
import org.wukongs.csparql.ParameterizedQuery;
import org.wukongs.flink.lookup.LookupKey;
import org.wukongs.flink.lookup.LookupSettings;
import org.wukongs.flink.lookup.Lookups;
import org.wukongs.table.type.CastFailure;
import org.wukongs.table.type.RdfTerms;
import org.wukongs.table.type.ResultRowDecoder;
import org.wukongs.table.type.TermFormat;

/**
 * {@code SPARQL(query, name, value, …)}: returns the rows of a one-shot query whose variables
 * {@code name} have the terms of {@code value}. Query and names are literals; a value is a term as
 * {@link RdfTerms#term(Object, TermFormat)} reads it; if one is NULL, there are no rows. Calls for
 * several input rows go to the store together.
 */
@PublicEvolving
public final class SparqlFunction extends AsyncTableFunction<RowData>
        implements SpecializedFunction {

    private static final long serialVersionUID = 1L;

    /** The settings from {@code LOAD MODULE}. */
    record Settings(LookupSettings lookups, TermFormat format, CastFailure onFailure)
            implements Serializable {}

    /** A call in a statement. */
    private record Call(String text, List<String> names, ResultRowDecoder decoder)
            implements Serializable {}

    private final Settings settings;
    private final Call call; // null before it is specialized
    private transient Lookups<Collection<RowData>> lookups;
    private transient ParameterizedQuery query;

    SparqlFunction(Settings settings) {
        this(settings, null);
    }

    private SparqlFunction(Settings settings, Call call) {
        this.settings = settings;
        this.call = call;
    }

    @Override
    public TypeInference getTypeInference(DataTypeFactory typeFactory) {
        return SparqlCalls.typeInference();
    }

    @Override
    public UserDefinedFunction specialize(SpecializedContext context) {
        SparqlCalls literals = SparqlCalls.of(context.getCallContext());
        RowType rowType = (RowType) literals.rowType().getLogicalType();
        ResultRowDecoder decoder =
                ResultRowDecoder.of(
                        literals.text(), rowType, settings.format(), settings.onFailure());
        return new SparqlFunction(settings, new Call(literals.text(), literals.names(), decoder));
    }

    @Override
    public void open(FunctionContext context) {
        lookups =
                new Lookups<>(
                        settings.lookups(),
                        found -> List.copyOf(call.decoder().decode(found, 0)),
                        context.getMetricGroup());
        query = ParameterizedQuery.of(call.text(), call.names());
    }

    /** Called by Flink with the arguments of the call. */
    public void eval(CompletableFuture<Collection<RowData>> rows, Object... arguments) {
        List<String> terms = new ArrayList<>();
        for (int i = 2; i < arguments.length; i += 2) {
            if (arguments[i] == null) {
                rows.complete(List.of());
                return;
            }
            terms.add(RdfTerms.term(arguments[i], settings.format()));
        }
        var unused =
                lookups.ask(LookupKey.of(query, terms))
                        .whenComplete((found, failure) -> finish(rows, found, failure));
    }

    private static void finish(
            CompletableFuture<Collection<RowData>> rows,
            Collection<RowData> found,
            Throwable failure) {
        if (failure == null) {
            rows.complete(found);
        } else {
            rows.completeExceptionally(failure);
        }
    }

    @Override
    public void close() {
        if (lookups != null) {
            lookups.close();
        }
    }
}
