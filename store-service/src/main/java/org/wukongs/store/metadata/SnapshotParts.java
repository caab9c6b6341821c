package org.wukongs.store.metadata;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.agrona.concurrent.NanoClock;
import org.wukongs.error.WukongsException;
import org.wukongs.store.metadata.Proposal.SnapshotPart;

/**
 * A {@link ClusterSnapshot} in the metadata log: a log whose oldest records are gone has one, with
 * which nodes begin that have nothing. Its parts come after records that it does not have, and
 * between others. Those of one snapshot have one proposer, who proposes them in order.
 */
public final class SnapshotParts {

    private long epoch; // of the proposer of the snapshot that is being read
    private long position; // of that snapshot
    private int partCount;
    private int nextPart;
    private ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private SnapshotParts() {}

    /**
     * Returns the proposals that bring a snapshot into the log, in their order.
     *
     * @param snapshot its bytes
     * @throws UnusableMetadataException if they are none
     */
    public static List<Proposal> of(byte[] snapshot) {
        long position = ClusterSnapshot.decode(snapshot).point().position();
        int partCount = (snapshot.length - 1) / SnapshotPart.BYTES_MAX + 1;
        List<Proposal> parts = new ArrayList<>();
        for (int part = 0; part < partCount; part++) {
            int from = part * SnapshotPart.BYTES_MAX;
            int to = Math.min(snapshot.length, from + SnapshotPart.BYTES_MAX);
            byte[] bytes = Arrays.copyOfRange(snapshot, from, to);
            parts.add(new SnapshotPart(position, part, partCount, bytes));
        }
        return parts;
    }

    /**
     * Reads a log whose oldest records are gone up to the first snapshot in it after which it has
     * everything.
     *
     * @param log was opened at its beginning, and is of no use afterwards
     * @param timeoutNs for how long to read
     * @throws WukongsException FATAL if there is none; RETRIABLE if the log cannot be read in time
     */
    public static ClusterSnapshot find(MetadataLog log, long timeoutNs, NanoClock clock) {
        long beginNs = clock.nanoTime();
        long begin = log.position();
        long end = log.endPosition();
        SnapshotParts parts = new SnapshotParts();
        while (log.position() < end) {
            MetadataLog.Entry entry = log.poll();
            ClusterSnapshot found = entry == null ? null : parts.take(entry);
            if (found != null && found.point().position() >= begin) {
                found.point().checkIdentity(log.identity());
                return found;
            }
            if (clock.nanoTime() - beginNs > timeoutNs) {
                throw WukongsException.retriable(
                        "the metadata log is not read in time: position="
                                + log.position()
                                + " endPosition="
                                + end
                                + " reason="
                                + log.stall());
            }
            if (entry == null) {
                log.await();
            }
        }
        throw MetadataPoint.START.notThere(
                log.identity(), "beginPosition=" + begin + " and there is no snapshot of them");
    }

    /** Returns a snapshot if this is the last part of it, else null. */
    private ClusterSnapshot take(MetadataLog.Entry entry) {
        MetadataRecord record = readable(MetadataRecord::decode, entry.bytes());
        if (record == null || !(record.proposal() instanceof SnapshotPart part)) {
            return null;
        }
        if (part.part() == 0) {
            epoch = record.epoch();
            position = part.position();
            partCount = part.partCount();
            nextPart = 0;
            bytes = new ByteArrayOutputStream();
        }
        boolean isNext =
                record.epoch() == epoch
                        && part.position() == position
                        && part.partCount() == partCount
                        && part.part() == nextPart;
        if (!isNext) {
            return null; // it comes again, or belongs to another one
        }
        bytes.writeBytes(part.bytes());
        nextPart++;
        return nextPart == partCount
                ? readable(ClusterSnapshot::decode, bytes.toByteArray())
                : null;
    }

    /** Returns null for what every node passes over. */
    private static <T> T readable(Function<byte[], T> decoding, byte[] bytes) {
        try {
            return decoding.apply(bytes);
        } catch (UnusableMetadataException e) {
            if (e.kind() != UnusableMetadataException.Kind.DAMAGED) {
                throw e;
            }
            return null;
        }
    }
}
