package org.wukongs.metadata.kafka;

import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/** Says of Kafka's exceptions who can act on them: what is set wrongly is a USER error. */
final class KafkaFailures {

    private KafkaFailures() {}

    static WukongsException wrap(String what, String bootstrapServers, Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return new WukongsException(
                isUser(root) ? Category.USER : Category.RETRIABLE,
                what + " bootstrap=" + bootstrapServers + " reason=" + reason(root),
                failure);
    }

    static String reason(Throwable failure) {
        return failure.getClass().getSimpleName()
                + ", "
                + String.valueOf(failure.getMessage()).replaceAll("\\s+", " ");
    }

    private static boolean isUser(Throwable failure) {
        return failure instanceof ConfigException
                || failure instanceof InvalidConfigurationException
                || failure instanceof InvalidReplicationFactorException
                || failure instanceof InvalidTopicException
                || failure instanceof PolicyViolationException
                || failure instanceof AuthorizationException
                || failure instanceof AuthenticationException;
    }
}
