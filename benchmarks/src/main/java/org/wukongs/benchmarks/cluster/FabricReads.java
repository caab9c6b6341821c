package org.wukongs.benchmarks.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.AgentRunner;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.measure.Executions;
import org.wukongs.benchmarks.measure.ScratchFolder;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.client.StoreAddress;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Keys;
import org.wukongs.store.cluster.FabricOptions;
import org.wukongs.store.cluster.Members;
import org.wukongs.store.cluster.PartitionedGraphs;
import org.wukongs.store.cluster.ReadCounts;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.peer.PeerWatch;
import org.wukongs.store.peer.TcpPeer;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.TripleView;

/**
 * Steps of this process over vertices of a {@link FabricGraph} that another process owns: by
 * messages, in shared memory, and in that while the owner is stopped. Each is the step of a query,
 * with what a node does around the read.
 */
final class FabricReads {

    private static final int COLUMN = 1_000;
    private static final int COLUMNS = 200;
    private static final long SEED = 2;
    private static final long CONNECT_NS = TimeUnit.SECONDS.toNanos(20);

    /** Of the time that is measured. */
    private static final double WARM_UP_SHARE = 1;

    private final Path directory;
    private final int vertexCount;
    private final double seconds;
    private final long[] vertices;
    private final long[][] columns;
    private final Expansion expansion = new Expansion();

    FabricReads(Path directory, int vertexCount, double seconds) {
        this.directory = directory;
        this.vertexCount = vertexCount;
        this.seconds = seconds;
        this.vertices = FabricGraph.vertices(vertexCount);
        SplittableRandom random = new SplittableRandom(SEED);
        this.columns = new long[COLUMNS][COLUMN];
        for (long[] column : columns) {
            Arrays.setAll(column, row -> FabricGraph.any(vertices, random));
        }
    }

    Table measure(Path scratch, Recorder recorder) throws IOException {
        String token = UUID.randomUUID().toString();
        PeerWatch watch = new PeerWatch(System::nanoTime);
        AgentRunner watching = FabricGraph.start(watch);
        try (ScratchFolder shared = new ScratchFolder(directory);
                ChildProcess owner = FabricOwner.start(scratch, shared.path(), vertexCount, token);
                StoredGraphs stored = new StoredGraphs(FabricGraph.memoryBytes(1));
                TcpPeer way =
                        new TcpPeer(
                                FabricGraph.environment(FabricGraph.READER, token, watch),
                                FabricGraph.OWNER,
                                () -> StoreAddress.parse(owner.ready()))) {
            awaitConnection(way);
            FabricGraph.fill(stored, FabricGraph.READER, vertices);
            Table table = new Table("reads", "Reads of another process's graph, in ns a vertex");
            long[] tcp = measure(way, stored, FabricOptions.TCP, "tcp", table, recorder);
            FabricOptions options =
                    new FabricOptions(
                            FabricOptions.Kind.SHM,
                            FabricGraph.sharedMemory(shared.path(), FabricGraph.READER));
            long[] shm = measure(way, stored, options, "shm", owner, table, recorder);
            if (!Arrays.equals(tcp, shm)) {
                recorder.fail("reads in shared memory differ from those by messages");
            }
            return table.note(
                            "list: the five neighbours of one vertex; one, five: columns of 1,000 vertices")
                    .note("    with one neighbour each, or five; random vertices")
                    .note("stopped: the owner's process is stopped by SIGSTOP meanwhile")
                    .note("to reach: shm list 1000 ns median, columns 150 ns a vertex;")
                    .note("    tcp column, which is one request, 60 µs: 60 ns a vertex");
        } finally {
            watching.close();
        }
    }

    private static void awaitConnection(TcpPeer way) {
        long endNs = System.nanoTime() + CONNECT_NS;
        while (way.failure() != null) {
            if (System.nanoTime() - endNs > 0) {
                throw WukongsException.fatal("the owner cannot be reached: " + way.failure());
            }
            Thread.onSpinWait();
        }
    }

    /** Reads by messages. */
    private long[] measure(
            TcpPeer way,
            StoredGraphs stored,
            FabricOptions options,
            String name,
            Table table,
            Recorder recorder) {
        return measure(way, stored, options, name, null, table, recorder);
    }

