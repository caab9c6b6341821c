package org.wukongs.store.template;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.csparql.Catalog;
import org.wukongs.store.plan.CompiledQuery;

/**
 * Skeletons of texts that were registered, so that the next ones that differ in constants only are
 * not parsed. The thread that registers queries.
 */
public final class KnownTexts {

    /** Each may be tried before a text is parsed, which is to stay far cheaper than parsing. */
    static final int SKELETON_COUNT_MAX = 64;

    /** Texts of one template that are written in other ways; each costs some dozens of parses. */
    private static final int LEARNED_MAX = 4;

    private final List<QuerySkeleton> skeletons =
            new ArrayList<>(); // the last one found is the first
    private final Map<QueryTemplate, Integer> learned = new HashMap<>();

    /** A query without its text, which its skeleton knows. */
    public record Alike(CompiledQuery query, QuerySkeleton skeleton) {

        String text() {
            return skeleton.text(query);
        }
    }

    /** What a text is compiled to; null where it has to be parsed. */
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

    /** Whether to learn from a text that was parsed: its template has other queries already. */
    public boolean wants(TemplateSubscription subscription) {
        QueryTemplate template = subscription.template();
        boolean first = template.memberCount() == 1 && subscription.next() == null;
        return !first && learned.merge(template, 1, Integer::sum) <= LEARNED_MAX;
    }

    /** What was learned from a text. */
    public void add(QuerySkeleton skeleton) {
        skeletons.add(0, skeleton);
        if (skeletons.size() > SKELETON_COUNT_MAX) {
            skeletons.remove(SKELETON_COUNT_MAX);
        }
    }

    /** A template that has no queries any more. */
    public void forget(QueryTemplate template) {
        learned.remove(template);
    }
}
