package org.wukongs.client;

import java.io.Serializable;
import org.apache.flink.annotation.Experimental;
import org.wukongs.id.Vids;

/**
 * How far a reader has come in the changelog of a graph, see {@link ChangelogClient}. Made by the
 * store; a reader keeps it and hands it back.
 *
 * <p>What the reader has been told adds up to the graph's triples at {@code snapshot}, of those up
 * to the scanned triple, and the first {@code row} changes of the next snapshot among them. Triples
 * are in the order of their ids.
 *
 * @param snapshot Stable_SN, or −1 before the first answer
 * @param row how many changes after that snapshot were told
 * @param scannedSubject id of the subject up to which triples were told
 * @param scannedEdge ids of predicate and object, of that subject, up to which triples were told
 */
@Experimental
public record ChangelogPosition(long snapshot, long row, long scannedSubject, long scannedEdge)
        implements Serializable {

    /** The position of a reader that begins. */
    public static final ChangelogPosition START = new ChangelogPosition(-1, 0, 0, 0);

    private static final long ALL = Long.MAX_VALUE;

    public ChangelogPosition {
        boolean isVid = scannedSubject >>> Vids.BITS == 0 || scannedSubject == ALL;
        if (snapshot < -1 || row < 0 || !isVid || scannedEdge < 0) {
            throw new IllegalArgumentException("not a position of a changelog");
        }
    }

    /** The position at a snapshot before any triple. */
    public static ChangelogPosition at(long snapshot) {
        return new ChangelogPosition(snapshot, 0, 0, ALL);
    }

    /** Whether the reader is to begin. */
    public boolean isStart() {
        return snapshot < 0;
    }

    /** Whether all triples of the graph were told, so that only changes follow. */
    public boolean isScanned() {
        return scannedSubject == ALL;
    }

    /** The position after all changes up to a snapshot. */
    public ChangelogPosition after(long nextSnapshot) {
        return new ChangelogPosition(nextSnapshot, 0, scannedSubject, scannedEdge);
    }

    /** The position after {@code newRow} changes of the next snapshot. */
    public ChangelogPosition atRow(long newRow) {
        return new ChangelogPosition(snapshot, newRow, scannedSubject, scannedEdge);
    }

    /** The position after the triples of the graph up to a subject and an edge of it. */
    public ChangelogPosition scannedTo(long subject, long edge) {
        return new ChangelogPosition(snapshot, row, subject, edge);
    }

    /** The position after all triples of the graph. */
    public ChangelogPosition scanned() {
        return scannedTo(ALL, ALL);
    }
}
