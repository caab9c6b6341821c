package org.wukongs.fabric.verbs;

import java.net.InetSocketAddress;
import org.wukongs.store.fabric.FabricLimits;
import org.wukongs.store.fabric.RegionKey;

/**
 * How another node's memory is reached.
 *
 * @param own address of this host's device, with any port
 * @param target where the owner listens
 */
record VerbsWay(
        InetSocketAddress own, InetSocketAddress target, RegionKey key, FabricLimits limits) {}
