package org.wukongs.store.template;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.csparql.Catalog;
import org.wukongs.store.plan.CompiledQuery;

/**
 * Skeletons of registered texts, with which later texts that differ in constants only need no
 * parsing. The thread that registers queries.
 */
public final class KnownTexts {

    /** All may be tried before a text is parsed, and must cost far less than parsing. */
    static final int SKELETON_COUNT_MAX = 64;

    /**
     * Different ways to write the texts of one template; learning one costs some dozens of parses.
     */
    private static final int LEARNED_MAX = 4;

    private final List<QuerySkeleton> skeletons =
            new ArrayList<>(); // the one that matched last comes first
    private final Map<QueryTemplate, Integer> learned = new HashMap<>();

    /** A compiled query without its text, with the skeleton that knows the text. */
    public record Alike(CompiledQuery query, QuerySkeleton skeleton) {

        String text() {
            return skeleton.text(query);
        }
    }

    /** The compiled query of a text that a skeleton matches; null if the text must be parsed. */
    public Alike find(String text, Catalog catalog) {
        for (int i = 0; i < skeletons.size(); i++) {
            QuerySkeleton skeleton = skeletons.get(i);
            String[] fills = skeleton.fills(text);
            if (fills != null && skeleton.isStale(catalog)) {
                skeletons.remove(i);
                learned.clear();
                return null;
            }
            if (fills != null) {
                Collections.swap(skeletons, i, 0);
                return new Alike(skeleton.compile(fills), skeleton);
            }
        }
        return null;
    }

    /**
     * Whether to learn from a parsed text, which is so if its template has other queries already.
     */
    public boolean wants(TemplateSubscription subscription) {
        QueryTemplate template = subscription.template();
        boolean first = template.memberCount() == 1 && subscription.next() == null;
        return !first && learned.merge(template, 1, Integer::sum) <= LEARNED_MAX;
    }

    /** Adds what was learned from a text. */
    public void add(QuerySkeleton skeleton) {
        skeletons.add(0, skeleton);
        if (skeletons.size() > SKELETON_COUNT_MAX) {
            skeletons.remove(SKELETON_COUNT_MAX);
        }
    }

    /** Forgets a template that has no more queries. */
    public void forget(QueryTemplate template) {
        learned.remove(template);
    }
}
