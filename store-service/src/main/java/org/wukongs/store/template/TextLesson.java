package org.wukongs.store.template;

import org.wukongs.csparql.Catalog;
import org.wukongs.store.execution.QueryGuard;
import org.wukongs.store.plan.CompiledQuery;

/**
 * A registered text from which a store can learn to register similar texts without parsing. Any
 * thread.
 */
public final class TextLesson {

    private final CompiledQuery query;

    public TextLesson(CompiledQuery query) {
        this.query = query;
    }

    /** A skeleton learned from a text. */
    public static final class Learned {

        private final QuerySkeleton skeleton;

        private Learned(QuerySkeleton skeleton) {
            this.skeleton = skeleton;
        }

        public QuerySkeleton skeleton() {
            return skeleton;
        }
    }

    /** Learns, by some dozens of parses; null if there is nothing to learn. */
    public Learned learn(Catalog catalog) {
        QuerySkeleton skeleton =
                QueryGuard.run(() -> SkeletonLearner.learn(query.query().text(), query, catalog));
        return skeleton == null ? null : new Learned(skeleton);
    }
}
