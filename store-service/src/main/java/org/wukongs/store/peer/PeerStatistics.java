package org.wukongs.store.peer;

import org.wukongs.store.cluster.FabricUse;
import org.wukongs.store.view.RequestCosts;

/**
 * What a node has asked another one, since its start.
 *
 * @param node number of the other node
 * @param requestCount requests sent
 * @param requestBytes their bytes, as they go over the connection
 * @param answerCount answers received; errors are answers, too
 * @param answerBytes their bytes
 * @param lostCount connections lost after their greeting
 * @param costs of requests, as they were measured last; echoes that measure are not counted above
 * @param inPlaceCount columns read in its memory, without a request
 * @param fallbackCount columns that were read there, did not count and were asked for
 * @param fabric what carries the reads of its graphs; null if nothing does yet
 */
public record PeerStatistics(
        int node,
        long requestCount,
        long requestBytes,
        long answerCount,
        long answerBytes,
        long lostCount,
        RequestCosts costs,
        long inPlaceCount,
        long fallbackCount,
        FabricUse fabric) {

    /** Returns the same with other reads of its memory, and what carries them. */
    public PeerStatistics withReads(long inPlace, long fallbacks, FabricUse carrier) {
        return new PeerStatistics(
                node,
                requestCount,
                requestBytes,
                answerCount,
                answerBytes,
                lostCount,
                costs,
                inPlace,
                fallbacks,
                carrier);
    }
}
