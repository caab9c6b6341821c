package org.wukongs.benchmarks.recovery;

import static org.wukongs.benchmarks.measure.Units.BYTES_PER_MB;
import static org.wukongs.benchmarks.measure.Units.MS_PER_S;
import static org.wukongs.benchmarks.measure.Units.NS_PER_S;
import static org.wukongs.benchmarks.measure.Units.ms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.wukongs.benchmarks.lsbench.data.BenchQuery;
import org.wukongs.benchmarks.lsbench.data.StoredCopy;
import org.wukongs.benchmarks.lsbench.data.StoredTerms;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.measure.EmbeddedStore;
import org.wukongs.benchmarks.measure.ProcessMemory;
import org.wukongs.benchmarks.measure.ScratchFolder;
import org.wukongs.benchmarks.measure.Spread;
import org.wukongs.benchmarks.measure.Statistics;
import org.wukongs.benchmarks.measure.StoreProcess;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreStatus;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.error.WukongsException;

/**
 * A store with stored triples and long windows is killed and started again: with its log only, with
 * a checkpoint only, and with both. After each start it must have what it had.
 */
final class RestartPhase {

    private static final Duration DEADLINE = Duration.ofMinutes(10);

    /** Longer than any log here, so that checkpoints are made when they are asked for. */
    private static final String NEVER = "900g";

    /** What a store says after it listens, with the time that it took. */
    private static final String CARRIED_OUT = "carried out its log ";

    private static final Pattern LOG_MS = Pattern.compile(" ms=([0-9]+)");

    private static final long SETTLED_NS = TimeUnit.MILLISECONDS.toNanos(300);

    private final RecoveryInput input;
    private final RecoveryCommand options;
    private final Path data;
    private final StoredTerms terms;
    private final Table table;
    private double emptySeconds; // until a store without data listens

    RestartPhase(RecoveryInput input) throws IOException {
        this.input = input;
        this.options = input.options();
        this.data = Files.createTempDirectory(input.folder(), "restart-");
        this.terms = StoredTerms.read(input.files().stored());
        this.table =
                new Table("restart", "Start of a store after kill -9: s from the process's start");
    }

    /** What must be there again; {@code answer} is that of a query over stored triples. */
    private record Held(long triples, long tuples, int streams, int queries, String answer) {

        /** What a store has that does nothing: injection goes on after the last message. */
        static Held settled(StoreClient client, String answer) {
            Held before = of(client, answer);
            while (true) {
                LockSupport.parkNanos(SETTLED_NS);
                Held now = of(client, answer);
                if (now.equals(before)) {
                    return now;
                }
                before = now;
            }
        }

        private static Held of(StoreClient client, String answer) {
            StoreStatus status = client.status();
            long tuples =
                    status.streams().stream().mapToLong(StreamStatus::retainedTupleCount).sum();
            return new Held(
                    status.storedTripleCount(),
                    tuples,
                    status.streams().size(),
                    status.queries().size(),
                    answer);
        }
    }

    /** Times of one start; {@code logSeconds} are those in which it carries out its log. */
    private record Start(
            double listeningSeconds, double logSeconds, double answerSeconds, double residentMb) {}

    void run() throws IOException {
        emptySeconds = emptySeconds();
        Held held = prepare(0, options.windowSeconds);
        starts("log", held);
        try (ChildProcess store = start(data)) {
            try (StoreClient client = connect(store.ready())) {
                client.checkpoint();
            }
            store.kill();
        }
        starts("checkpoint", held);
        held = prepare(options.windowSeconds, options.logSeconds);
        starts("checkpoint and log", held);
        table.note("to reach: first answer after 5 s");
        table.note("empty: until a store without any data listens; log: carrying it out;");
        table.note("    checkpoint: the rest of the time until it listens");
        table.note("the files are in the page cache: only the process was killed");
        input.recorder().table(table);
        ScratchFolder.delete(data);
    }

    /**
     * Lets a store in this process take what is to be there, which is quicker; then one in a
     * process of its own has it, and is killed.
     *
     * @param fromSeconds how much of the streams it has already
     */
    private Held prepare(int fromSeconds, int seconds) throws IOException {
        Held held;
        try (ServedStore store = ServedStore.of(data);
                StoreClient client = connect(store.address())) {
            store.openWriters();
            if (fromSeconds == 0) {
                load(store.address(), client);
            }
            for (BenchQuery query : BenchQuery.variants(1, terms, options.data.seed())) {
                String range = "RANGE " + options.windowSeconds + "s ";
                store.register(query.text().replace("RANGE 1s ", range));
            }
            input.recorder().say("restart: %d s of the streams", seconds);
            long endMs = Math.min(ms(seconds), input.files().lengthMs());
            store.sendAll(
                    store.encode(
                            input.files(),
                            endMs / BenchNode.STEP_MS * BenchNode.STEP_MS,
                            BenchNode.STEP_MS,
                            ms(fromSeconds)));
            held = Held.settled(client, answer(client));
        }
        try (ChildProcess store = start(data)) {
            store.kill();
        }
        return held;
    }

