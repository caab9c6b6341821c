package org.wukongs.e2e;

import java.util.List;
import java.util.stream.Stream;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.kafka.producer.KafkaTopics;
import org.wukongs.stream.Tuple;

/** The streams of a {@link LsbenchCase} in topics of their own, written part by part. */
final class LsbenchTopics {

    private final String kafka;
    private final String prefix;
    private final int partitions;
    private final LsbenchCase lsbench;

    /** Creates the topics; {@code prefix} is before the names that the streams' topics have. */
    LsbenchTopics(String kafka, String prefix, int partitions, LsbenchCase lsbench) {
        this.kafka = kafka;
        this.prefix = prefix;
        this.partitions = partitions;
        this.lsbench = lsbench;
        KafkaTopics.create(
                kafka,
                Stream.of(LsbenchStreams.values()).map(each -> prefix + each.topic()).toList(),
                partitions);
    }

    void write(long fromMs, long untilMs) throws Exception {
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            write(stream, lsbench.between(stream, fromMs, untilMs));
        }
    }

    /** To the end, and behind it in each partition what closes the last batch. */
    void writeRest(long fromMs) throws Exception {
        write(fromMs, LsbenchCase.END_MS);
        Tuple behind = new Tuple(LsbenchCase.END_MS + 1, "<urn:a>", "<urn:b>", "<urn:c>");
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            write(stream, Stream.generate(() -> behind).limit(partitions).toList());
        }
    }

    private void write(LsbenchStreams stream, List<Tuple> tuples) throws Exception {
        Topics.write(kafka, prefix + stream.topic(), partitions, tuples);
    }
}
