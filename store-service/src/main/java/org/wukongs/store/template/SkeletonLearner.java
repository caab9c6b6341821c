package org.wukongs.store.template;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.wukongs.csparql.Catalog;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.error.WukongsException;
import org.wukongs.store.algebra.SinglePattern;
import org.wukongs.store.execution.QueryGuard;
import org.wukongs.store.explore.Selection;
import org.wukongs.store.plan.CompiledQuery;
import org.wukongs.store.plan.QueryCompiler;

/**
 * Finds by trying which parts of a text are its name and its constants. It replaces each candidate
 * by a word that does not occur in the text, and parses and compiles the changed text. If only the
 * name, or one constant outside of the template (perhaps in several patterns), differs, and by that
 * word, the candidate becomes a hole. Everything else stays as it is written.
 */
final class SkeletonLearner {

    /** A text with more names and constants is parsed each time. */
    private static final int CANDIDATE_COUNT_MAX = 64;

    private static final int TEXT_CHARS_MAX = 1 << 14;

    private static final Pattern NAME =
            Pattern.compile(
                    "\\bREGISTER\\s+(?:QUERY|RSTREAM|ISTREAM|DSTREAM)\\s+"
                            + "(?:[A-Za-z][A-Za-z0-9_-]*-)?([A-Za-z0-9_]+)(?=\\s)",
                    Pattern.CASE_INSENSITIVE);

    /**
     * An IRI, a prefixed name or a string, with what may follow it; groups are the end of its name.
     */
    private static final Pattern CONSTANT =
            Pattern.compile(
                    "(?<=[\\s{])(?:"
                            + "<[^<>\"{}|^`\\\\\\s]*[^A-Za-z0-9_<>\"{}|^`\\\\\\s]([A-Za-z0-9_]+)>"
                            + "|[A-Za-z][A-Za-z0-9_]*:([A-Za-z0-9_]+)"
                            + "|\"([A-Za-z0-9_]+)\"(?:@[A-Za-z]+)?"
                            + ")(?=[\\s;,)}]|\\.\\s)");

    /** A place in the text. */
    private record Span(int start, int end) {}

    private final String text;
    private final CompiledQuery known;
    private final Catalog catalog;
    private final List<Span> spans = new ArrayList<>();
    private final List<QuerySkeleton.Hole> holes = new ArrayList<>();

    private SkeletonLearner(String text, CompiledQuery known, Catalog catalog) {
        this.text = text;
        this.known = known;
        this.catalog = catalog;
    }

    /**
     * The skeleton of a text; null if none is found.
     *
     * @param known the text's compiled query, with names looked up in {@code catalog}
     */
    static QuerySkeleton learn(String text, CompiledQuery known, Catalog catalog) {
        // Escapes make other tokens of the same characters, and timestamp() makes other expressions
        // of constants.
        boolean plain =
                text.length() <= TEXT_CHARS_MAX
                        && text.indexOf('\\') < 0
                        && !text.toLowerCase(Locale.ROOT).contains("timestamp");
        return plain ? new SkeletonLearner(text, known, catalog).learn() : null;
    }

    private QuerySkeleton learn() {
        Matcher name = NAME.matcher(text);
        if (!name.find()) {
            return null;
        }
        tryHole(new Span(name.start(1), name.end(1)));
        Matcher constant = CONSTANT.matcher(text);
        int count = 0;
        // Holes are in the order of the text, the name's first.
        for (int from = name.end(1); !holes.isEmpty() && constant.find(from); count++) {
            if (count == CANDIDATE_COUNT_MAX) {
                return null;
            }
            tryHole(span(constant));
            from = constant.end();
        }
        if (holes.size() < 2 || !holes.get(0).isName()) {
            return null;
        }
        QuerySkeleton skeleton = new QuerySkeleton(pieces(), holes, known, catalog);
        return isRight(skeleton, true) && isRight(skeleton, false) ? skeleton : null;
    }

    private static Span span(Matcher constant) {
        int group = 1;
        while (constant.start(group) < 0) {
            group++;
        }
        return new Span(constant.start(group), constant.end(group));
    }

