package org.wukongs.examples.lsbench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.AsyncDataStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;
import org.wukongs.flink.lookup.OneShotLookup;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.kafka.lsbench.LsbenchVocabulary;
import org.wukongs.kafka.rdf.DeadLetterSplit;
import org.wukongs.stream.Tuple;

/**
 * Job that enriches likes from Kafka with what the stored social network knows about the user: the
 * same as {@code enrichment.sql}, with one lookup instead of two.
 */
public final class EnrichmentJob {

    private static final String LIKE = "<" + LsbenchVocabulary.SIB + "like>";

    /** Every account belongs to a person; a status is optional. */
    private static final String QUERY =
            """
            PREFIX sioc: <http://rdfs.org/sioc/ns#>
            PREFIX sib: <http://www.ins.cwi.nl/sib/vocabulary/>
            SELECT ?person ?status
            WHERE { ?user sioc:account_of ?person OPTIONAL { ?user sib:status ?status } }
            """;

    /** Rows of ten thousand users; a status may be ten seconds old. */
    private static final long CACHED_ROWS_MAX = 10_000;

    private static final Duration CACHED = Duration.ofSeconds(10);

    /** Longer than a restart of the store. */
    private static final long TIMEOUT_MINUTES = 2;

    private static final int UNDER_WAY_MAX = 1_000;

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private EnrichmentJob() {}

    /** Adds the job; it does not use the queries and the batch interval of {@code config}. */
    public static void addTo(StreamExecutionEnvironment env, LsbenchJobConfig config) {
        SingleOutputStreamOperator<Tuple> tuples =
                LsbenchJob.tuples(env, LsbenchStreams.PO_LIKE, config);
        DataStream<Tuple> likes = tuples.filter(tuple -> tuple.predicate().equals(LIKE));
        AsyncDataStream.unorderedWait(
                        likes,
                        lookup(config.store()),
                        TIMEOUT_MINUTES,
                        TimeUnit.MINUTES,
                        UNDER_WAY_MAX)
                .name("who likes")
                .sinkTo(LsbenchJob.resultSink(config))
                .name("enriched likes");
        tuples.getSideOutput(DeadLetterSplit.BAD_RECORDS)
                .sinkTo(LsbenchJob.deadLetterSink(config))
                .name("dead letters");
    }

    private static OneShotLookup<Tuple, String> lookup(String store) {
        return OneShotLookup.<Tuple, String>builder()
                .setStoreAddresses(store)
                .setQuery(QUERY)
                .setParameter("user", Tuple::subject)
                .setOutput(EnrichmentJob::emit, Types.STRING)
                .setCache(CACHED_ROWS_MAX, CACHED)
                .build();
    }

    private static void emit(Tuple like, List<String[]> rows, Collector<String> out) {
        for (String[] row : rows) {
            ObjectNode line = MAPPER.createObjectNode();
            line.put("user", like.subject());
            line.put("post", like.object());
            line.put("person", row[0]);
            line.put("status", row[1]);
            out.collect(line.toString());
        }
    }
}
