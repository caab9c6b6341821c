package org.wukongs.flink.common;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import org.apache.flink.annotation.PublicEvolving;
import org.wukongs.client.ClientSecurity;
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

    /** As above, with a token and over TLS as {@code security} says. */
    static StoreClientFactory network(ClientSecurity security) {
        return (store, deadline) ->
                StoreClient.connect(store, deadline, RetryStrategy.NEVER, security);
    }

    /** A factory whose writers try to reconnect for so long after they lose their connection. */
    static StoreClientFactory network(Duration reconnectTimeout) {
        return network(reconnectTimeout, ClientSecurity.NONE);
    }

    /**
     * As above, with a token and over TLS as {@code security} says. Its files are read where tasks
     * run, the job manager included.
     */
    static StoreClientFactory network(Duration reconnectTimeout, ClientSecurity security) {
        return (store, deadline) ->
                StoreClient.connect(store, deadline, new Backoff(reconnectTimeout), security);
    }
}
