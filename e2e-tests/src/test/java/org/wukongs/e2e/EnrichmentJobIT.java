package org.wukongs.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.wukongs.client.StoreClient;
import org.wukongs.examples.demo.StoreProcess;
import org.wukongs.examples.demo.StoredData;
import org.wukongs.examples.lsbench.EnrichmentJob;
import org.wukongs.examples.lsbench.LsbenchJobConfig;
import org.wukongs.kafka.broker.EmbeddedKafka;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.kafka.producer.KafkaTopics;
import org.wukongs.naive.Seeds;

/**
 * The example that enriches likes by lookups, with a bad record among them: every like has what a
 * naive evaluator knows of its user.
 */
class EnrichmentJobIT {

    @Test
    void everyLikeSaysWhoLikes() throws Exception {
        LsbenchCase lsbench = new LsbenchCase(Seeds.seed(EnrichmentJobIT.class));
        try (EmbeddedKafka kafka = EmbeddedKafka.start();
                StoreProcess store = StoreProcess.start(0);
                StoreClient client =
                        StoreClient.connect(List.of(store.address()), Duration.ofSeconds(10))) {
            String servers = kafka.bootstrapServers();
            String likes = LsbenchStreams.PO_LIKE.topic();
            KafkaTopics.create(
                    servers,
                    List.of(
                            likes,
                            LsbenchJobConfig.RESULT_TOPIC,
                            LsbenchJobConfig.DEAD_LETTER_TOPIC),
                    1);
            Topics.write(servers, likes, LsbenchCase.START_MS, "no triple".getBytes(UTF_8));
            Topics.write(
                    servers,
                    likes,
                    1,
                    lsbench.between(
                            LsbenchStreams.PO_LIKE, LsbenchCase.START_MS, LsbenchCase.END_MS));
            StoredData.load(lsbench.generator(), client);

            StreamExecutionEnvironment env = Environments.local();
            EnrichmentJob.addTo(
                    env,
                    new LsbenchJobConfig(
                            servers,
                            store.address().toString(),
                            LsbenchCase.BATCH_INTERVAL_MS,
                            List.of(),
                            LsbenchJobConfig.RESULT_TOPIC,
                            LsbenchJobConfig.DEAD_LETTER_TOPIC,
                            true));
            env.execute("enrichment");

            List<String> found =
                    Topics.read(servers, LsbenchJobConfig.RESULT_TOPIC).stream()
                            .map(record -> LsbenchCase.enrichedLike(LsbenchCase.parse(record)))
                            .toList();
            assertThat(found)
                    .isNotEmpty()
                    .containsExactlyInAnyOrderElementsOf(lsbench.enrichedLikes());
            assertThat(Topics.read(servers, LsbenchJobConfig.DEAD_LETTER_TOPIC)).hasSize(1);
        }
    }
}
