package org.wukongs.store.explore;

import java.util.function.LongConsumer;

/** Executes a stage: its producer, its checks, its morsel, and their counts so far. */
final class StageRun {

    private final Stage stage;
    private final Producer producer;
    private final Check[] checks;
    private final Morsel morsel;
    private final StepCounts[] counts; // of the producer, then of each check
    private Morsel parent;
    private ExecutionBudget timedBy; // null if times are not wanted
    private Bindings bindings; // likewise
    private long requestsBefore; // those of the graph that a step is about to read
    private long bytesBefore; // likewise
    private int[] kept = {};

    /** {@code growth} is told by how many bytes buffers are about to grow, and may throw. */
    StageRun(Stage stage, int columnCount, LongConsumer growth) {
        this.stage = stage;
        this.producer = producer(stage.producer(), growth);
        this.checks = new Check[stage.checks().size()];
        this.counts = new StepCounts[1 + checks.length];
        for (int i = 0; i < checks.length; i++) {
            checks[i] = new Check(stage.checks().get(i), growth);
        }
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new StepCounts();
        }
        this.morsel = new Morsel(columnCount, growth);
    }

    private static Producer producer(Step step, LongConsumer growth) {
        if (step.kind() == StepKind.PASS) {
            return new PassThrough();
        }
        if (step.hasConstantKey()) {
            return new KeySource(step);
        }
        return step.predicate() == null || step.predicate().isConstant()
                ? new ColumnExpansion(step, growth)
                : new RowExpansion(step, growth);
    }

    void bind(Bindings of, boolean timed) {
        timedBy = timed ? of.budget() : null;
        bindings = timed ? of : null;
        for (StepCounts count : counts) {
            count.clear();
        }
        beforeReads(stage.producer());
        producer.bind(of);
        addReads(stage.producer(), counts[0]);
        for (Check check : checks) {
            check.bind(of);
        }
    }

    void unbind() {
        timedBy = null;
        bindings = null;
        producer.unbind();
        for (Check check : checks) {
            check.unbind();
        }
        morsel.clear();
    }

    void begin(Morsel of, int from, int to) {
        parent = of;
        counts[0].rowsIn += to - from;
        producer.begin(of, from, to);
    }

    /**
     * Makes the next morsel.
     *
     * @return the number of examined rows, -1 at the end
     */
    int next(int morselRows) {
        long startNs = nowNs();
        beforeReads(stage.producer());
        int made = producer.next(morselRows);
        addReads(stage.producer(), counts[0]);
        if (made < 0) {
            return -1;
        }
        morsel.reset(parent, producer.rows(), made, stage.producer().column(), producer.ids());
        startNs = counts[0].add(0, made, startNs, nowNs());
        if (kept.length < made) {
            kept = new int[Math.max(made, producer.rows().length)];
        }
        int looked = made;
        for (int i = 0; i < checks.length && morsel.size() > 0; i++) {
            int rows = morsel.size();
            beforeReads(stage.checks().get(i));
            morsel.keep(kept, checks[i].run(morsel, kept));
            addReads(stage.checks().get(i), counts[1 + i]);
            startNs = counts[1 + i].add(rows, morsel.size(), startNs, nowNs());
            looked += rows;
        }
        return looked;
    }

    private void beforeReads(Step step) {
        if (bindings != null && step.graph() >= 0) {
            requestsBefore = bindings.graph(step).requestCount();
            bytesBefore = bindings.graph(step).requestBytes();
        }
    }

    private void addReads(Step step, StepCounts to) {
        if (bindings != null && step.graph() >= 0) {
            to.requests += bindings.graph(step).requestCount() - requestsBefore;
            to.bytes += bindings.graph(step).requestBytes() - bytesBefore;
        }
    }

    private long nowNs() {
        return timedBy == null ? 0 : timedBy.elapsedNs();
    }

    Morsel morsel() {
        return morsel;
    }

    /** Returns the counts of the producer, then of each check. */
    StepCounts[] counts() {
        return counts;
    }

    /** Returns the bytes of its morsel and its producer's arrays. */
    long bytes() {
        long perRow = Long.BYTES + Integer.BYTES;
        return morsel.bytes()
                + producer.rows().length * perRow
                + (long) kept.length * Integer.BYTES;
    }
}
