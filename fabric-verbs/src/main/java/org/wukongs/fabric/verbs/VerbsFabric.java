package org.wukongs.fabric.verbs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.fabric.Fabric;
import org.wukongs.store.fabric.FabricCounts;
import org.wukongs.store.fabric.FabricLimits;
import org.wukongs.store.fabric.RegionKey;
import org.wukongs.store.fabric.RemoteMemory;

/** An RDMA device of this host. Any thread. */
final class VerbsFabric implements Fabric {

    private final VerbsServer server;
    private final FabricLimits limits;
    private final FabricCounts counts = new FabricCounts();

    VerbsFabric(VerbsServer server, FabricLimits limits) {
        this.server = server;
        this.limits = limits;
    }

    @Override
    public String name() {
        return VerbsProvider.NAME;
    }

    @Override
    public String address() {
        return server.address().getHostAddress();
    }

    @Override
    public RegionKey share(long address, long bytes) {
        try {
            return server.share(address, bytes);
        } catch (IOException e) {
            throw new WukongsException(
                    Category.USER,
                    "the RDMA device cannot register the memory, is it more than ulimit -l allows:"
                            + " bytes="
                            + bytes
                            + " reason="
                            + VerbsProvider.reason(e),
                    e);
        }
    }

    @Override
    public void admit(String address) {
        server.admit(named(address));
    }

    @Override
    public void dismiss(String address) {
        server.dismiss(named(address));
    }

    private static InetAddress named(String address) {
        try {
            return VerbsProvider.named(address);
        } catch (IOException e) {
            throw new WukongsException(
                    Category.USER, "no address of an RDMA device: address=" + address, e);
        }
    }

    @Override
    public RemoteMemory connect(RegionKey key, int headBytes) {
        try {
            InetSocketAddress target =
                    new InetSocketAddress(VerbsProvider.named(key.host()), key.port());
            InetSocketAddress own = new InetSocketAddress(server.address(), 0);
            return VerbsMemory.open(new VerbsWay(own, target, key, limits), headBytes, counts);
        } catch (IOException e) {
            throw new WukongsException(
                    Category.USER,
                    "no RDMA connection to a node: host="
                            + key.host()
                            + " port="
                            + key.port()
                            + " reason="
                            + VerbsProvider.reason(e),
                    e);
        }
    }

    @Override
    public FabricCounts counts() {
        return counts;
    }

    @Override
    public void close() {
        server.close();
    }
}
