package org.wukongs.kafka.producer;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.CommonClientConfigs;

/**
 * Brokers, and how to be let in.
 *
 * @param bootstrapServers brokers to begin with
 * @param settings of Kafka's clients, as for encryption and authentication; may hold secrets
 */
public record KafkaServers(String bootstrapServers, Map<String, String> settings) {

    public KafkaServers {
        Objects.requireNonNull(bootstrapServers, "bootstrapServers");
        settings = Map.copyOf(settings);
    }

    /** Brokers that let everybody in. */
    public static KafkaServers of(String bootstrapServers) {
        return new KafkaServers(bootstrapServers, Map.of());
    }

    /** Returns the configuration of a client: {@code own} counts more than the settings. */
    public Map<String, Object> clientConfig(Map<String, Object> own) {
        Map<String, Object> config = new HashMap<>(settings);
        config.putAll(own);
        config.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        return config;
    }

    /** Without the values of settings. */
    @Override
    public String toString() {
        return bootstrapServers;
    }
}
