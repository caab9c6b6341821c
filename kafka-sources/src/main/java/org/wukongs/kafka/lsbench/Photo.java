package org.wukongs.kafka.lsbench;

/**
 * A photo in an album.
 *
 * @param opensAlbum true for an album's first photo, with which the album's triples come
 * @param taggedUsers friends of the album's creator, all different
 */
record Photo(
        long number,
        long album,
        boolean opensAlbum,
        int creator,
        boolean hasAgent,
        int[] taggedUsers)
        implements Item {

    static final int ALBUM_TUPLES = 4;

    /** Two types, location, latitude, longitude, browser, address, created, container. */
    private static final int PHOTO_TUPLES = 9;

    String iri() {
        return LsbenchVocabulary.iri(LsbenchVocabulary.PHOTO, number + 1);
    }

    @Override
    public boolean likeable() {
        return true;
    }

    @Override
    public int tupleCount() {
        int album = opensAlbum ? ALBUM_TUPLES : 0;
        return album + PHOTO_TUPLES + (hasAgent ? 1 : 0) + taggedUsers.length;
    }
}
