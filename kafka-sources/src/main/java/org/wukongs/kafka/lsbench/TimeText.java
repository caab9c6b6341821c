package org.wukongs.kafka.lsbench;

import java.time.Instant;

/** Event times as xsd:dateTime terms; remembers the latest second. Not thread-safe. */
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
