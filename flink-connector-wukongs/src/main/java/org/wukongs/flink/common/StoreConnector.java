package org.wukongs.flink.common;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.annotation.Internal;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.error.WukongsException;

/**
 * Addresses of a store and the way to connect to it, checked once on the client side and shipped
 * with the job graph.
 */
@Internal
public final class StoreConnector implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Long enough for a store that starts at the same time as the job. */
    public static final Duration CONNECT_TIMEOUT_DEFAULT = Duration.ofSeconds(30);

    private final String addresses;
    private final Duration connectTimeout;
    private final StoreClientFactory factory;

    private StoreConnector(String addresses, Duration connectTimeout, StoreClientFactory factory) {
        this.addresses = addresses;
        this.connectTimeout = connectTimeout;
        this.factory = factory;
    }

    /** Checks the options of a builder; null stands for an option that was not set. */
    public static StoreConnector of(
            String addresses, Duration connectTimeout, StoreClientFactory factory) {
        if (addresses == null) {
            throw new IllegalArgumentException(
                    "store addresses are missing: call setStoreAddresses(\"HOST:PORT,…\")");
        }
        try {
            StoreAddress.parseList(addresses);
        } catch (WukongsException e) {
            throw new IllegalArgumentException("setStoreAddresses: " + e.getMessage(), e);
        }
        Duration timeout = connectTimeout == null ? CONNECT_TIMEOUT_DEFAULT : connectTimeout;
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException(
                    "setConnectTimeout: must be positive: connectTimeout=" + timeout);
        }
        return new StoreConnector(
                addresses, timeout, factory == null ? StoreClientFactory.network() : factory);
    }

    /** Connects; requests that the store refuses are {@link RefusedException}s. */
    public StoreClient connect() {
        return connect("");
    }

    /** Connects with the address of a node first in the list, see {@link #node}. */
    public StoreClient connect(String node) {
        List<StoreAddress> nodes = nodes();
        int first = nodes.indexOf(node(node));
        List<StoreAddress> rotated = new ArrayList<>(nodes.size());
        for (int i = 0; i < nodes.size(); i++) {
            rotated.add(nodes.get((first + i) % nodes.size()));
        }
        try {
            return Refusals.of(factory.connect(List.copyOf(rotated), connectTimeout));
        } catch (WukongsException e) {
            throw RefusedException.ifRefused(e);
        }
    }

    /**
     * The node with a checkpointed address; the first node if none has it, as the store may have
     * moved since.
     */
    public StoreAddress node(String address) {
        List<StoreAddress> nodes = nodes();
        for (StoreAddress node : nodes) {
            if (node.toString().equals(address)) {
                return node;
            }
        }
        return nodes.get(0);
    }

    public List<StoreAddress> nodes() {
        return StoreAddress.parseList(addresses);
    }
}
