package org.wukongs.flink.sink;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** Passes elements on; sends dead letters of those without a valid tuple to a side output. */
final class BadTupleSplit<T, D> extends ProcessFunction<T, T> {

    private static final long serialVersionUID = 1L;

    private final String stream;
    private final TupleFunction<T> converter;
    private final OutputTag<D> letters;
    private final DeadLetterFunction<T, D> letter;
    private transient ElementTuples<T> tuples;
    private transient BadTuples bad;
    private transient TimerService timers; // null before the first element

    BadTupleSplit(
            String stream,
            TupleFunction<T> converter,
            OutputTag<D> letters,
            DeadLetterFunction<T, D> letter) {
        this.stream = stream;
        this.converter = converter;
        this.letters = letters;
        this.letter = letter;
    }

    @Override
    public void open(OpenContext context) {
        tuples = new ElementTuples<>(converter);
        Counter count =
                getRuntimeContext()
                        .getMetricGroup()
                        .addGroup(SinkMetric.GROUP)
                        .counter(SinkMetric.BAD_TUPLES.shortName());
        bad =
                new BadTuples(
                        count,
                        () -> timers.currentProcessingTime(),
                        "dead letters of stream " + stream);
    }

    @Override
    public void processElement(T element, Context context, Collector<T> good) {
        timers = context.timerService();
        BadTupleException why = null;
        try {
            tuples.of(element);
        } catch (BadTupleException e) {
            why = e;
        }
        if (why == null) {
            good.collect(element);
        } else {
            bad.add(why);
            context.output(letters, letter.letter(element, why));
        }
    }
}
