package org.wukongs.kafka.lsbench;

import java.util.Set;
import org.wukongs.stream.StreamDefinition;

/** The five streams of LSBench. The Kafka topic of a stream is the last part of its IRI. */
public enum LsbenchStreams {
    PO("poststream"),
    PO_LIKE("likedpoststream"),
    PH("photostream"),
    PH_LIKE("likedphotostream"),
    GPS("gpsstream");

    private static final String IRI_PREFIX = "http://deri.org/";

    private final String topic;

    LsbenchStreams(String topic) {
        this.topic = topic;
    }

    public String topic() {
        return topic;
    }

    /** Name of the stream's tuple file in an LSBench folder or archive. */
    public String fileName() {
        return switch (this) {
            case PO -> "po.tsv";
            case PO_LIKE -> "po_like.tsv";
            case PH -> "ph.tsv";
            case PH_LIKE -> "ph_like.tsv";
            case GPS -> "gps.tsv";
        };
    }

    /** The stream's IRI, without brackets. */
    public String streamName() {
        return IRI_PREFIX + topic;
    }

    /**
     * IRIs of the predicates that only windows see. {@code latd} and {@code longd} are timing here
     * although the same predicates of photos and persons are timeless: timing is a property of
     * predicate and stream.
     */
    public Set<String> timingPredicates() {
        if (this != GPS) {
            return Set.of();
        }
        return Set.of(
                LsbenchVocabulary.SIB + "trackedAt",
                LsbenchVocabulary.SIB + "trackedTime",
                LsbenchVocabulary.SIB + "trackedLocation",
                LsbenchVocabulary.DBPPROP + "latd",
                LsbenchVocabulary.DBPPROP + "longd");
    }

    public StreamDefinition definition(long batchIntervalMs) {
        return new StreamDefinition(
                streamName(), batchIntervalMs, StreamDefinition.STORED, timingPredicates());
    }
}
