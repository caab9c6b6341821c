package org.wukongs.store.graph;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * What is known of the mentions of some triples, see {@link HalfMentions}: since when earlier ones
 * are void, and how often a triple was said again. Owned by one thread at a time.
 */
public final class MentionEntries {

    private final TripleBuffer triples = new TripleBuffer();
    private long[] voidBefore = new long[16];
    private long[] times = new long[16];

    public void append(long subject, long pid, long object, long voidBeforeNumber, long count) {
        int row = size();
        if (row == times.length) {
            voidBefore = Arrays.copyOf(voidBefore, 2 * row);
            times = Arrays.copyOf(times, 2 * row);
        }
        voidBefore[row] = voidBeforeNumber;
        times[row] = count;
        triples.append(subject, pid, object);
    }

    /** Hands on all entries, some at a time. */
    public void forPieces(int sizeMax, Consumer<MentionEntries> consumer) {
        MentionEntries piece = new MentionEntries();
        for (int row = 0; row < size(); row++) {
            piece.append(
                    triples.subject(row),
                    triples.pid(row),
                    triples.object(row),
                    voidBefore[row],
                    times[row]);
            if (piece.size() == sizeMax || row == size() - 1) {
                consumer.accept(piece);
                piece = new MentionEntries();
            }
        }
    }

    public int size() {
        return Math.toIntExact(triples.size());
    }

    public TripleBuffer triples() {
        return triples;
    }

    /** Mentions of the triple of a row before this number are void. */
    public long voidBefore(int row) {
        return voidBefore[row];
    }

    /** How often the triple of a row was said again. */
    public long times(int row) {
        return times[row];
    }
}
