package org.wukongs.examples.lsbench;

import java.util.List;
import org.wukongs.client.ClientOptions;

/**
 * Settings of the LSBench job.
 *
 * @param kafka bootstrap servers
 * @param store store addresses
 * @param batchIntervalMs batch interval of all streams
 * @param queries C-SPARQL texts
 * @param resultTopic topic for window results, each an NDJSON line
 * @param deadLetterTopic topic for bad records
 * @param bounded whether to read what the topics hold now and then end
 * @param exactlyOnce whether consumers of the result topic that read committed records have each
 *     window once; they get windows with the job's checkpoints then
 * @param client how to connect to the store
 */
public record LsbenchJobConfig(
        String kafka,
        String store,
        long batchIntervalMs,
        List<String> queries,
        String resultTopic,
        String deadLetterTopic,
        boolean bounded,
        boolean exactlyOnce,
        ClientOptions client) {

    public static final String RESULT_TOPIC = "wukongs-results";
    public static final String DEAD_LETTER_TOPIC = "wukongs-dead-letters";

    public LsbenchJobConfig {
        queries = List.copyOf(queries);
    }

    /** Windows go to the result topic at once, and again after a failure. */
    public LsbenchJobConfig(
            String kafka,
            String store,
            long batchIntervalMs,
            List<String> queries,
            String resultTopic,
            String deadLetterTopic,
            boolean bounded) {
        this(
                kafka,
                store,
                batchIntervalMs,
                queries,
                resultTopic,
                deadLetterTopic,
                bounded,
                false,
                ClientOptions.DEFAULT);
    }
}
