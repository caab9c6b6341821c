package org.wukongs.kafka.lsbench;

/**
 * A post, or a comment on one.
 *
 * @param forum number of the creator's forum that holds it
 * @param repliedPost number of the post that a comment answers, −1 for a post
 */
record Post(
        long number,
        int creator,
        long forum,
        long repliedPost,
        boolean hasAgent,
        int[] hashtags,
        int wordCount)
        implements Item {

    /** Two types, created, browser, address, content, container, creator. */
    private static final int COMMON_TUPLES = 8;

    boolean isComment() {
        return repliedPost >= 0;
    }

    String iri() {
        return LsbenchVocabulary.iri(
                isComment() ? LsbenchVocabulary.COMMENT : LsbenchVocabulary.POST, number + 1);
    }

    @Override
    public boolean likeable() {
        return !isComment();
    }

    /** In addition, a post has a title and hashtags, a comment the post that it answers. */
    @Override
    public int tupleCount() {
        return COMMON_TUPLES + (hasAgent ? 1 : 0) + 1 + (isComment() ? 0 : hashtags.length);
    }
}
