package org.wukongs.store.cli;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreClient;
import org.wukongs.client.WindowResult;
import org.wukongs.client.WindowsWanted;
import org.wukongs.error.WukongsException;

/** Prints the windows of a continuous query as they become ready. */
final class QueryTail implements TailCommand.Source {

    /** Windows of a request; a window of many rows comes alone. */
    private static final int WINDOWS_MAX = 64;

    private static final Duration WAIT = Duration.ofSeconds(5);

    private final String query;
    private final ReaderStart start;
    private final long limit; // 0 for none
    private final TailPrinter printer;
    private final Consumer<String> warn;
    private long nextMs = Long.MIN_VALUE; // the window end to ask for; MIN_VALUE: as start says
    private long count;

    QueryTail(
            String query,
            ReaderStart start,
            long limit,
            TailPrinter printer,
            Consumer<String> warn) {
        this.query = query;
        this.start = start;
        this.limit = limit;
        this.printer = printer;
        this.warn = warn;
    }

    @Override
    public void read(StoreClient client) {
        ReaderId reader = ReaderId.ofQuery(ReaderId.LIVE_PREFIX + UUID.randomUUID(), query);
        boolean again = nextMs != Long.MIN_VALUE;
        client.attachReader(reader, again ? ReaderStart.timestamp(nextMs) : start);
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
                TailCommand.pause(); // the streams have ended: the store does not wait for them
            }
        }
        client.detachReader(reader);
    }

    private FetchedWindows fetch(StoreClient client, ReaderId reader) {
        try {
            return fetch(client, reader, nextMs);
        } catch (WukongsException e) {
            if (!String.valueOf(e.getMessage()).startsWith(StoreClient.WINDOW_GONE)) {
                throw e;
            }
            warn.accept("windows were missed, the store has no room for them: from=" + nextMs);
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
}
