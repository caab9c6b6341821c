package org.wukongs.kafka.lsbench;

import static org.wukongs.kafka.lsbench.LsbenchVocabulary.iri;

import java.util.Iterator;

/**
 * Writes the triples of likes: a recent item is liked by friends of its creator or of a tagged
 * user. Not thread-safe.
 */
final class LikeWriter {

    private static final String LIKE = iri(LsbenchVocabulary.SIB + "like");

    /** Share of photo likes by friends of a tagged user instead of the album's creator. */
    private static final int FRIEND_OF_TAGGED_PERCENT = 50;

    private final SocialGraph graph;
    private final Draws draws;
    private long number;

    private LikeWriter(LsbenchConfig config, SocialGraph graph) {
        this.graph = graph;
        this.draws = new Draws(config.seed());
    }

    static TupleSequence.ItemWriter ofPosts(
            LsbenchConfig config, SocialGraph graph, Iterator<Post> posts, StreamClock clock) {
        LikeWriter writer = new LikeWriter(config, graph);
        RecentItems<Post> recent = new RecentItems<>(posts, clock);
        return (timeMs, sink) -> writer.likePost(recent, timeMs, sink);
    }

    static TupleSequence.ItemWriter ofPhotos(
            LsbenchConfig config, SocialGraph graph, Iterator<Photo> photos, StreamClock clock) {
        LikeWriter writer = new LikeWriter(config, graph);
        RecentItems<Photo> recent = new RecentItems<>(photos, clock);
        return (timeMs, sink) -> writer.likePhoto(recent, timeMs, sink);
    }

    private void likePost(RecentItems<Post> recent, long timeMs, TripleSink sink) {
        draws.of(Draws.Domain.POST_LIKE, number++);
        Post post = recent.pick(timeMs, draws);
        add(graph.friend(post.creator(), draws), post.iri(), sink);
    }

    private void likePhoto(RecentItems<Photo> recent, long timeMs, TripleSink sink) {
        draws.of(Draws.Domain.PHOTO_LIKE, number++);
        Photo photo = recent.pick(timeMs, draws);
        int[] tagged = photo.taggedUsers();
        boolean ofTagged = tagged.length > 0 && draws.chance(FRIEND_OF_TAGGED_PERCENT);
        int known = ofTagged ? tagged[draws.below(tagged.length)] : photo.creator();
        add(graph.friend(known, draws), photo.iri(), sink);
    }

    private static void add(int user, String item, TripleSink sink) {
        sink.add(iri(LsbenchVocabulary.USER, user), LIKE, item);
    }
}
