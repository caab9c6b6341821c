package org.wukongs.flink.common;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
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

    /**
     * Connects to the first node that answers; requests that the store refuses are {@link
     * RefusedException}s.
     */
    public StoreClient connect() {
        return connect("");
    }

    /**
     * Connects to a node if it answers, else to another one.
     *
     * @param node {@code HOST:PORT}, as {@link StoreClient#homes} says it; empty for any
     */
    public StoreClient connect(String node) {
        Set<StoreAddress> addresses = new LinkedHashSet<>();
        if (!node.isEmpty()) {
            addresses.add(StoreAddress.parse(node));
        }
        addresses.addAll(nodes());
        return connect(List.copyOf(addresses));
    }

    /** Connects; clients with other numbers begin with other nodes, if these answer. */
    public StoreClient connectSpread(int number) {
        List<StoreAddress> nodes = new ArrayList<>(nodes());
        Collections.rotate(nodes, -number);
        return connect(nodes);
    }

    private StoreClient connect(List<StoreAddress> addresses) {
        try {
            return Refusals.of(factory.connect(addresses, connectTimeout));
        } catch (WukongsException e) {
            throw RefusedException.ifRefused(e);
        }
    }

    private List<StoreAddress> nodes() {
        return StoreAddress.parseList(addresses);
    }
}
