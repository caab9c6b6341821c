package org.wukongs.flink.common;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import org.apache.flink.annotation.PublicEvolving;
import org.wukongs.client.RetryStrategy;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.client.Transport;

/** Makes the connections of sinks and sources to a store; serialized with the job graph. */
@PublicEvolving
@FunctionalInterface
public interface StoreClientFactory extends Serializable {

    /** Returns a client for the calling thread, connected within {@code deadline}. */
    StoreClient connect(List<StoreAddress> store, Duration deadline);

    /** A factory for {@link StoreClient#connect}. */
    static StoreClientFactory network() {
        return StoreClient::connect;
    }

    /** As above, with what carries requests and replies. */
    static StoreClientFactory network(Transport transport) {
        return (store, deadline) ->
                StoreClient.connect(store, deadline, RetryStrategy.NEVER, transport);
    }

    /** As above; a writer that loses its connection tries to reconnect for so long. */
    static StoreClientFactory network(Duration reconnectTimeout) {
        return network(reconnectTimeout, Transport.AUTO);
    }

    /** As above, with what carries requests and replies. */
    static StoreClientFactory network(Duration reconnectTimeout, Transport transport) {
        return (store, deadline) ->
                StoreClient.connect(store, deadline, new Backoff(reconnectTimeout), transport);
    }
}
