package org.wukongs.kafka.testing;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.wukongs.kafka.broker.EmbeddedKafka;
import org.wukongs.kafka.producer.KafkaTopics;

/** One broker for all tests of a JVM: its first start takes longer than most of them. */
public final class SharedKafka {

    private static final AtomicInteger TOPICS = new AtomicInteger();

    private SharedKafka() {}

    public static String bootstrapServers() {
        return Holder.KAFKA.bootstrapServers();
    }

    /** A topic of one partition that nobody else has. */
    public static String newTopic(String name) {
        String topic = name + "-" + TOPICS.incrementAndGet();
        KafkaTopics.create(bootstrapServers(), List.of(topic), 1);
        return topic;
    }

    private static final class Holder {
        private static final EmbeddedKafka KAFKA = start();

        private static EmbeddedKafka start() {
            EmbeddedKafka kafka = EmbeddedKafka.start();
            Runtime.getRuntime().addShutdownHook(new Thread(kafka::close, "stop-kafka"));
            return kafka;
        }
    }
}
