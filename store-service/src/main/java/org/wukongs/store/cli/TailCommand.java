package org.wukongs.store.cli;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreClient;
import org.wukongs.client.WindowResult;
import org.wukongs.client.WindowsWanted;
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
            "Prints the results of a continuous query as its windows become ready, until Ctrl-C.",
            "It only watches: it takes no window from other readers, and if it is too slow, it"
                    + " misses some and says so."
        },
        mixinStandardHelpOptions = true)
final class TailCommand extends Remote {

    private static final String NOW = "now";
    private static final String EARLIEST = "earliest";

    /** Windows of a request; a window of many rows comes alone. */
    private static final int WINDOWS_MAX = 64;

    private static final Duration WAIT = Duration.ofSeconds(5);
    private static final long PAUSE_MS = 200;

    @Parameters(paramLabel = "NAME", description = "Name of a registered query.")
    private String query;

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
                            + " ends at a time in ms or later (default ${DEFAULT-VALUE}).")
    private String from;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "0",
            description = "Ends after N windows (default: never).")
    private long limit;

    @Option(
            names = "--reconnect",
            paramLabel = "DURATION",
            defaultValue = "30s",
            converter = DurationMs.class,
            description =
                    "How long to try again if the store does not answer; results go on after the"
                            + " last window (default ${DEFAULT-VALUE}).")
    private long reconnectMs;

    private long nextMs = Long.MIN_VALUE; // the window end to ask for; MIN_VALUE: as --from says
    private long count;

    @Override
    void checkUsage() {
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
        TailPrinter printer = new TailPrinter(format, changes, spec.commandLine().getOut());
        StoreClient client = first;
        try {
            boolean goesOn = true;
            while (goesOn) {
                try {
                    goesOn = read(client, printer);
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

    /** Reads until the limit; returns false then. */
    private boolean read(StoreClient client, TailPrinter printer) {
        ReaderId reader = ReaderId.ofQuery(ReaderId.LIVE_PREFIX + UUID.randomUUID(), query);
        boolean again = nextMs != Long.MIN_VALUE;
        client.attachReader(reader, again ? ReaderStart.timestamp(nextMs) : start());
        while (limit == 0 || count < limit) {
            FetchedWindows fetched = fetch(client, reader);
            for (WindowResult result : fetched.results()) {
                if (limit == 0 || count < limit) {
                    printer.print(result);
                    count++;
                }
            }
            if (fetched.nextWindowEndMs() != nextMs) {
                nextMs = fetched.nextWindowEndMs();
                client.releaseWindows(reader, nextMs);
            } else if (fetched.stableMs() == Long.MAX_VALUE) {
                pause(); // the streams have ended: the store does not wait for them
            }
        }
        client.detachReader(reader);
        return false;
    }

    private FetchedWindows fetch(StoreClient client, ReaderId reader) {
        try {
            return fetch(client, reader, nextMs);
        } catch (WukongsException e) {
            if (!String.valueOf(e.getMessage()).startsWith(StoreClient.WINDOW_GONE)) {
                throw e;
            }
            warn("windows were missed, the store has no room for them: from=" + nextMs);
            client.detachReader(reader);
            client.attachReader(reader, ReaderStart.earliest());
            nextMs = Long.MIN_VALUE;
            return fetch(client, reader, nextMs);
        }
    }

    private FetchedWindows fetch(StoreClient client, ReaderId reader, long fromMs) {
        WindowsWanted wanted = WindowsWanted.ofQuery(query, fromMs, WINDOWS_MAX);
        return client.fetchWindows(reader.reader(), List.of(wanted), WINDOWS_MAX, WAIT).get(0);
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

    private static void pause() {
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
