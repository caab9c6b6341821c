package org.wukongs.benchmarks.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import org.wukongs.benchmarks.engine.WorkerResult.MixResult;
import org.wukongs.benchmarks.engine.WorkerResult.QuerySamples;
import org.wukongs.benchmarks.measure.ProcessMemory;
import org.wukongs.benchmarks.measure.Statistics;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.benchmarks.measure.WarmUp;
import org.wukongs.benchmarks.result.ResultFiles;
import org.wukongs.error.WukongsException;
import org.wukongs.store.cli.ErrorLine;

/**
 * The process's main class: engine name, task file, result file. Loads, warms up and measures in
 * this process.
 */
public final class EngineWorker {

    /**
     * Of the warm-up time, so that the shortest one is three tenths of it: by count, blocks of a
     * quick query would agree before the compiler has seen it.
     */
    private static final double BLOCK_SHARE = 0.1;

    private final Engine engine;
    private final WorkerTask task;

    /** Rows go here, so that no compiler may decide that nobody reads them. */
    volatile List<String[]> consumed;

    private EngineWorker(Engine engine, WorkerTask task) {
        this.engine = engine;
        this.task = task;
    }

    public static void main(String[] args) {
        EngineName name = EngineName.valueOf(args[0].toUpperCase(Locale.ROOT));
        try (Engine engine = name.create()) {
            WorkerTask task = ResultFiles.read(Path.of(args[1]), WorkerTask.class);
            ResultFiles.write(Path.of(args[2]), new EngineWorker(engine, task).measure());
        } catch (WukongsException | IOException e) {
            System.err.println("error: " + ErrorLine.of(e));
            System.exit(1);
        }
    }

    private WorkerResult measure() throws IOException {
        long emptyBytes = ProcessMemory.retainedBytes();
        long startNs = System.nanoTime();
        long triples = engine.load(Path.of(task.data()));
        long loadNs = System.nanoTime() - startNs;
        long retainedBytes = ProcessMemory.retainedBytes() - emptyBytes + engine.nativeBytes();
        List<QuerySamples> samples = new ArrayList<>();
        task.queries().forEach(query -> samples.add(measure(query)));
        for (WorkerTask.Updates updates : task.updates()) {
            samples.add(measure(updates));
        }
        MixResult mix = task.mix().isEmpty() ? null : new MixRun(engine, task).measure();
        return new WorkerResult(
                engine.version(),
                triples,
                loadNs,
                engine.bytesPerTriple(),
                retainedBytes,
                ProcessMemory.peakBytes(),
                samples,
                mix);
    }

    private QuerySamples measure(NamedQuery query) {
        List<String[]> rows = run(query).rows();
        String sha256 = RowDigest.of(rows);
        List<Double> medians = new ArrayList<>();
        int warmUpRuns = 0;
        long endNs = System.nanoTime() + Units.ns(task.warmUpSeconds());
        while (!WarmUp.isWarm(medians) && System.nanoTime() < endNs) {
            long[] block = block(query);
            warmUpRuns += block.length;
            medians.add(Statistics.median(block));
        }
        LongStream.Builder engineNs = LongStream.builder();
        LongStream.Builder wallNs = LongStream.builder();
        endNs = System.nanoTime() + Units.ns(task.querySeconds());
        for (int i = 0;
                i < task.repeat() && (i < WorkerTask.RUNS_MIN || System.nanoTime() < endNs);
                i++) {
            Execution run = run(query);
            engineNs.add(run.engineNs());
            wallNs.add(run.wallNs());
        }
        return new QuerySamples(
                query.name(),
                rows.size(),
                sha256,
                warmUpRuns,
                WarmUp.isWarm(medians),
                engineNs.build().toArray(),
                wallNs.build().toArray());
    }

    private QuerySamples measure(WorkerTask.Updates updates) throws IOException {
        int warmUpRuns = updates.count() / 2;
        long[] wallNs = new long[updates.count() - warmUpRuns];
        try (BufferedReader requests = Files.newBufferedReader(Path.of(updates.file()))) {
            for (int i = 0; i < updates.count(); i++) {
                String request = requests.readLine();
                long startNs = System.nanoTime();
                engine.update(request);
                if (i >= warmUpRuns) {
                    wallNs[i - warmUpRuns] = System.nanoTime() - startNs;
                }
            }
        }
        long triples = 0;
        List<String[]> digests = new ArrayList<>();
        for (int digit = 0; digit < 10; digit++) {
            List<String[]> part = engine.execute(WorkerTask.TRIPLES_OF.formatted(digit)).rows();
            triples += part.size();
            digests.add(new String[] {RowDigest.of(part)});
        }
        String sha256 = RowDigest.of(digests);
        return new QuerySamples(updates.name(), triples, sha256, warmUpRuns, true, wallNs, wallNs);
    }

    /** All runs of a share of the warm-up time, one at least. */
    private long[] block(NamedQuery query) {
        long endNs = System.nanoTime() + Units.ns(task.warmUpSeconds() * BLOCK_SHARE);
        LongStream.Builder engineNs = LongStream.builder();
        do {
            engineNs.add(run(query).engineNs());
        } while (System.nanoTime() < endNs);
        return engineNs.build().toArray();
    }

    private Execution run(NamedQuery query) {
        Execution run = engine.execute(query.text());
        consumed = run.rows();
        return run;
    }
}
