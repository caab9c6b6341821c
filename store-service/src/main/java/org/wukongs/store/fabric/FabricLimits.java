package org.wukongs.store.fabric;

import java.util.concurrent.TimeUnit;

/**
 * Limits of a network that reads other hosts' memory.
 *
 * @param connectNs longest time until a connection stands
 * @param readNs longest time until a round of reads has ended
 * @param connectionCountMax connections to one memory, each for one thread at a time
 */
public record FabricLimits(long connectNs, long readNs, int connectionCountMax) {

    /**
     * A request by messages is given up after 15 s: a read that does not end, and the message that
     * is sent in its place, are together not much longer. Workers and threads of HTTP are fewer
     * than 64 as a rule.
     */
    public static final FabricLimits DEFAULT =
            new FabricLimits(TimeUnit.SECONDS.toNanos(3), TimeUnit.SECONDS.toNanos(5), 64);

    public FabricLimits {
        if (connectNs <= 0 || readNs <= 0 || connectionCountMax <= 0) {
            throw new IllegalArgumentException(
                    "connectNs="
                            + connectNs
                            + " readNs="
                            + readNs
                            + " connectionCountMax="
                            + connectionCountMax);
        }
    }
}
