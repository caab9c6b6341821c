package org.wukongs.kafka.lsbench;

import static org.wukongs.kafka.lsbench.LsbenchVocabulary.iri;
import static org.wukongs.kafka.lsbench.LsbenchVocabulary.literal;
import static org.wukongs.kafka.lsbench.LsbenchVocabulary.typed;

/** Writes the triples of positions: active users move around home. Not thread-safe. */
final class GpsWriter implements TupleSequence.ItemWriter {

    private static final String TRACKED_AT = iri(LsbenchVocabulary.SIB + "trackedAt");
    private static final String LATITUDE = iri(LsbenchVocabulary.DBPPROP + "latd");
    private static final String LONGITUDE = iri(LsbenchVocabulary.DBPPROP + "longd");
    private static final String TRACKED_TIME = iri(LsbenchVocabulary.SIB + "trackedTime");
    private static final String TRACKED_LOCATION = iri(LsbenchVocabulary.SIB + "trackedLocation");

    private final SocialGraph graph;
    private final Draws draws;
    private final TimeText times = new TimeText();
    private long number;

    GpsWriter(LsbenchConfig config, SocialGraph graph) {
        this.graph = graph;
        this.draws = new Draws(config.seed());
    }

    @Override
    public void writeNext(long itemTimeMs, TripleSink sink) {
        draws.of(Draws.Domain.GPS, number);
        int user = graph.activeUser(draws);
        double north = draws.fraction() / 100;
        double east = draws.fraction() / 100;
        Profile home = Profile.of(draws, user);
        String position = iri(LsbenchVocabulary.GPS, ++number);
        sink.add(iri(LsbenchVocabulary.USER, user), TRACKED_AT, position);
        sink.add(position, LATITUDE, typed(Double.toString(home.latitude() + north), "double"));
        sink.add(position, LONGITUDE, typed(Double.toString(home.longitude() + east), "double"));
        sink.add(position, TRACKED_TIME, times.term(itemTimeMs));
        sink.add(position, TRACKED_LOCATION, literal(home.country().label()));
    }
}
