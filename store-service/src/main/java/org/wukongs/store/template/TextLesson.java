package org.wukongs.store.template;

import org.wukongs.csparql.Catalog;
import org.wukongs.store.execution.QueryGuard;
import org.wukongs.store.plan.CompiledQuery;
import org.wukongs.store.text.KnownTexts;
import org.wukongs.store.text.TextShape;
import org.wukongs.store.text.TextSkeleton;

/**
 * A registered text from which a store can learn to register similar texts without parsing. Any
 * thread.
 */
public final class TextLesson {

    private final KnownTexts<CompiledQuery> texts;
    private final String text;

    TextLesson(KnownTexts<CompiledQuery> texts, String text) {
        this.texts = texts;
        this.text = text;
    }

    /** Learns, by some dozens of parses; null if there is nothing to learn. */
    public TextSkeleton<CompiledQuery> learn(Catalog catalog) {
        TextShape shape = TextShape.of(text);
        TextSkeleton<CompiledQuery> skeleton =
                shape == null ? null : QueryGuard.run(() -> texts.skeleton(shape, catalog));
        return skeleton != null && skeleton.hasName() ? skeleton : null;
    }
}
