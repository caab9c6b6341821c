package org.wukongs.store.metadata;

import java.util.List;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * A node of a cluster.
 *
 * @param identity the process that has joined last
 * @param host name of its machine
 * @param addresses where it listens
 * @param epoch given to this process, higher than all before; what is not of it is refused
 * @param joined false if the epoch has ended: the node is fenced
 * @param checkpointed up to which position no start of the node needs the metadata log, 0 if that
 *     is not known
 */
public record Member(
        NodeIdentity identity,
        String host,
        List<String> addresses,
        long epoch,
        boolean joined,
        long checkpointed) {

    /** The version of a snapshot from which on it has what is checkpointed. */
    private static final int CHECKPOINTED_VERSION = 6;

    public Member {
        addresses = List.copyOf(addresses);
        InputLimits.checkRange("position in the metadata log", checkpointed, 0, Long.MAX_VALUE);
    }

    Member fenced() {
        return new Member(identity, host, addresses, epoch, false, checkpointed);
    }

    Member checkpointed(long position) {
        return new Member(identity, host, addresses, epoch, joined, position);
    }

    void putTo(WireWriter out) {
        identity.putTo(out);
        out.putString(host).putStrings(addresses).putLong(epoch).putBoolean(joined);
        out.putLong(checkpointed);
    }

    /** {@code version} is that of the snapshot. */
    static Member read(int version, WireReader in) {
        return new Member(
                NodeIdentity.read(in),
                in.getString(),
                in.getStrings("addresses of a node", ClusterLimits.ADDRESS_COUNT_MAX),
                in.getLong(),
                in.getBoolean(),
                version < CHECKPOINTED_VERSION ? 0 : in.getLong());
    }
}