    /** A store on its own data directory, as often as the others. */
    private double emptySeconds() throws IOException {
        double[] seconds = new double[options.starts];
        for (int i = 0; i < seconds.length; i++) {
            Path folder = Files.createTempDirectory(input.folder(), "empty-");
            long startNs = System.nanoTime();
            try (ChildProcess store = start(folder)) {
                seconds[i] = (System.nanoTime() - startNs) / NS_PER_S;
                store.kill();
            }
            ScratchFolder.delete(folder);
        }
        return Statistics.median(seconds);
    }

    private ChildProcess start(Path data) throws IOException {
        return StoreProcess.start(
                input.folder(),
                options.storeFlags(),
                0,
                "--data-dir",
                data.toString(),
                "--checkpoint-after",
                NEVER,
                "--checkpoints-retained",
                "1");
    }

    private static StoreClient connect(String store) {
        return StoreClient.connect(List.of(StoreAddress.parse(store)), DEADLINE);
    }

    /** Stored triples, and copies of them under other names until there are enough. */
    private void load(String store, StoreClient client) throws IOException {
        EmbeddedStore.loadInto(store, input.files().stored());
        Path copy = input.folder().resolve("copy.nt");
        for (int i = 1; client.status().storedTripleCount() < options.triples; i++) {
            input.recorder().say("restart: copy %d of the stored triples", i);
            StoredCopy.write(input.files().stored(), i, copy);
            EmbeddedStore.loadInto(store, copy);
        }
        Files.deleteIfExists(copy);
    }

    private void starts(String name, Held held) throws IOException {
        List<Start> starts = new ArrayList<>();
        double logMb = megabytes("log-");
        double checkpointMb = megabytes("checkpoints");
        while (starts.size() < options.starts) {
            input.recorder().say("restart: %s, start %d", name, starts.size() + 1);
            starts.add(measure(name, held));
        }
        double listening = Statistics.median(starts, Start::listeningSeconds);
        double log = Statistics.median(starts, Start::logSeconds);
        Table.Row row =
                table.row()
                        .cell("from", name)
                        .cell("triples", held.triples())
                        .cell("tuples", "in windows", held.tuples())
                        .cell("logMb", "log MB", logMb)
                        .cell("checkpointMb", "checkpoint MB", checkpointMb)
                        .cell("emptySeconds", "empty", emptySeconds)
                        .cell("checkpointSeconds", "checkpoint", listening - emptySeconds - log)
                        .cell("logSeconds", "log", log)
                        .cell("listeningSeconds", "listens", listening);
        Spread.of(starts, Start::answerSeconds).putTo(row, "answerSeconds", "first answer");
        row.cell("residentMb", "RSS MB", Statistics.median(starts, Start::residentMb))
                .kept("answerSecondsByStart", starts.stream().map(Start::answerSeconds).toList());
    }

    private Start measure(String name, Held held) throws IOException {
        long startNs = System.nanoTime();
        try (ChildProcess store = start(data)) {
            double listening = (System.nanoTime() - startNs) / NS_PER_S;
            double logSeconds = logSeconds(store.said(CARRIED_OUT));
            try (StoreClient client = connect(store.ready())) {
                String answer = answer(client);
                double answered = (System.nanoTime() - startNs) / NS_PER_S;
                double residentMb = ProcessMemory.residentBytes(store.pid()) / BYTES_PER_MB;
                Held now = Held.settled(client, answer);
                if (!now.equals(held)) {
                    input.recorder()
                            .fail(
                                    "not what there was: from=%s before=%s after=%s"
                                            .formatted(name, held, now));
                }
                store.kill();
                return new Start(listening, logSeconds, answered, residentMb);
            }
        }
    }

    private static double logSeconds(String said) {
        Matcher ms = LOG_MS.matcher(said);
        if (!ms.find()) {
            throw WukongsException.fatal("no time of the log: said=" + said);
        }
        return Integer.parseInt(ms.group(1)) / MS_PER_S;
    }

    /** Of a query over the stored triples. */
    private String answer(StoreClient client) {
        String query =
                "PREFIX sioc: <http://rdfs.org/sioc/ns#> SELECT ?person WHERE {"
                        + " <http://www.ins.cwi.nl/sib/user/u%d> sioc:account_of ?person }";
        List<String[]> rows = client.query(query.formatted(terms.users()[0])).rows();
        if (rows.isEmpty()) {
            throw WukongsException.fatal("no answer: query=" + query);
        }
        return String.join(" ", rows.get(0));
    }

    /** Of the data directory's entries with a prefix. */
    private double megabytes(String prefix) throws IOException {
        long bytes = 0;
        try (Stream<Path> all = Files.walk(data)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                boolean counts = data.relativize(file).getName(0).toString().startsWith(prefix);
                bytes += counts ? Files.size(file) : 0;
            }
        }
        return bytes / BYTES_PER_MB;
    }
}