    private void tryHole(Span span) {
        String word = word(spans.size());
        String changed = text.substring(0, span.start()) + word + text.substring(span.end());
        QuerySkeleton.Hole hole = hole(compile(changed), word);
        if (hole != null && holes.stream().allMatch(other -> isApart(hole, other))) {
            spans.add(span);
            holes.add(hole);
        }
    }

    private static boolean isApart(QuerySkeleton.Hole one, QuerySkeleton.Hole other) {
        boolean names = one.isName() && other.isName();
        return !names && Collections.disjoint(one.constants(), other.constants());
    }

    /** A word that does not occur in the text. */
    private String word(int number) {
        StringBuilder word = new StringBuilder("w").append(number);
        while (text.contains(word)) {
            word.append('x');
        }
        return word.toString();
    }

    /** Compiles a text; null if it cannot belong to the template. */
    private CompiledQuery compile(String changed) {
        try {
            CompiledQuery compiled =
                    QueryGuard.run(
                            () -> QueryCompiler.compile(CsparqlParser.parse(changed, catalog)));
            return compiled.plan().single() == null ? null : compiled;
        } catch (WukongsException e) {
            return null;
        }
    }

    /** The hole that the word fills; null if more than the word differs. */
    private QuerySkeleton.Hole hole(CompiledQuery changed, String word) {
        if (changed == null || !isAlike(changed)) {
            return null;
        }
        List<String> before = known.plan().constants();
        List<String> after = changed.plan().constants();
        List<Integer> different = new ArrayList<>();
        Set<String> terms = new HashSet<>();
        for (int i = 0; i < after.size(); i++) {
            if (!after.get(i).equals(before.get(i))) {
                different.add(i);
                terms.add(after.get(i));
            }
        }
        if (!changed.query().name().equals(known.query().name())) {
            terms.add(changed.query().name());
        } else if (different.isEmpty()) {
            return null;
        }
        boolean one = terms.size() == 1 && known.plan().single().slots().containsAll(different);
        return one ? hole(different, terms.iterator().next(), word) : null;
    }

    private static QuerySkeleton.Hole hole(List<Integer> constants, String term, String word) {
        int at = term.indexOf(word);
        if (at < 0 || term.indexOf(word, at + 1) >= 0) {
            return null;
        }
        String tail = term.substring(at + word.length());
        return new QuerySkeleton.Hole(constants, term.substring(0, at), tail);
    }

    /** Whether everything except name, text and the values of constants is the same. */
    private boolean isAlike(CompiledQuery other) {
        return common(other).equals(common(known));
    }

    /** The common part of a skeleton's queries. */
    static List<Object> common(CompiledQuery compiled) {
        CsparqlQuery query = compiled.query();
        SinglePattern single = compiled.plan().single();
        Selection selection = single.selection();
        return Arrays.asList(
                query.emission(),
                query.stream(),
                query.stepMs(),
                query.windows(),
                query.graphs(),
                query.graphAliases(),
                query.form(),
                query.vars(),
                single.template(),
                single.slots(),
                compiled.plan().constants().size(),
                Arrays.stream(selection.columns()).boxed().toList(),
                selection.distinct(),
                selection.offset(),
                selection.limit());
    }

    private List<String> pieces() {
        List<String> pieces = new ArrayList<>();
        int from = 0;
        for (Span span : spans) {
            pieces.add(text.substring(from, span.start()));
            from = span.end();
        }
        pieces.add(text.substring(from));
        return pieces;
    }

    /** Checks the skeleton with all holes filled at once, by the same word or by different ones. */
    private boolean isRight(QuerySkeleton skeleton, boolean same) {
        StringBuilder filled = new StringBuilder();
        List<String> pieces = pieces();
        for (int i = 0; i < holes.size(); i++) {
            filled.append(pieces.get(i)).append(word(same ? 0 : i));
        }
        filled.append(pieces.get(holes.size()));
        CompiledQuery parsed = compile(filled.toString());
        String[] fills = skeleton.fills(filled.toString());
        if (parsed == null || fills == null) {
            return false;
        }
        CompiledQuery found = skeleton.compile(fills);
        return common(parsed).equals(common(found))
                && skeleton.text(found).contentEquals(filled)
                && parsed.query().name().equals(found.query().name())
                && parsed.plan().constants().equals(found.plan().constants());
    }
}
