package org.wukongs.flink.common;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import org.apache.flink.annotation.PublicEvolving;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;

/** How sink and source connect to a store; travels with the job graph. */
@PublicEvolving
@FunctionalInterface
public interface StoreClientFactory extends Serializable {

    /** One client for the calling thread, connected within {@code deadline}. */
    StoreClient connect(List<StoreAddress> store, Duration deadline);

    /** {@link StoreClient#connect}. */
    static StoreClientFactory network() {
        return StoreClient::connect;
    }

    /** As above; a lost connection of a writer is tried again for so long. */
    static StoreClientFactory network(Duration reconnectTimeout) {
        return (store, deadline) ->
                StoreClient.connect(store, deadline, new Backoff(reconnectTimeout));
    }
}
