package org.wukongs.store.update;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.wukongs.csparql.Catalog;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.FixedCatalog;
import org.wukongs.csparql.QuadTemplate;
import org.wukongs.csparql.UpdateOperation;
import org.wukongs.csparql.UpdateOperation.Modify;
import org.wukongs.csparql.UpdateParser;
import org.wukongs.error.WukongsException;
import org.wukongs.store.plan.CompiledQuery;
import org.wukongs.store.plan.Lessons;
import org.wukongs.store.plan.QueryTexts;
import org.wukongs.store.text.AlikeText;
import org.wukongs.store.text.KnownTexts;
import org.wukongs.store.text.ParsedText;
import org.wukongs.store.text.TextCounts;
import org.wukongs.store.text.TextShape;

/**
 * Requests that differ from known ones in constants only, so that they need no parsing. Only
 * requests of changes by templates and data become known. Any thread.
 */
final class UpdateTexts {

    /** Updates look up no names: any graph may be named. */
    private static final Catalog NO_NAMES = FixedCatalog.ofNames(List.of(), List.of());

    private final Function<CsparqlQuery, CompiledQuery> compiler;
    private final Lessons lessons;
    private final KnownTexts<List<CompiledChange>> texts =
            new KnownTexts<>((text, catalog, kept) -> parsed(text, kept));

    UpdateTexts(Function<CsparqlQuery, CompiledQuery> compiler, Lessons lessons) {
        this.compiler = compiler;
        this.lessons = lessons;
    }

    /** Returns the changes of a text that is like a known one, else null. */
    List<CompiledChange> find(TextShape text) {
        AlikeText<List<CompiledChange>> alike = texts.find(text, NO_NAMES, 0);
        if (alike == null) {
            return null;
        }
        List<CompiledChange> changes = new ArrayList<>(alike.value().size());
        Iterator<String> terms = alike.constants().iterator();
        for (CompiledChange known : alike.value()) {
            changes.add(
                    new CompiledChange(
                            CompiledChange.replaced(known.deleted(), term -> terms.next()),
                            CompiledChange.replaced(known.inserted(), term -> terms.next()),
                            known.where() == null ? null : replaced(known.where(), terms),
                            known.dataset()));
        }
        return changes;
    }

    private static CompiledQuery replaced(CompiledQuery where, Iterator<String> terms) {
        List<String> own = new ArrayList<>();
        for (int i = where.plan().constants().size(); i > 0; i--) {
            own.add(terms.next());
        }
        return new CompiledQuery(where.query(), where.plan().withConstants(own));
    }

    /** Notes that a text was parsed. */
    void parsed(TextShape text, List<UpdateOperation> operations) {
        boolean ofChanges = operations.stream().allMatch(Modify.class::isInstance);
        lessons.parsed(texts, ofChanges ? text : null, NO_NAMES);
    }

    TextCounts counts() {
        return texts.counts();
    }

    private ParsedText<List<CompiledChange>> parsed(String text, boolean kept) {
        List<CompiledChange> changes = new ArrayList<>();
        List<String> constants = new ArrayList<>();
        Set<Integer> open = new HashSet<>();
        List<Object> rest = new ArrayList<>();
        for (UpdateOperation operation : UpdateParser.parse(text)) {
            if (!(operation instanceof Modify modify)) {
                throw WukongsException.user("no change by templates or data");
            }
            addAll(modify.deleted(), constants, open, rest);
            addAll(modify.inserted(), constants, open, rest);
            ParsedText<CompiledQuery> where =
                    modify.where() == null ? null : parsed(modify.where(), kept);
            if (where != null) {
                where.open().forEach(constant -> open.add(constants.size() + constant));
                constants.addAll(where.constants());
            }
            rest.add(Arrays.asList(where == null ? null : where.rest(), modify.dataset()));
            changes.add(CompiledChange.of(modify, query -> where.value()));
        }
        return new ParsedText<>(changes, null, constants, open, rest);
    }

    private ParsedText<CompiledQuery> parsed(CsparqlQuery where, boolean kept) {
        return kept ? QueryTexts.parsed(where, compiler) : QueryTexts.parsed(where);
    }

    private static void addAll(
            List<QuadTemplate> quads,
            List<String> constants,
            Set<Integer> open,
            List<Object> rest) {
        List<String> graphs = new ArrayList<>(); // null for the addressed one
        for (QuadTemplate quad : quads) {
            for (String term : List.of(quad.subject(), quad.predicate(), quad.object())) {
                open.add(constants.size());
                constants.add(term);
            }
            graphs.add(quad.graph());
        }
        rest.add(graphs);
    }
}
