package org.wukongs.benchmarks.measure;

import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.wukongs.benchmarks.result.Table;

/** A figure of several rounds, in rising order; of none, if nothing was measured. */
public record Spread(List<Double> sorted) {

    public static final Spread NONE = new Spread(List.of());

    public static <R> Spread of(List<R> rounds, ToDoubleFunction<R> figure) {
        return new Spread(rounds.stream().mapToDouble(figure).sorted().boxed().toList());
    }

    /**
     * Of two ways of doing something, how they differ: round by round, as a machine is not the same
     * all the time.
     */
    public static <R> Spread between(
            List<R> first, List<R> second, ToDoubleBiFunction<R, R> difference) {
        return new Spread(
                IntStream.range(0, Math.min(first.size(), second.size()))
                        .mapToDouble(i -> difference.applyAsDouble(first.get(i), second.get(i)))
                        .sorted()
                        .boxed()
                        .toList());
    }

    /** Adds three cells: median, least and most. */
    public void putTo(Table.Row row, String column, String head) {
        boolean none = sorted.isEmpty();
        row.cell(column, head, none ? null : Statistics.median(sorted, Double::doubleValue))
                .cell(column + "Min", "min", none ? null : sorted.get(0))
                .cell(column + "Max", "max", none ? null : sorted.get(sorted.size() - 1));
    }
}
