package org.wukongs.store.fabric;

/**
 * A network that reads other hosts' memory without their processors. A process shares one memory of
 * its own, and connects to those of others. Any thread.
 */
public interface Fabric extends AutoCloseable {

    /** Returns the name of its {@link FabricProvider}. */
    String name();

    /** Returns this host's address, from which it connects to others. */
    String address();

    /**
     * Lets nodes that are admitted read a memory. It stays mapped until {@link #close} has
     * returned.
     *
     * @param address of the first byte
     * @param bytes a multiple of 8
     * @return what another node connects with
     * @throws org.wukongs.error.WukongsException USER with the reason if it cannot be read so
     */
    RegionKey share(long address, long bytes);

    /**
     * Lets a node connect from its {@link #address} from now on.
     *
     * @throws org.wukongs.error.WukongsException USER if that is no address, or there are too many
     */
    void admit(String address);

    /** Lets nobody connect from an address any longer, and soon ends the connections from there. */
    void dismiss(String address);

    /**
     * Connects to the memory of another node.
     *
     * @param headBytes bytes before the region
     * @throws org.wukongs.error.WukongsException USER with the reason if it cannot be read
     */
    RemoteMemory connect(RegionKey key, int headBytes);

    /** Returns what was read of all memories. */
    FabricCounts counts();

    /** Ends what was shared, and the connections to it. Memories that it has connected to stay. */
    @Override
    void close();
}
