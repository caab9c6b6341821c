package org.wukongs.store.server;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.wukongs.client.FetchedTuples;
import org.wukongs.client.HomeSubject;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.TupleClient;
import org.wukongs.store.continuous.ReaderConnection;
import org.wukongs.store.node.TupleFetch;
import org.wukongs.store.node.TupleReaders;
import org.wukongs.store.value.RowCells;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.Tuple;
import org.wukongs.wire.TupleCodecs;

/**
 * Carries out a connection's requests for the tuples of streams, of one stream at a time. The
 * session's thread makes the terms, so that the agent can go on.
 */
final class TupleCommands {

    /** Characters of the terms of an answer, after which no more tuples are added. */
    private static final int CHARS_MAX = 1 << 20;

    private final Exchange exchange;
    private final AgentCalls agent;
    private final ReaderConnection connection;
    private String reader; // its name; null before the first request
    private String stream; // whose tuples are kept for this connection; null for none

    TupleCommands(Exchange exchange, AgentCalls agent) {
        this.exchange = exchange;
        this.agent = agent;
        this.connection = agent.newReaderConnection();
    }

    void fetch() {
        String asked = exchange.name();
        ReaderStart start = exchange.tupleStart();
        int tuplesMax =
                (int)
                        InputLimits.checkRange(
                                "number of tuples",
                                exchange.request().getInt(),
                                1,
                                TupleClient.TUPLE_COUNT_MAX);
        long waitNs = exchange.waitNs();
        agent.checkHere(HomeSubject.stream(asked));
        long position = position(asked, start);
        try (TupleFetch fetch =
                agent.readLater(
                        waitNs,
                        (store, due) -> LiveTuples.fetch(store, asked, position, tuplesMax, due))) {
            TupleCodecs.put(tuples(fetch), exchange.ok());
        }
    }

    /** Returns where to read, and has the store keep the tuples from there on. */
    private long position(String asked, ReaderStart start) {
        if (reader == null) {
            reader = ReaderId.LIVE_PREFIX + UUID.randomUUID();
        }
        String before = stream;
        stream = asked;
        return agent.read(
                store -> {
                    TupleReaders readers = store.tupleReaders();
                    if (before != null && !before.equals(asked)) {
                        readers.detach(before, reader);
                    }
                    boolean goesOn = start.mode() == ReaderStart.Mode.AT;
                    if (goesOn && readers.move(asked, reader, start.timeMs())) {
                        return start.timeMs();
                    }
                    long begin = readers.attach(asked, reader, start, connection).begin();
                    return goesOn ? start.timeMs() : begin; // what is gone is an error
                });
    }

    private static FetchedTuples tuples(TupleFetch fetch) {
        List<Tuple> tuples = new ArrayList<>(fetch.size());
        long[] timesMs = fetch.eventTimesMs();
        boolean[] removals = fetch.removals();
        RowCells cells = fetch.cells();
        long chars = 0;
        for (int i = 0; i < timesMs.length && chars < CHARS_MAX; i++) {
            String[] terms = cells.nextRow(TupleFetch.COLUMN_COUNT);
            tuples.add(new Tuple(timesMs[i], terms[0], terms[1], terms[2], removals[i]));
            chars += terms[0].length() + terms[1].length() + terms[2].length();
        }
        return new FetchedTuples(fetch.position(), tuples, fetch.stableMs());
    }

    /** Called when the connection has ended: its reader is gone. */
    void leave() {
        connection.end();
    }
}
