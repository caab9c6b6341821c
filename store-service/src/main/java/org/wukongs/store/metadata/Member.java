package org.wukongs.store.metadata;

import java.util.List;
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
 */
public record Member(
        NodeIdentity identity, String host, List<String> addresses, long epoch, boolean joined) {

    public Member {
        addresses = List.copyOf(addresses);
    }

    Member fenced() {
        return new Member(identity, host, addresses, epoch, false);
    }

    void putTo(WireWriter out) {
        identity.putTo(out);
        out.putString(host).putStrings(addresses).putLong(epoch).putBoolean(joined);
    }

    static Member read(WireReader in) {
        return new Member(
                NodeIdentity.read(in),
                in.getString(),
                in.getStrings("addresses of a node", ClusterLimits.ADDRESS_COUNT_MAX),
                in.getLong(),
                in.getBoolean());
    }
}
