package org.wukongs.flink.common;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import org.apache.flink.annotation.PublicEvolving;
import org.wukongs.client.ClientOptions;
import org.wukongs.client.RetryStrategy;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;

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

    /**
     * As above, with these options. Their files are read where tasks run, the job manager included.
     */
    static StoreClientFactory network(ClientOptions options) {
        return (store, deadline) ->
                StoreClient.connect(store, deadline, RetryStrategy.NEVER, options);
    }

    /** A factory whose writers try to reconnect for so long after they lose their connection. */
    static StoreClientFactory network(Duration reconnectTimeout) {
        return network(reconnectTimeout, ClientOptions.DEFAULT);
    }

    /** As above, with these options. */
    static StoreClientFactory network(Duration reconnectTimeout, ClientOptions options) {
        return (store, deadline) ->
                StoreClient.connect(store, deadline, new Backoff(reconnectTimeout), options);
    }
}