    /**
     * Reads over one fabric.
     *
     * @param owner is stopped for a second time of reading, which takes no message; null if not
     * @return a digest of what each column found
     */
    private long[] measure(
            TcpPeer way,
            StoredGraphs stored,
            FabricOptions options,
            String name,
            ChildProcess owner,
            Table table,
            Recorder recorder) {
        Members members = FabricGraph.members(FabricGraph.READER, way);
        PartitionedGraphs graphs =
                new PartitionedGraphs(members, FabricGraph.served(members, stored), options);
        long sn = stored.memory().publishedSnapshot();
        if (!graphs.hold(sn)) {
            throw WukongsException.fatal("the owner does not hold the snapshot: sn=" + sn);
        }
        try {
            TripleView view = graphs.with(stored.at(sn)).defaultGraph();
            addRows(view, graphs.reads(), name, table, recorder);
            if (owner != null) {
                signal(owner, "STOP");
                try {
                    addRows(view, graphs.reads(), name + ", stopped", table, recorder);
                } finally {
                    signal(owner, "CONT");
                }
            }
            return digests(view);
        } finally {
            graphs.release(sn);
            graphs.close();
        }
    }

    private static void signal(ChildProcess process, String signal) {
        String pid = Long.toString(process.pid());
        try {
            int exitCode = new ProcessBuilder("kill", "-" + signal, pid).start().waitFor();
            if (exitCode != 0) {
                throw WukongsException.fatal("kill failed: exitCode=" + exitCode);
            }
        } catch (IOException e) {
            throw new WukongsException(
                    WukongsException.Category.FATAL, "a process cannot be signalled", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("interrupted while a process is signalled");
        }
    }

    private void addRows(
            TripleView view, ReadCounts counts, String fabric, Table table, Recorder recorder) {
        addRow(view, counts, fabric, "list", 1, FabricGraph.MULTI_VALUED, table, recorder);
        addRow(view, counts, fabric, "one", COLUMN, FabricGraph.SINGLE_VALUED, table, recorder);
        addRow(view, counts, fabric, "five", COLUMN, FabricGraph.MULTI_VALUED, table, recorder);
    }

    private void addRow(
            TripleView view,
            ReadCounts counts,
            String fabric,
            String read,
            int rows,
            long pid,
            Table table,
            Recorder recorder) {
        recorder.say("%s: %s", fabric, read);
        run(view, rows, pid, seconds * WARM_UP_SHARE);
        long requests = counts.requestCount();
        long fallbacks = counts.fallbackCount();
        Executions found = run(view, rows, pid, seconds);
        double requestsOfRead = (double) (counts.requestCount() - requests) / found.count();
        if (counts.fallbackCount() > fallbacks) {
            recorder.fail("reads in shared memory did not count: fabric=" + fabric);
        }
        table.row()
                .cell("fabric", fabric)
                .cell("read", read)
                .cell("p50Ns", "p50", nsOfVertex(found, 50, rows))
                .cell("p99Ns", "p99", nsOfVertex(found, 99, rows))
                .cell("requests", "requests", requestsOfRead)
                .cell("reads", found.count())
                .kept("rows", rows);
    }

    private static double nsOfVertex(Executions reads, double percentile, int rows) {
        return reads.us(percentile) * Units.NS_PER_US / rows;
    }

    /** Reads for some seconds: all columns in turn, in parts of some rows. */
    private Executions run(TripleView view, int rows, long pid, double forSeconds) {
        Executions found = new Executions();
        long[] asked = new long[rows];
        long endNs = System.nanoTime() + Units.ns(forSeconds);
        long nowNs = System.nanoTime();
        for (int number = 0; nowNs < endNs; number++) {
            int parts = COLUMN / rows;
            long[] column = columns[number / parts % COLUMNS];
            System.arraycopy(column, number % parts * rows, asked, 0, rows);
            expansion.clear();
            long startNs = System.nanoTime();
            view.expand(asked, rows, pid, Keys.OUT, expansion);
            nowNs = System.nanoTime();
            found.add(nowNs - startNs, expansion.size());
        }
        return found;
    }

    private long[] digests(TripleView view) {
        long[] digests = new long[COLUMNS];
        for (int i = 0; i < COLUMNS; i++) {
            expansion.clear();
            view.expand(columns[i], COLUMN, FabricGraph.MULTI_VALUED, Keys.OUT, expansion);
            for (int at = 0; at < expansion.size(); at++) {
                digests[i] = 31 * digests[i] + expansion.ids()[at] + expansion.rows()[at];
            }
        }
        return digests;
    }
}
