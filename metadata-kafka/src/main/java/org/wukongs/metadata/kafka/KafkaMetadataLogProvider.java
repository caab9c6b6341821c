package org.wukongs.metadata.kafka;

import java.net.URI;
import org.wukongs.store.metadata.MetadataLog;
import org.wukongs.store.metadata.MetadataLogProvider;
import org.wukongs.store.metadata.MetadataPoint;

/**
 * Opens metadata logs at addresses such as {@code kafka://a:9092,b:9092/wukongs-metadata}.
 *
 * <p>Options: {@code replication-factor} and {@code min-insync-replicas} of the topic, which is
 * created if there is none; {@code deadline-ms} for each answer of a broker, 10,000 by default;
 * {@code client-config}, a file with further settings of Kafka's clients.
 */
public final class KafkaMetadataLogProvider implements MetadataLogProvider {

    @Override
    public String scheme() {
        return KafkaLogAddress.SCHEME;
    }

    @Override
    public MetadataLog open(URI address, MetadataPoint from) {
        return KafkaMetadataLog.open(KafkaLogAddress.parse(address), from);
    }
}
