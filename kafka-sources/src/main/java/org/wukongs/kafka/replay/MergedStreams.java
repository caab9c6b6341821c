package org.wukongs.kafka.replay;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.wukongs.stream.Tuple;

/**
 * Merges the tuples of several streams into one sequence: the stream whose next tuple is earliest
 * comes next, the first such stream if times are equal. So each reading gives the same sequence,
 * with the same first n tuples. Within a stream, the order is that of its source. Not thread-safe.
 */
final class MergedStreams implements AutoCloseable {

    private final List<TupleReader> readers = new ArrayList<>();
    private final List<Tuple> upcoming = new ArrayList<>();
    private int current = -1;

    MergedStreams(List<ReplayStream> streams, boolean skipBad) throws IOException {
        try {
            for (ReplayStream stream : streams) {
                TupleReader reader = stream.source().open(skipBad);
                readers.add(reader);
                upcoming.add(reader.next());
            }
        } catch (IOException | RuntimeException e) {
            closeAfter(e);
            throw e;
        }
    }

    /** The next tuple; null after the last tuple of all streams. */
    Tuple next() throws IOException {
        current = earliest();
        if (current < 0) {
            return null;
        }
        return upcoming.set(current, readers.get(current).next());
    }

    /** The index of the stream of the last tuple. */
    int streamIndex() {
        return current;
    }

    /** How much of all streams has been read, 0 to 1. */
    double share() {
        return readers.stream().mapToDouble(TupleReader::share).average().orElse(1);
    }

    long skippedCount() {
        return readers.stream().mapToLong(TupleReader::skippedCount).sum();
    }

    /** Scans all streams: with a handful of them that beats a heap. */
    private int earliest() {
        int earliest = -1;
        long earliestMs = Long.MAX_VALUE;
        for (int i = 0; i < upcoming.size(); i++) {
            Tuple tuple = upcoming.get(i);
            if (tuple != null && tuple.eventTimeMs() < earliestMs) {
                earliest = i;
                earliestMs = tuple.eventTimeMs();
            }
        }
        return earliest;
    }

    private void closeAfter(Exception failure) {
        try {
            close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (TupleReader reader : readers) {
            try {
                reader.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
