package org.wukongs.kafka.lsbench;

import static org.wukongs.kafka.lsbench.LsbenchVocabulary.iri;
import static org.wukongs.kafka.lsbench.LsbenchVocabulary.literal;

import java.util.Iterator;

/** Writes the triples of posts and comments. Not thread-safe. */
final class PostWriter implements TupleSequence.ItemWriter {

    private static final String TYPE = iri(LsbenchVocabulary.RDF_TYPE);
    private static final String TITLE = iri(LsbenchVocabulary.DCTERMS + "title");
    private static final String CREATED = iri(LsbenchVocabulary.DC + "created");
    private static final String AGENT = iri(LsbenchVocabulary.SIB + "agent");
    private static final String BROWSER = iri(LsbenchVocabulary.SIB + "browser");
    private static final String IP_ADDRESS = iri(LsbenchVocabulary.SIOC + "ip_address");
    private static final String CONTENT = iri(LsbenchVocabulary.SIOC + "content");
    private static final String CONTAINER_OF = iri(LsbenchVocabulary.SIOC + "container_of");
    private static final String CREATOR_OF = iri(LsbenchVocabulary.SIOC + "creator_of");
    private static final String REPLY_OF = iri(LsbenchVocabulary.SIOC + "reply_of");
    private static final String HASHTAG = iri(LsbenchVocabulary.SIB + "hashtag");
    private static final String POST_CLASS = iri(LsbenchVocabulary.SIB + "Post");
    private static final String SIOC_POST_CLASS = iri(LsbenchVocabulary.SIOC + "Post");
    private static final String COMMENT_CLASS = iri(LsbenchVocabulary.SIB + "Comment");
    private static final String SIOC_ITEM_CLASS = iri(LsbenchVocabulary.SIOC + "Item");

    private final Iterator<Post> posts;
    private final Draws draws;
    private final TimeText times = new TimeText();

    PostWriter(LsbenchConfig config, Iterator<Post> posts) {
        this.posts = posts;
        this.draws = new Draws(config.seed());
    }

    @Override
    public void writeNext(long itemTimeMs, TripleSink sink) {
        Post post = posts.next();
        if (post.isComment()) {
            writeComment(post, itemTimeMs, sink);
        } else {
            writePost(post, itemTimeMs, sink);
        }
    }

    private void writePost(Post post, long timeMs, TripleSink sink) {
        String iri = post.iri();
        String content = content(post);
        sink.add(iri, TYPE, POST_CLASS);
        sink.add(iri, TYPE, SIOC_POST_CLASS);
        sink.add(iri, TITLE, literal(content.substring(0, content.indexOf(' '))));
        sink.add(iri, CREATED, times.term(timeMs));
        writeOrigin(post, iri, sink);
        sink.add(iri, CONTENT, literal(content));
        sink.add(iri(LsbenchVocabulary.FORUM, post.forum()), CONTAINER_OF, iri);
        sink.add(iri(LsbenchVocabulary.USER, post.creator()), CREATOR_OF, iri);
        for (int tag : post.hashtags()) {
            sink.add(iri, HASHTAG, literal(Words.tag(tag)));
        }
    }

    private void writeComment(Post comment, long timeMs, TripleSink sink) {
        String iri = comment.iri();
        String replied = iri(LsbenchVocabulary.POST, comment.repliedPost() + 1);
        sink.add(iri, TYPE, COMMENT_CLASS);
        sink.add(iri, TYPE, SIOC_ITEM_CLASS);
        sink.add(iri, CREATED, times.term(timeMs));
        sink.add(iri, REPLY_OF, replied);
        writeOrigin(comment, iri, sink);
        sink.add(iri, CONTENT, literal(content(comment)));
        sink.add(replied, CONTAINER_OF, iri);
        sink.add(iri(LsbenchVocabulary.USER, comment.creator()), CREATOR_OF, iri);
    }

    private void writeOrigin(Post post, String iri, TripleSink sink) {
        Profile creator = Profile.of(draws, post.creator());
        if (post.hasAgent()) {
            sink.add(iri, AGENT, literal(creator.agent()));
        }
        sink.add(iri, BROWSER, literal(creator.browser()));
        sink.add(iri, IP_ADDRESS, literal(creator.ipAddress()));
    }

    private String content(Post post) {
        draws.of(Draws.Domain.CONTENT, post.number());
        return Words.sentence(draws, post.wordCount());
    }
}
