package org.wukongs.store.stream;

import java.util.List;
import java.util.function.Consumer;
import org.wukongs.error.CorruptionException;
import org.wukongs.id.GivenIds;
import org.wukongs.stream.EncodedBatch;

/**
 * Verifies that the dictionary knows all ids of a stream's recent past: those of records, open
 * batches and late tuples, and the predicates that the index lists; everything else in the index
 * leads to records. Reads everything, at some 10 ns per tuple.
 */
public final class StreamChecker {

    private static final int ROWS = 1 << 10;

    private final String region;
    private final GivenIds given;
    private final Consumer<CorruptionException> violations;
    private long tuple;

    public StreamChecker(String stream, GivenIds given, Consumer<CorruptionException> violations) {
        this.region = "stream " + stream;
        this.given = given;
        this.violations = violations;
    }

    /** Checks the stream, in the thread that writes it. */
    public void check(RingCut ring, List<EncodedBatch> late, StreamIndex index) {
        tuple = ring.bounds().tail();
        ring.records().forEach(ROWS, this::check);
        for (StagedMessage message : ring.staged()) {
            check(message.tuples());
        }
        late.forEach(this::check);
        index.forEachPid(this::checkPid);
    }

    private void check(EncodedBatch tuples) {
        for (int row = 0; row < tuples.size(); row++, tuple++) {
            checkVid(tuples.subjects()[row]);
            checkPid(tuples.pid(row));
            checkVid(tuples.objects()[row]);
        }
    }

    private void checkVid(long vid) {
        if (!given.isGivenVid(vid)) {
            report("a tuple has a vertex that the dictionary does not know", vid);
        }
    }

    private void checkPid(long pid) {
        if (!given.isGivenPid(pid)) {
            report("a tuple has a predicate that the dictionary does not know", pid);
        }
    }

    private void report(String what, long found) {
        violations.accept(new CorruptionException(what, region, tuple, 0, found));
    }
}
