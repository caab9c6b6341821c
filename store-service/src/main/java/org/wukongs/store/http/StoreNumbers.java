package org.wukongs.store.http;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.client.StoreStatus;
import org.wukongs.store.dictionary.DictionaryStatistics;
import org.wukongs.store.fabric.FabricCounts;
import org.wukongs.store.node.CapacityUse;
import org.wukongs.store.peer.PeerStatistics;
import org.wukongs.store.server.CheckpointStatistics;
import org.wukongs.store.server.ConnectionStatistics;
import org.wukongs.store.server.CopyStatistics;
import org.wukongs.store.server.LogStatistics;
import org.wukongs.store.server.RingStatistics;
import org.wukongs.store.server.StoreServer;
import org.wukongs.store.text.TextCounts;
import org.wukongs.store.update.UpdateStatistics;

/**
 * All numbers from which metrics are read.
 *
 * @param capacity how full each part is that has a limit
 * @param log null if the store keeps none
 * @param copy null if the store keeps none
 * @param peers the other nodes of its cluster; empty for a node of its own
 */
record StoreNumbers(
        StoreStatus status,
        List<CapacityUse> capacity,
        DictionaryStatistics dictionary,
        CheckpointStatistics checkpoints,
        ConnectionStatistics connections,
        RingStatistics rings,
        UpdateStatistics.Numbers updates,
        TextCounts texts,
        LogStatistics log,
        CopyStatistics copy,
        List<PeerStatistics> peers,
        FabricCounts network,
        StoreServer server,
        HttpNumbers http) {

    record HttpNumbers(RequestCounts requests, HttpConnections connections, LiveCounts live) {}

    /** Returns the current numbers. */
    static StoreNumbers of(StoreServer server, HttpNumbers http) {
        return new StoreNumbers(
                server.status(HttpLimits.STATUS_WAIT_MS),
                capacity(server, http.live().memory()),
                server.dictionaryStatistics(),
                server.checkpointStatistics(),
                server.connectionStatistics(),
                server.ringStatistics(),
                server.updates().statistics().numbers(),
                server.textCounts(),
                server.logStatistics(),
                server.copyStatistics(),
                server.peerStatistics(),
                server.networkCounts(),
                server,
                http);
    }

    private static List<CapacityUse> capacity(StoreServer server, LiveMemory live) {
        List<CapacityUse> all = new ArrayList<>(server.capacityUse());
        all.add(new CapacityUse("live", live.bytes(), live.bytesMax()));
        return all;
    }
}
