package org.wukongs.kafka.lsbench;

import java.util.Iterator;
import java.util.stream.Stream;

/** Posts by number, a pure function of the seed. Not thread-safe. */
final class Posts {

    /** Distinct hashtags; a few of them make up most uses. */
    static final int TAG_COUNT = 2000;

    private static final int[] NO_TAGS = {};
    private static final int COMMENT_PERCENT = 4;
    private static final int AGENT_PERCENT = 40;
    private static final int TAGS_MAX = 5;
    private static final int INTERESTS = 6;
    private static final int REPLY_DISTANCE_MAX = 20;

    private final SocialGraph graph;
    private final Draws draws;
    private final Zipf tags = new Zipf(TAG_COUNT, 0.9);

    Posts(LsbenchConfig config, SocialGraph graph) {
        this.graph = graph;
        this.draws = new Draws(config.seed());
    }

    Iterator<Post> all() {
        return Stream.iterate(0L, number -> number + 1).map(this::post).iterator();
    }

    Post post(long number) {
        draws.of(Draws.Domain.POST, number);
        boolean comment = isComment(number, draws);
        int distance = 1 + draws.below(REPLY_DISTANCE_MAX);
        boolean hasAgent = draws.chance(AGENT_PERCENT);
        int wordCount = 3 + draws.below(10);
        int creator = graph.activeUser(draws);
        long forum = graph.forum(creator, draws.below(graph.forumCount(creator)));
        if (!comment) {
            return new Post(number, creator, forum, -1, hasAgent, hashtags(creator), wordCount);
        }
        int friendIndex = draws.below(Integer.MAX_VALUE);
        Post replied = post(repliedPost(number, distance));
        int[] friends = graph.friends(replied.creator());
        int friend = friends[friendIndex % friends.length];
        return new Post(
                number, friend, replied.forum(), replied.number(), hasAgent, NO_TAGS, wordCount);
    }

    /** The number of the hashtag that is interest number {@code interest} of {@code user}. */
    static int interest(int user, int interest) {
        return Math.floorMod(user * 31 + interest * 577, TAG_COUNT);
    }

    /** One of the creator's interests first, then popular hashtags; all different. */
    private int[] hashtags(int creator) {
        int[] hashtags = new int[1 + draws.below(TAGS_MAX)];
        hashtags[0] = interest(creator, draws.below(INTERESTS));
        for (int i = 1; i < hashtags.length; i++) {
            int tag = tags.rank(draws);
            while (contains(hashtags, i, tag)) {
                tag = (tag + 1) % TAG_COUNT;
            }
            hashtags[i] = tag;
        }
        return hashtags;
    }

    private static boolean contains(int[] values, int length, int value) {
        for (int i = 0; i < length; i++) {
            if (values[i] == value) {
                return true;
            }
        }
        return false;
    }

    /**
     * The latest post (not comment) at or before {@code number - distance}; number 0 is always a
     * post.
     */
    private long repliedPost(long number, int distance) {
        long candidate = Math.max(0, number - distance);
        while (isComment(candidate, draws.of(Draws.Domain.POST, candidate))) {
            candidate--;
        }
        return candidate;
    }

    private static boolean isComment(long number, Draws ofNumber) {
        return ofNumber.chance(COMMENT_PERCENT) && number > 0;
    }
}
