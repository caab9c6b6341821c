package org.wukongs.store.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.wukongs.client.FetchedTuples;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreClient;
import org.wukongs.client.TupleClient;
import org.wukongs.error.WukongsException;
import org.wukongs.store.result.TupleLines;
import org.wukongs.store.value.RowCells;
import org.wukongs.stream.Tuple;

/** Prints the tuples of a stream as they become visible. */
final class StreamTail implements TailCommand.Source {

    /** Tuples of a request: a table of so many rows is printed at once. */
    private static final int TUPLES_MAX = 1_000;

    private static final Duration WAIT = Duration.ofSeconds(5);

    private static final List<String> HEADS =
            List.of("event time", "", "subject", "predicate", "object");

    private final String stream;
    private final long limit; // 0 for none
    private final TailPrinter.Format format;
    private final PrintWriter out;
    private final Consumer<String> warn;
    private ReaderStart next;
    private long count;

    StreamTail(
            String stream,
            ReaderStart start,
            long limit,
            TailPrinter.Format format,
            PrintWriter out,
            Consumer<String> warn) {
        this.stream = stream;
        this.next = start;
        this.limit = limit;
        this.format = format;
        this.out = out;
        this.warn = warn;
    }

    @Override
    public void read(StoreClient client) {
        while (limit == 0 || count < limit) {
            FetchedTuples fetched = fetch(client);
            if (!fetched.tuples().isEmpty()) {
                print(fetched.position(), fetched.tuples());
                count += fetched.tuples().size();
            }
            next = ReaderStart.at(fetched.nextPosition());
        }
    }

    private FetchedTuples fetch(StoreClient client) {
        long most = limit == 0 ? TUPLES_MAX : Math.min(TUPLES_MAX, limit - count);
        try {
            return client.tuples().fetch(stream, next, (int) most, WAIT);
        } catch (WukongsException e) {
            if (!String.valueOf(e.getMessage()).startsWith(TupleClient.TUPLES_GONE)) {
                throw e;
            }
            warn.accept("tuples were missed, the store has no room for them: " + e.getMessage());
            next = ReaderStart.earliest();
            return client.tuples().fetch(stream, next, (int) most, WAIT);
        }
    }

    private void print(long position, List<Tuple> tuples) {
        List<String[]> rows = new ArrayList<>(tuples.size());
        if (format == TailPrinter.Format.ndjson) {
            tuples.forEach(
                    one -> rows.add(new String[] {one.subject(), one.predicate(), one.object()}));
            RowCells cells = RowCells.of(rows);
            TupleLines lines = new TupleLines(stream);
            for (int i = 0; i < tuples.size(); i++) {
                Tuple one = tuples.get(i);
                lines.add(position + i, one.eventTimeMs(), one.removal(), cells);
            }
            out.print(new String(lines.take(), StandardCharsets.UTF_8));
        } else {
            tuples.forEach(one -> rows.add(row(one)));
            out.println("tuples from position " + position);
            out.println(TextTable.of(HEADS, rows));
        }
        out.flush();
    }

    private static String[] row(Tuple tuple) {
        return new String[] {
            Instant.ofEpochMilli(tuple.eventTimeMs()) + " (" + tuple.eventTimeMs() + ")",
            tuple.removal() ? "-" : "+",
            tuple.subject(),
            tuple.predicate(),
            tuple.object()
        };
    }
}
