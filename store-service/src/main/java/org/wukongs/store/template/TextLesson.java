package org.wukongs.store.template;

import org.wukongs.csparql.Catalog;
import org.wukongs.store.execution.QueryGuard;
import org.wukongs.store.plan.CompiledQuery;

/** A registered text from which it can be learned how to do without parsing others. Any thread. */
public final class TextLesson {

    private final CompiledQuery query;

    public TextLesson(CompiledQuery query) {
        this.query = query;
    }

    /** A skeleton of texts. */
    public static final class Learned {

        private final QuerySkeleton skeleton;

        private Learned(QuerySkeleton skeleton) {
            this.skeleton = skeleton;
        }

        public QuerySkeleton skeleton() {
            return skeleton;
        }
    }

    /** Takes some dozens of parses; null where there is nothing to learn. */
    public Learned learn(Catalog catalog) {
        QuerySkeleton skeleton =
                QueryGuard.run(() -> SkeletonLearner.learn(query.query().text(), query, catalog));
        return skeleton == null ? null : new Learned(skeleton);
    }
}
