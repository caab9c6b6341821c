package org.wukongs.kafka.producer;

import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/** Wraps Kafka's exceptions: a wrong name or address is a USER error, others are RETRIABLE. */
public final class KafkaErrors {

    private KafkaErrors() {}

    public static WukongsException wrap(String what, String bootstrapServers, Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        boolean user =
                root instanceof ConfigException
                        || root instanceof InvalidTopicException
                        || root instanceof InvalidConfigurationException;
        String reason = String.valueOf(root.getMessage()).replaceAll("\\s+", " ");
        return new WukongsException(
                user ? Category.USER : Category.RETRIABLE,
                what + ": bootstrap=" + bootstrapServers + " reason=" + reason,
                failure);
    }
}
