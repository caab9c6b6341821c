package org.wukongs.store.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.wukongs.csparql.Catalog;
import org.wukongs.error.WukongsException;

/**
 * Finds by trying which places of a text are its name and its constants. It replaces what is in
 * each place by something that does not occur in the text, and parses the changed text. If only the
 * name differs, or one open constant (perhaps in several patterns), and by what was put in, the
 * place becomes a hole. Everything else stays as it is written.
 */
final class SkeletonLearner<T> {

    /** Parses besides one for each place. */
    private static final int OTHER_PARSE_COUNT = 3;

    private final TextShape shape;
    private final TextParser<T> parser;
    private final Catalog catalog;
    private final List<TextSkeleton.Hole> holes = new ArrayList<>();
    private ParsedText<T> known;

    private SkeletonLearner(TextShape shape, TextParser<T> parser, Catalog catalog) {
        this.shape = shape;
        this.parser = parser;
        this.catalog = catalog;
    }

    /** Returns how many parses it takes at most to learn from a text. */
    static int parseCount(TextShape shape) {
        return shape.count() + OTHER_PARSE_COUNT;
    }

    /** Returns the skeleton of a text, null if there is none. */
    static <T> TextSkeleton<T> learn(TextShape shape, TextParser<T> parser, Catalog catalog) {
        // timestamp() makes expressions of the constants of patterns.
        return shape.text().toLowerCase(Locale.ROOT).contains("timestamp")
                ? null
                : new SkeletonLearner<>(shape, parser, catalog).learn();
    }

    private TextSkeleton<T> learn() {
        SeenNames names = new SeenNames(catalog);
        known = parse(shape.text(), names, true);
        if (known == null) {
            return null;
        }
        for (int place = 0; place < shape.count(); place++) {
            tryPlace(place);
        }
        TextSkeleton<T> skeleton = new TextSkeleton<>(shape, holes, known, names);
        return isRight(skeleton, true) && isRight(skeleton, false) ? skeleton : null;
    }

    private ParsedText<T> parse(String text, Catalog names, boolean kept) {
        try {
            return parser.parse(text, names, kept);
        } catch (WukongsException e) {
            return null;
        }
    }

    private void tryPlace(int place) {
        String example = shape.kind(place).example(place, shape.text());
        String text = shape.text();
        String changed =
                text.substring(0, shape.start(place)) + example + text.substring(shape.end(place));
        TextSkeleton.Hole hole = hole(place, parse(changed, catalog, false), example);
        if (hole != null && holes.stream().allMatch(other -> isApart(hole, other))) {
            holes.add(hole);
        }
    }

    private static boolean isApart(TextSkeleton.Hole one, TextSkeleton.Hole other) {
        boolean names = one.isName() && other.isName();
        return !names && Collections.disjoint(one.constants(), other.constants());
    }

    /** Returns the hole that the example fills; null if more than that differs. */
    private TextSkeleton.Hole hole(int place, ParsedText<T> changed, String example) {
        if (changed == null || !isAlike(changed, known)) {
            return null;
        }
        List<Integer> different = new ArrayList<>();
        Set<String> terms = new HashSet<>();
        for (int i = 0; i < known.constants().size(); i++) {
            String term = changed.constants().get(i);
            if (!term.equals(known.constants().get(i))) {
                different.add(i);
                terms.add(term);
            }
        }
        if (known.name() != null && !known.name().equals(changed.name())) {
            terms.add(changed.name());
        } else if (different.isEmpty()) {
            return null;
        }
        boolean isName = shape.kind(place) == PlaceKind.NAME;
        boolean one =
                terms.size() == 1
                        && isName == different.isEmpty()
                        && known.open().containsAll(different);
        return one ? hole(place, different, terms.iterator().next(), example) : null;
    }

    private TextSkeleton.Hole hole(
            int place, List<Integer> constants, String term, String example) {
        int at = term.indexOf(example);
        if (at < 0 || term.indexOf(example, at + 1) >= 0) {
            return null;
        }
        String head = term.substring(0, at);
        String tail = term.substring(at + example.length());
        return shape.kind(place).isWhole(head, tail)
                ? new TextSkeleton.Hole(place, constants, head, tail)
                : null;
    }

    /** Whether everything except name and the values of constants is the same. */
    private static boolean isAlike(ParsedText<?> one, ParsedText<?> other) {
        return one.constants().size() == other.constants().size()
                && one.open().equals(other.open())
                && one.rest().equals(other.rest());
    }

    /**
     * Checks the skeleton with all holes filled at once, as far as their kinds allow by the same or
     * else by different examples.
     */
    private boolean isRight(TextSkeleton<T> skeleton, boolean same) {
        StringBuilder filled = new StringBuilder();
        int from = 0;
        for (TextSkeleton.Hole hole : holes) {
            int place = hole.place();
            filled.append(shape.text(), from, shape.start(place));
            filled.append(shape.kind(place).example(same ? 0 : place, shape.text()));
            from = shape.end(place);
        }
        filled.append(shape.text(), from, shape.text().length());
        String text = filled.toString();
        ParsedText<T> parsed = parse(text, catalog, false);
        TextShape changed = TextShape.of(text);
        AlikeText<T> found = changed == null ? null : skeleton.match(changed);
        return parsed != null
                && found != null
                && isAlike(parsed, known)
                && skeleton.text(found.name(), found.constants()).equals(text)
                && (parsed.name() == null || parsed.name().equals(found.name()))
                && parsed.constants().equals(found.constants());
    }
}
