package org.wukongs.kafka.lsbench;

import java.util.Iterator;

/** Endless iterator of photos, album by album; all instances give the same. Not thread-safe. */
final class Photos implements Iterator<Photo> {

    private static final int ALBUM_PHOTOS_MIN = 4;
    private static final int ALBUM_PHOTOS_MAX = 34;
    private static final int AGENT_PERCENT = 40;

    /** A photo has 0 to this many tags, 4.5 on average, if the creator has so many friends. */
    private static final int TAGS_MAX = 9;

    private final SocialGraph graph;
    private final Draws draws;
    private long album = -1;
    private long number;
    private int creator;
    private int leftInAlbum;

    Photos(LsbenchConfig config, SocialGraph graph) {
        this.graph = graph;
        this.draws = new Draws(config.seed());
    }

    @Override
    public boolean hasNext() {
        return true;
    }

    @Override
    public Photo next() {
        boolean opensAlbum = leftInAlbum == 0;
        if (opensAlbum) {
            album++;
            draws.of(Draws.Domain.ALBUM, album);
            creator = graph.activeUser(draws);
            leftInAlbum = ALBUM_PHOTOS_MIN + draws.below(ALBUM_PHOTOS_MAX - ALBUM_PHOTOS_MIN + 1);
        }
        draws.of(Draws.Domain.PHOTO, number);
        boolean hasAgent = draws.chance(AGENT_PERCENT);
        Photo photo = new Photo(number, album, opensAlbum, creator, hasAgent, taggedUsers());
        number++;
        leftInAlbum--;
        return photo;
    }

    private int[] taggedUsers() {
        int[] friends = graph.friends(creator);
        int[] tagged = new int[Math.min(friends.length, draws.below(TAGS_MAX + 1))];
        int first = draws.below(friends.length);
        for (int i = 0; i < tagged.length; i++) {
            tagged[i] = friends[(first + i) % friends.length];
        }
        return tagged;
    }
}
