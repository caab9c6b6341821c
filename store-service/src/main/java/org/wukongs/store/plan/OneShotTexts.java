package org.wukongs.store.plan;

import org.wukongs.csparql.Catalog;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.store.algebra.PatternPlans;
import org.wukongs.store.text.AlikeText;
import org.wukongs.store.text.KnownTexts;
import org.wukongs.store.text.ParsedText;
import org.wukongs.store.text.TextCounts;
import org.wukongs.store.text.TextShape;

/** Compiles the texts of one-shot queries, those like known ones without parsing. Any thread. */
final class OneShotTexts {

    private final VersionedNames names;
    private final PatternPlans plans;
    private final Lessons lessons;
    private final KnownTexts<CompiledQuery> own =
            new KnownTexts<>((text, catalog, kept) -> parsed(text, catalog, true, kept));
    // of requests that name a dataset: then any name is right in the text
    private final KnownTexts<CompiledQuery> requested =
            new KnownTexts<>((text, catalog, kept) -> parsed(text, catalog, false, kept));

    OneShotTexts(VersionedNames names, PatternPlans plans, Lessons lessons) {
        this.names = names;
        this.plans = plans;
        this.lessons = lessons;
    }

    /** Compiles a text; with {@code lookUp}, the graphs that it names must exist. */
    CompiledQuery compiled(String text, boolean lookUp) {
        KnownTexts<CompiledQuery> texts = lookUp ? own : requested;
        TextShape shape = TextShape.of(text);
        long version = names.version().getAsLong();
        AlikeText<CompiledQuery> alike =
                shape == null ? null : texts.find(shape, names.catalog(), version);
        if (alike != null) {
            return QueryTexts.compiled(alike);
        }
        CompiledQuery compiled =
                QueryCompiler.compile(parsed(text, names.catalog(), lookUp), plans);
        lessons.parsed(texts, shape, names.catalog());
        return compiled;
    }

    private static CsparqlQuery parsed(String text, Catalog catalog, boolean lookUp) {
        CsparqlQuery query =
                lookUp ? CsparqlParser.parse(text, catalog) : CsparqlParser.parse(text);
        OneShotEngine.checkOneShot(query);
        return query;
    }

    private ParsedText<CompiledQuery> parsed(
            String text, Catalog catalog, boolean lookUp, boolean kept) {
        CsparqlQuery query = parsed(text, catalog, lookUp);
        return kept
                ? QueryTexts.parsed(query, q -> QueryCompiler.compile(q, plans))
                : QueryTexts.parsed(query);
    }

    TextCounts counts() {
        return own.counts().plus(requested.counts());
    }
}
