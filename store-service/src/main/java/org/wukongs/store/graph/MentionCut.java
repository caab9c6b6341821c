package org.wukongs.store.graph;

import java.util.function.Consumer;

/**
 * The mentions of a log at one moment. Another thread may read them as it reads the stored graphs:
 * what it has read counts if its snapshot is still there after that.
 */
public final class MentionCut {

    private final MentionCursor cursor; // stands at the first mention
    private final long count;

    MentionCut(MentionCursor cursor, long count) {
        this.cursor = cursor;
        this.count = count;
    }

    /** Hands on all mentions in order, each in the same object; can be called once. */
    public void forEach(Consumer<Mention> consumer) {
        for (long i = 0; i < count; i++) {
            if (i > 0) {
                cursor.next();
            }
            consumer.accept(cursor.mention());
        }
    }
}
