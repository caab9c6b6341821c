package org.wukongs.kafka.replay;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.wukongs.stream.Tuple;

/**
 * The tuples of several streams as one sequence: the stream whose next tuple is earliest comes
 * next, the first of them where times are equal. So the sequence is the same whenever it is read,
 * and "the first n tuples" means the same to all. Within a stream, order is that of its source. Not
 * thread-safe.
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

    /** Null behind the last tuple of all streams. */
    Tuple next() throws IOException {
        current = earliest();
        if (current < 0) {
            return null;
        }
        return upcoming.set(current, readers.get(current).next());
    }

    /** Which of the streams the last tuple belongs to. */
    int streamIndex() {
        return current;
    }

    /** How much of all has been read, 0 to 1. */
    double share() {
        return readers.stream().mapToDouble(TupleReader::share).average().orElse(1);
    }

    long skippedCount() {
        return readers.stream().mapToLong(TupleReader::skippedCount).sum();
    }

    /** A handful of streams, so that looking at all of them beats a heap. */
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
