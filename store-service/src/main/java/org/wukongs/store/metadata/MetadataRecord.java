package org.wukongs.store.metadata;

import org.wukongs.error.WukongsException;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * A record of the metadata log: who proposes what. Layout: a {@link SealedFrame} whose type is the
 * {@link ProposalType} and whose payload is epoch (long), sequence (long), and the proposal.
 *
 * @param epoch of the member that proposes it, 0 if it is none
 * @param sequence of the proposal, from 1 on, rising within an epoch: by it a record that comes
 *     twice is known
 * @param proposal the change
 */
public record MetadataRecord(long epoch, long sequence, Proposal proposal) {

    /** The version from which on the state of a cluster has the entries of catalogs. */
    static final int ENTRIES_VERSION = 7;

    /**
     * Rises with each new type, layout or rule, so that nodes of older versions stop before it:
     * with 8, the log has what lets it forget its oldest records.
     */
    public static final int VERSION = 8;

    private static final int MAGIC = 0x574B4D31; // "WKM1"
    private static final SealedFrame SEAL =
            new SealedFrame(MAGIC, VERSION, MetadataLog.RECORD_BYTES_MAX);

    public MetadataRecord {
        InputLimits.checkRange("epoch of a proposal", epoch, 0, Long.MAX_VALUE);
        InputLimits.checkRange("sequence of a proposal", sequence, 1, Long.MAX_VALUE);
    }

    /**
     * Returns the record as the log has it.
     *
     * @throws WukongsException USER if it is too large
     */
    public byte[] encode() {
        WireWriter frame = new WireWriter().begin(proposal.type().code());
        frame.putLong(epoch).putLong(sequence);
        proposal.putTo(frame);
        return SEAL.seal(frame);
    }

    /**
     * Reads a record.
     *
     * @throws UnusableMetadataException if the bytes are none
     */
    public static MetadataRecord decode(byte[] bytes) {
        return SEAL.open(bytes, MetadataRecord::read);
    }

    private static MetadataRecord read(int version, WireReader in) {
        ProposalType type = ProposalType.of(in.type());
        return new MetadataRecord(in.getLong(), in.getLong(), Proposal.read(type, version, in));
    }
}
