package org.wukongs.flink.lookup;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.apache.flink.streaming.api.functions.async.RichAsyncFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.function.SerializableFunction;
import org.wukongs.csparql.ParameterizedQuery;
import org.wukongs.error.ClassPathCheck;

/**
 * Function for {@link org.apache.flink.streaming.api.datastream.AsyncDataStream} that executes a
 * one-shot query over the stored graphs for each element. A lookup sees the newest snapshot of its
 * time, or the cache. Lookups that come together go to the store together. While the store cannot
 * be reached, requests are retried for a bounded time; other errors fail the job.
 *
 * @param <IN> element type
 * @param <OUT> type of the output
 */
@PublicEvolving
public final class OneShotLookup<IN, OUT> extends RichAsyncFunction<IN, OUT>
        implements ResultTypeQueryable<OUT> {

    private static final long serialVersionUID = 1L;

    private final LookupSettings settings;
    private final String text;
    private final LinkedHashMap<String, SerializableFunction<IN, String>> parameters;
    private final LookupOutput<IN, OUT> output;
    private final TypeInformation<OUT> outputType;
    private transient ParameterizedQuery query;
    private transient Lookups<List<String[]>> lookups;

    OneShotLookup(
            LookupSettings settings,
            String text,
            Map<String, SerializableFunction<IN, String>> parameters,
            LookupOutput<IN, OUT> output,
            TypeInformation<OUT> outputType) {
        this.settings = settings;
        this.text = text;
        this.parameters = new LinkedHashMap<>(parameters);
        this.output = output;
        this.outputType = outputType;
    }

    public static <IN, OUT> OneShotLookupBuilder<IN, OUT> builder() {
        ClassPathCheck.check(OneShotLookup.class);
        return new OneShotLookupBuilder<>();
    }

    @Override
    public TypeInformation<OUT> getProducedType() {
        return outputType;
    }

    @Override
    public void open(OpenContext context) {
        query = ParameterizedQuery.of(text, List.copyOf(parameters.keySet()));
        lookups = new Lookups<>(settings, rows -> rows, getRuntimeContext().getMetricGroup());
    }

    @Override
    public void asyncInvoke(IN element, ResultFuture<OUT> result) {
        List<String> terms = new ArrayList<>(parameters.size());
        for (SerializableFunction<IN, String> parameter : parameters.values()) {
            String term = parameter.apply(element);
            if (term == null) {
                result.complete(() -> emitted(element, List.of()));
                return;
            }
            terms.add(term);
        }
        var unused =
                lookups.ask(LookupKey.of(query, terms))
                        .whenComplete((rows, failure) -> finish(element, rows, failure, result));
    }

    private void finish(
            IN element, List<String[]> rows, Throwable failure, ResultFuture<OUT> result) {
        if (failure == null) {
            result.complete(() -> emitted(element, rows));
        } else {
            result.completeExceptionally(failure);
        }
    }

    private List<OUT> emitted(IN element, List<String[]> rows) throws Exception {
        Emitted<OUT> emitted = new Emitted<>();
        output.emit(element, rows, emitted);
        return emitted.elements;
    }

    /** Does not wait for requests that are under way. */
    @Override
    public void close() {
        if (lookups != null) {
            lookups.close();
        }
    }

    private static final class Emitted<OUT> implements Collector<OUT> {

        private final List<OUT> elements = new ArrayList<>();

        @Override
        public void collect(OUT element) {
            elements.add(element);
        }

        @Override
        public void close() {}
    }
}
