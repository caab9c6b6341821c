package org.wukongs.store.fabric;

/** A kind of network that reads other hosts' memory, found by {@link java.util.ServiceLoader}. */
public interface FabricProvider {

    /** Returns the name by which it is chosen, such as {@code verbs}. */
    String name();

    /**
     * Opens the network at an address of this host.
     *
     * @param host name or address of this host's device
     * @throws org.wukongs.error.WukongsException USER with the reason if there is none
     */
    Fabric open(String host, FabricLimits limits);
}
