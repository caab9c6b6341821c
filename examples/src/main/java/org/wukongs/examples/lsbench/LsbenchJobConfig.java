package org.wukongs.examples.lsbench;

import java.util.List;

/**
 * What the LSBench job connects.
 *
 * @param kafka bootstrap servers
 * @param store store addresses
 * @param batchIntervalMs batch interval of all streams
 * @param queries C-SPARQL texts
 * @param resultTopic where window results go, one NDJSON line each
 * @param deadLetterTopic where bad records go
 * @param bounded read what the topics hold now and end
 */
public record LsbenchJobConfig(
        String kafka,
        String store,
        long batchIntervalMs,
        List<String> queries,
        String resultTopic,
        String deadLetterTopic,
        boolean bounded) {

    public static final String RESULT_TOPIC = "wukongs-results";
    public static final String DEAD_LETTER_TOPIC = "wukongs-dead-letters";

    public LsbenchJobConfig {
        queries = List.copyOf(queries);
    }
}
