package org.wukongs.store.template;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.wukongs.csparql.Catalog;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.store.plan.CompiledQuery;
import org.wukongs.stream.StreamDefinition;

/**
 * A query's text with holes where its name and some of its constants stand, and what the text was
 * compiled to. A text that is the same but for what stands in the holes is compiled by putting that
 * in the place of the constants.
 *
 * <p>A hole takes ASCII letters, digits and {@code _} only, and what stands around it is no such
 * character: so any two texts have the same tokens but for those with holes. That these lead to
 * nothing but the name and the constants, {@link SkeletonLearner} has tried.
 */
public final class QuerySkeleton {

    /** Longer names and constants are parsed. */
    private static final int FILL_CHARS_MAX = 1 << 10;

    /**
     * Where a hole leads to.
     *
     * @param constants indexes of the constants, none for the query's name
     * @param head what stands before the hole's text in the name or the constant
     * @param tail what stands behind it
     */
    record Hole(List<Integer> constants, String head, String tail) {

        boolean isName() {
            return constants.isEmpty();
        }

        String filled(String fill) {
            return head.concat(fill).concat(tail);
        }
    }

    /** The names that a text was resolved by. */
    private record Names(
            Set<String> streams, Set<String> graphs, List<Optional<StreamDefinition>> windows) {

        static Names of(Catalog catalog, CsparqlQuery query) {
            return new Names(
                    catalog.streamNames(),
                    catalog.graphNames(),
                    query.windows().stream()
                            .map(QueryWindow::stream)
                            .map(catalog::stream)
                            .toList());
        }
    }

    private final String[] pieces; // one more than there are holes
    private final Hole[] holes;
    private final CompiledQuery known;
    private final Names names;

    /**
     * @param pieces what stands before, between and behind the holes
     * @param holes the name's first
     * @param known what one of the texts was compiled to, with names looked up in {@code catalog}
     */
    QuerySkeleton(List<String> pieces, List<Hole> holes, CompiledQuery known, Catalog catalog) {
        this.pieces = pieces.toArray(String[]::new);
        this.holes = holes.toArray(Hole[]::new);
        this.known = known;
        this.names = Names.of(catalog, known.query());
    }

    static boolean isFill(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '_';
    }

    /** Whether names may mean something else by now than when it was learned. */
    boolean isStale(Catalog catalog) {
        return !names.equals(Names.of(catalog, known.query()));
    }

    /**
     * What a text is compiled to, without algebra and text.
     *
     * @param fills its {@link #fills}
     */
    CompiledQuery compile(String[] fills) {
        String[] constants = known.plan().constants().toArray(String[]::new);
        for (int i = 1; i < holes.length; i++) {
            String term = holes[i].filled(fills[i]);
            for (int constant : holes[i].constants()) {
                constants[constant] = term;
            }
        }
        CsparqlQuery query = known.query().withNameAndText(holes[0].filled(fills[0]), null);
        return new CompiledQuery(query, known.plan().withConstants(Arrays.asList(constants)));
    }

    /** The text of a query that is compiled as above. */
    public String text(CompiledQuery query) {
        StringBuilder text = new StringBuilder(pieces[0]);
        for (int i = 0; i < holes.length; i++) {
            Hole hole = holes[i];
            String term =
                    hole.isName()
                            ? query.query().name()
                            : query.plan().constants().get(hole.constants().get(0));
            text.append(term, hole.head().length(), term.length() - hole.tail().length());
            text.append(pieces[i + 1]);
        }
        return text.toString();
    }

    /** What stands in the holes; null where the text does not fit. */
    String[] fills(String text) {
        if (!text.startsWith(pieces[0]) || !text.endsWith(pieces[holes.length])) {
            return null;
        }
        String[] fills = new String[holes.length];
        int at = pieces[0].length();
        for (int i = 0; i < fills.length; i++) {
            int end = at;
            while (end < text.length() && isFill(text.charAt(end))) {
                end++;
            }
            boolean fits = end > at && end - at <= FILL_CHARS_MAX;
            if (!fits || !text.startsWith(pieces[i + 1], end)) {
                return null;
            }
            fills[i] = text.substring(at, end);
            at = end + pieces[i + 1].length();
        }
        return at == text.length() && isName(holes[0].head(), fills[0]) ? fills : null;
    }

    /** Whether it is a bare word that may be a query's name. */
    private static boolean isName(String head, String fill) {
        if (!head.isEmpty()) {
            return true;
        }
        boolean letter = fill.charAt(0) > '9' && fill.charAt(0) != '_';
        return letter && !fill.equalsIgnoreCase("AS") && !fill.equalsIgnoreCase("COMPUTED");
    }
}
