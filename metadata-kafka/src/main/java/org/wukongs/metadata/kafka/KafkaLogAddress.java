package org.wukongs.metadata.kafka;

import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.CommonClientConfigs;
import org.wukongs.error.WukongsException;
import org.wukongs.file.PropertiesFile;

/**
 * Where a metadata log is in Kafka: {@code kafka://HOST:PORT[,HOST:PORT…]/TOPIC}, and after it
 * {@code ?OPTION=VALUE[&OPTION=VALUE…]} if there are options.
 *
 * @param bootstrapServers brokers to begin with
 * @param topic name of the topic
 * @param replicationFactor of a topic that is created, 0 for the brokers' default
 * @param minInsyncReplicas how many replicas must have a record, 0 for the brokers' default
 * @param deadlineMs how long a broker may take to answer
 * @param client further settings of Kafka's clients, as for encryption and authentication
 */
record KafkaLogAddress(
        String bootstrapServers,
        String topic,
        int replicationFactor,
        int minInsyncReplicas,
        int deadlineMs,
        Map<String, String> client) {

    static final String SCHEME = "kafka";

    /** Longer than a partition needs for another leader, and shorter than a proposal waits. */
    static final int DEADLINE_MS_DEFAULT = 10_000;

    private static final int DEADLINE_MS_MIN = 100;
    private static final int DEADLINE_MS_MAX = 600_000;
    private static final int REPLICAS_MAX = Short.MAX_VALUE;

    private static final String REPLICATION_FACTOR = "replication-factor";
    private static final String MIN_INSYNC_REPLICAS = "min-insync-replicas";
    private static final String DEADLINE_MS = "deadline-ms";
    private static final String CLIENT_CONFIG = "client-config";

    KafkaLogAddress {
        client = Map.copyOf(client);
    }

    /**
     * Parses an address.
     *
     * @throws WukongsException USER if it is none, or names a file that cannot be read
     */
    static KafkaLogAddress parse(URI address) {
        String servers = address.getRawAuthority();
        String path = address.getPath();
        if (!SCHEME.equals(address.getScheme())
                || servers == null
                || path == null
                || path.indexOf('/', 1) >= 0
                || path.length() < 2) {
            throw wrong(address, "it is not kafka://HOST:PORT/TOPIC");
        }
        Map<String, String> options = options(address);
        int replicationFactor = number(address, options, REPLICATION_FACTOR, 0, 1, REPLICAS_MAX);
        int minInsyncReplicas = number(address, options, MIN_INSYNC_REPLICAS, 0, 1, REPLICAS_MAX);
        int deadlineMs =
                number(
                        address,
                        options,
                        DEADLINE_MS,
                        DEADLINE_MS_DEFAULT,
                        DEADLINE_MS_MIN,
                        DEADLINE_MS_MAX);
        String file = options.remove(CLIENT_CONFIG);
        if (!options.isEmpty()) {
            throw wrong(address, "unknown options " + options.keySet());
        }
        return new KafkaLogAddress(
                servers,
                path.substring(1),
                replicationFactor,
                minInsyncReplicas,
                deadlineMs,
                file == null
                        ? Map.of()
                        : PropertiesFile.read(
                                "file of settings of Kafka's clients", Path.of(file)));
    }

    private static Map<String, String> options(URI address) {
        Map<String, String> options = new TreeMap<>();
        if (address.getQuery() == null) {
            return options;
        }
        for (String option : address.getQuery().split("&", -1)) {
            int at = option.indexOf('=');
            if (at < 1 || options.put(option.substring(0, at), option.substring(at + 1)) != null) {
                throw wrong(address, "option " + option);
            }
        }
        return options;
    }

    private static int number(
            URI address, Map<String, String> options, String name, int absent, int min, int max) {
        String text = options.remove(name);
        if (text == null) {
            return absent;
        }
        try {
            int value = Integer.parseInt(text);
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw wrong(address, name + " is not a number");
        }
        throw wrong(address, name + " is not within " + min + ".." + max);
    }

    private static WukongsException wrong(URI address, String reason) {
        return WukongsException.user(
                "not the address of a metadata log in Kafka: address="
                        + address
                        + " reason="
                        + reason);
    }

    /** Returns what all clients of this log have, to which each adds its own. */
    Map<String, Object> clientConfig() {
        Map<String, Object> config = new HashMap<>(client);
        config.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        config.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, deadlineMs);
        config.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, 1_000);
        return config;
    }

    /** Returns the same as {@link #clientConfig}, for clients whose calls wait for an answer. */
    Map<String, Object> waitingClientConfig() {
        Map<String, Object> config = clientConfig();
        config.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, deadlineMs);
        return config;
    }

    /** Returns the error of a call of Kafka that has failed. */
    WukongsException failure(String what, Throwable failure) {
        return KafkaFailures.wrap(what + ": topic=" + topic, bootstrapServers, failure);
    }
}
