package org.wukongs.kafka.lsbench;

import static org.wukongs.kafka.lsbench.LsbenchVocabulary.iri;
import static org.wukongs.kafka.lsbench.LsbenchVocabulary.literal;
import static org.wukongs.kafka.lsbench.LsbenchVocabulary.typed;

import java.util.Iterator;

/** Writes the triples of albums and photos. Not thread-safe. */
final class PhotoWriter implements TupleSequence.ItemWriter {

    private static final String TYPE = iri(LsbenchVocabulary.RDF_TYPE);
    private static final String TITLE = iri(LsbenchVocabulary.DCTERMS + "title");
    private static final String CREATED = iri(LsbenchVocabulary.DC + "created");
    private static final String AGENT = iri(LsbenchVocabulary.SIB + "agent");
    private static final String BROWSER = iri(LsbenchVocabulary.SIB + "browser");
    private static final String IP_ADDRESS = iri(LsbenchVocabulary.SIOC + "ip_address");
    private static final String CONTAINER_OF = iri(LsbenchVocabulary.SIOC + "container_of");
    private static final String CREATOR_OF = iri(LsbenchVocabulary.SIOC + "creator_of");
    private static final String LOCATION = iri(LsbenchVocabulary.DBPOWL + "location");
    private static final String LATITUDE = iri(LsbenchVocabulary.DBPPROP + "latd");
    private static final String LONGITUDE = iri(LsbenchVocabulary.DBPPROP + "longd");
    private static final String USERTAG = iri(LsbenchVocabulary.SIB + "usertag");
    private static final String ALBUM_CLASS = iri(LsbenchVocabulary.SIOC_TYPE + "ImageGallery");
    private static final String PHOTO_CLASS = iri(LsbenchVocabulary.SIB + "Photo");
    private static final String SIOC_ITEM_CLASS = iri(LsbenchVocabulary.SIOC + "Item");

    private final Iterator<Photo> photos;
    private final Draws draws;
    private final TimeText times = new TimeText();

    PhotoWriter(LsbenchConfig config, Iterator<Photo> photos) {
        this.photos = photos;
        this.draws = new Draws(config.seed());
    }

    @Override
    public void writeNext(long itemTimeMs, TripleSink sink) {
        Photo photo = photos.next();
        Profile creator = Profile.of(draws, photo.creator());
        String album = iri(LsbenchVocabulary.ALBUM, photo.album() + 1);
        String iri = photo.iri();
        if (photo.opensAlbum()) {
            sink.add(album, TYPE, ALBUM_CLASS);
            sink.add(album, TITLE, literal("Album " + creator.country().label()));
            sink.add(album, CREATED, times.term(itemTimeMs));
            sink.add(iri(LsbenchVocabulary.USER, photo.creator()), CREATOR_OF, album);
        }
        sink.add(iri, TYPE, PHOTO_CLASS);
        sink.add(iri, TYPE, SIOC_ITEM_CLASS);
        sink.add(iri, LOCATION, literal(creator.country().label()));
        sink.add(iri, LATITUDE, typed(Double.toString(creator.latitude()), "double"));
        sink.add(iri, LONGITUDE, typed(Double.toString(creator.longitude()), "double"));
        if (photo.hasAgent()) {
            sink.add(iri, AGENT, literal(creator.agent()));
        }
        sink.add(iri, BROWSER, literal(creator.browser()));
        sink.add(iri, IP_ADDRESS, literal(creator.ipAddress()));
        sink.add(iri, CREATED, times.term(itemTimeMs));
        sink.add(album, CONTAINER_OF, iri);
        for (int tagged : photo.taggedUsers()) {
            sink.add(iri, USERTAG, iri(LsbenchVocabulary.USER, tagged));
        }
    }
}
