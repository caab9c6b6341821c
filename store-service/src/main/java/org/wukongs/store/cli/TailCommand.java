package org.wukongs.store.cli;

import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreClient;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.cli.RemoteCommands.Remote;
import org.wukongs.stream.InputLimits;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code wukongs tail}. */
@Command(
        name = "tail",
        description = {
            "Prints the results of a continuous query as its windows become ready, or the tuples of a"
                    + " stream as queries see them, until Ctrl-C.",
            "It only watches: it takes nothing from other readers, and if it is too slow, it misses"
                    + " some and says so."
        },
        mixinStandardHelpOptions = true)
final class TailCommand extends Remote {

    private static final String NOW = "now";
    private static final String EARLIEST = "earliest";

    private static final long PAUSE_MS = 200;

    /** What is printed. It remembers how far it has come. */
    interface Source {

        /** Reads until the limit, which may be never; RETRIABLE error if the store is away. */
        void read(StoreClient client);
    }

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "Name of a registered query.")
    private String query;

    @Option(
            names = "--stream",
            paramLabel = "NAME",
            description = "Prints the tuples of this stream, in place of a query's windows.")
    private String stream;

    @Option(
            names = "--format",
            defaultValue = "table",
            description = "One of ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
    private TailPrinter.Format format;

    @Option(
            names = "--changes",
            description =
                    "Prints only rows that the window before did not have (+) and those that have"
                            + " gone (-), and nothing if all is the same.")
    private boolean changes;

    @Option(
            names = "--from",
            paramLabel = "now|earliest|MS",
            defaultValue = NOW,
            description =
                    "The first window: the next one, the earliest that is kept, or the first that"
                            + " ends at a time in ms or later; of a stream, the first tuple,"
                            + " likewise by its event time (default ${DEFAULT-VALUE}).")
    private String from;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "0",
            description = "Ends after N windows or tuples (default: never).")
    private long limit;

    @Option(
            names = "--reconnect",
            paramLabel = "DURATION",
            defaultValue = "30s",
            converter = DurationMs.class,
            description =
                    "How long to try again if the store does not answer; results go on where they"
                            + " were (default ${DEFAULT-VALUE}).")
    private long reconnectMs;

    @Override
    void checkUsage() {
        if ((query == null) == (stream == null)) {
            throw new ParameterException(
                    spec.commandLine(), "tail needs the NAME of a query, or --stream");
        }
        if (stream != null && changes) {
            throw new ParameterException(
                    spec.commandLine(), "--changes is for the windows of a query");
        }
        start();
        OptionBounds.check("--limit", limit, 0, Long.MAX_VALUE);
        OptionBounds.check("--reconnect", reconnectMs, 1, OptionBounds.TIME_MS_MAX);
    }

    private ReaderStart start() {
        switch (from) {
            case NOW -> {
                return ReaderStart.latest();
            }
            case EARLIEST -> {
                return ReaderStart.earliest();
            }
            default -> {
                try {
                    return ReaderStart.timestamp(InputLimits.checkWindowEnd(Long.parseLong(from)));
                } catch (NumberFormatException | WukongsException e) {
                    throw new ParameterException(
                            spec.commandLine(),
                            "--from is now, earliest or a time in ms: value=" + from,
                            e);
                }
            }
        }
    }

    @Override
    void run(StoreClient first) {
        Source source = source();
        StoreClient client = first;
        boolean ended = false;
        try {
            while (!ended) {
                try {
                    source.read(client);
                    ended = true;
                } catch (WukongsException e) {
                    if (e.category() != Category.RETRIABLE) {
                        throw e;
                    }
                    warn("the store does not answer, trying again: reason=" + e.getMessage());
                    client.close();
                    client = connected(e);
                }
            }
        } finally {
            client.close();
        }
    }

    private Source source() {
        PrintWriter out = spec.commandLine().getOut();
        return stream == null
                ? new QueryTail(
                        query, start(), limit, new TailPrinter(format, changes, out), this::warn)
                : new StreamTail(stream, start(), limit, format, out, this::warn);
    }

    /** Connects again within the time that the command line allows. */
    private StoreClient connected(WukongsException cause) {
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(reconnectMs);
        WukongsException newest = cause;
        while (System.nanoTime() < endNs) {
            try {
                return connectAgain();
            } catch (WukongsException e) {
                if (e.category() != Category.RETRIABLE) {
                    throw e;
                }
                newest = e;
                pause();
            }
        }
        throw newest;
    }

    /** Waits a little. */
    static void pause() {
        try {
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("interrupted");
        }
    }

    private void warn(String text) {
        spec.commandLine().getErr().println("warning: " + text);
    }
}
