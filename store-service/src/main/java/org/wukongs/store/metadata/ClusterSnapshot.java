package org.wukongs.store.metadata;

import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * The state of a cluster at a point of its metadata log, from which a node goes on. Layout: a
 * {@link SealedFrame} with identity (string) and position (long) of the log, and the state.
 *
 * @param point what the state has of which log
 * @param state owned by the snapshot
 */
public record ClusterSnapshot(MetadataPoint point, ClusterState state) {

    /**
     * Before 2, owners of vertex partitions had no versions, and never changed; before 3, only
     * founding nodes took part in changes; before 4, no node left; before 5, it had no entries of
     * catalogs; before 6, not what members have in checkpoints.
     */
    private static final int VERSION = 6;

    private static final int MAGIC = 0x574B4353; // "WKCS"
    private static final int TYPE_STATE = 1;
    private static final SealedFrame SEAL =
            new SealedFrame(
                    MAGIC,
                    VERSION,
                    SealedFrame.FRAME_OFFSET
                            + FrameDescriptor.TYPE_OFFSET
                            + FrameDescriptor.LENGTH_MAX);

    /**
     * Returns the bytes of a snapshot of a state. Equal states at equal points have equal bytes.
     * The limits of a state leave room for it in a frame.
     */
    static byte[] encode(MetadataPoint point, ClusterState state) {
        WireWriter frame = new WireWriter().begin(TYPE_STATE);
        frame.putString(point.identity()).putLong(point.position());
        state.putTo(frame);
        return SEAL.seal(frame);
    }

    /**
     * Reads a snapshot.
     *
     * @throws UnusableMetadataException if the bytes are none
     */
    public static ClusterSnapshot decode(byte[] bytes) {
        return SEAL.open(bytes, ClusterSnapshot::read);
    }

    private static ClusterSnapshot read(int version, WireReader in) {
        if (in.type() != TYPE_STATE) {
            throw new IllegalArgumentException("not a snapshot: type=" + in.type());
        }
        String identity = in.getString();
        ClusterLimits.checkName("identity of a metadata log", identity);
        return new ClusterSnapshot(
                new MetadataPoint(identity, in.getLong()), ClusterState.read(version, in));
    }
}
