package org.wukongs.kafka.lsbench;

import java.time.Instant;

/** Converts event times to xsd:dateTime terms; caches the last second. Not thread-safe. */
final class TimeText {

    private long second = Long.MIN_VALUE;
    private String term = "";

    String term(long timeMs) {
        long wanted = Math.floorDiv(timeMs, 1000);
        if (wanted != second) {
            second = wanted;
            term = LsbenchVocabulary.typed(Instant.ofEpochSecond(wanted).toString(), "dateTime");
        }
        return term;
    }
}
