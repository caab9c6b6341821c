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
 * A query's text with holes in place of its name and some of its constants, and the query compiled
 * from it. A text that differs only in the holes is compiled by replacing the constants.
 *
 * <p>A hole takes only ASCII letters, digits and {@code _}, and the characters around it are none
 * of these. So any two texts have the same tokens, except for those with holes. {@link
 * SkeletonLearner} has checked by trying that these tokens affect only the name and the constants.
 */
public final class QuerySkeleton {

    /** Texts with longer names and constants are parsed. */
    private static final int FILL_CHARS_MAX = 1 << 10;

    /**
     * The name or the constants that a hole fills.
     *
     * @param constants indexes of the constants, none for the query's name
     * @param head text before the hole in the name or the constant
     * @param tail text after the hole
     */
    record Hole(List<Integer> constants, String head, String tail) {

        boolean isName() {
            return constants.isEmpty();
        }

        String filled(String fill) {
            return head.concat(fill).concat(tail);
        }
    }

    /** The names against which a text was resolved. */
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
     * @param pieces text before, between and after the holes
     * @param holes the name's hole first
     * @param known the compiled query of one of the texts, with names looked up in {@code catalog}
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

    /** Whether names may have changed their meaning since the skeleton was learned. */
    boolean isStale(Catalog catalog) {
        return !names.equals(Names.of(catalog, known.query()));
    }

    /**
     * Compiles a text; the result has neither algebra nor text.
     *
     * @param fills the text's {@link #fills}
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

    /** The text of a query that {@link #compile} made. */
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

    /** The text in each hole; null if the text does not match. */
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

    /** Whether a word may be a query's name. */
    private static boolean isName(String head, String fill) {
        if (!head.isEmpty()) {
            return true;
        }
        boolean letter = fill.charAt(0) > '9' && fill.charAt(0) != '_';
        return letter && !fill.equalsIgnoreCase("AS") && !fill.equalsIgnoreCase("COMPUTED");
    }
}
