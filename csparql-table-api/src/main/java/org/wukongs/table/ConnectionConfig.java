package org.wukongs.table;

import org.apache.flink.annotation.Internal;
import org.apache.flink.configuration.ReadableConfig;
import org.wukongs.client.Transport;
import org.wukongs.flink.common.StoreClientFactory;
import org.wukongs.flink.common.StoreConnector;

/** Reads the options of connections to the store. */
@Internal
public final class ConnectionConfig {

    private ConnectionConfig() {}

    /** The store, for connections that are not made again when they are lost. */
    public static StoreConnector store(ReadableConfig options) {
        return StoreConnector.of(
                options.get(WukongsTableOptions.STORE),
                options.get(WukongsTableOptions.CONNECT_TIMEOUT),
                StoreClientFactory.network(transport(options)));
    }

    /** What carries requests and replies. */
    public static Transport transport(ReadableConfig options) {
        return options.get(WukongsTableOptions.TRANSPORT).transport();
    }
}
