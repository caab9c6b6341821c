package org.wukongs.store.template;

import java.util.HashMap;
import java.util.Map;
import org.wukongs.csparql.Catalog;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.store.plan.CompiledQuery;
import org.wukongs.store.plan.QueryTexts;
import org.wukongs.store.plan.VersionedNames;
import org.wukongs.store.text.AlikeText;
import org.wukongs.store.text.KnownTexts;
import org.wukongs.store.text.ParsedText;
import org.wukongs.store.text.TextShape;
import org.wukongs.store.text.TextSkeleton;

/**
 * Skeletons of registered texts, with which later texts that differ in their names and constants
 * only need no parsing. The thread that registers queries.
 */
public final class RegisteredTexts {

    /**
     * Different ways to write the texts of one template; learning one costs some dozens of parses.
     */
    private static final int LEARNED_MAX = 4;

    private final KnownTexts<CompiledQuery> texts = new KnownTexts<>(RegisteredTexts::parsed);
    private final Map<QueryTemplate, Integer> learned = new HashMap<>();

    /** A compiled query without its text, with the skeleton that knows the text. */
    public record Alike(CompiledQuery query, TextSkeleton<CompiledQuery> skeleton) {}

    /** The compiled query of a text that a skeleton matches; null if the text must be parsed. */
    public Alike find(String text, VersionedNames names) {
        TextShape shape = TextShape.of(text);
        AlikeText<CompiledQuery> alike =
                shape == null
                        ? null
                        : texts.find(shape, names.catalog(), names.version().getAsLong());
        return alike == null ? null : new Alike(QueryTexts.compiled(alike), alike.skeleton());
    }

    /** The text of a query that was {@link #find found}. */
    public static String text(TextSkeleton<CompiledQuery> skeleton, CompiledQuery query) {
        return skeleton.text(query.query().name(), query.plan().constants());
    }

    /**
     * What can be learned from a query's text that was parsed; null if there is nothing to learn.
     */
    public TextLesson lesson(TemplateSubscription subscription, String text) {
        QueryTemplate template = subscription.template();
        // Other texts like it are to be expected if the template has other queries already.
        boolean first = template.memberCount() == 1 && subscription.next() == null;
        boolean wanted = !first && learned.merge(template, 1, Integer::sum) <= LEARNED_MAX;
        return wanted ? new TextLesson(texts, text) : null;
    }

    /** Adds what was learned from a text. */
    public void add(TextSkeleton<CompiledQuery> skeleton) {
        texts.add(skeleton);
    }

    /** Forgets a template that has no more queries. */
    public void forget(QueryTemplate template) {
        learned.remove(template);
    }

    private static ParsedText<CompiledQuery> parsed(String text, Catalog catalog, boolean kept) {
        return QueryTexts.parsed(CsparqlParser.parse(text, catalog));
    }
}
