package org.wukongs.store.peer;

/**
 * What a node has asked another one, since its start.
 *
 * @param node number of the other node
 * @param requestCount requests sent
 * @param requestBytes their bytes, as they go over the connection
 * @param answerCount answers received; errors are answers, too
 * @param answerBytes their bytes
 * @param lostCount connections lost after their greeting
 */
public record PeerStatistics(
        int node,
        long requestCount,
        long requestBytes,
        long answerCount,
        long answerBytes,
        long lostCount) {}
