package org.wukongs.csparql;

import java.util.ArrayList;
import java.util.List;

/**
 * Puts each FILTER that an OPTIONAL or MINUS follows to the end of its group, which it is about as a
 * whole wherever it stands (SPARQL 1.1, 5.2.2). RDF4J's parser applies it to what stands before the
 * OPTIONAL or MINUS where more patterns follow those.
 */
final class FiltersLast {

    private final List<Token> tokens;
    private final Edits edits;
    private final List<Token> ordered = new ArrayList<>();

    private FiltersLast(List<Token> tokens, Edits edits) {
        this.tokens = tokens;
        this.edits = edits;
    }

    /** The tokens in their new order; a period is inserted where a filter has ended triples. */
    static List<Token> of(List<Token> tokens, Edits edits) {
        FiltersLast order = new FiltersLast(tokens, edits);
        order.group(0, tokens.size());
        return order.ordered;
    }

    private void group(int from, int to) {
        List<Integer> moved = new ArrayList<>();
        int lastOptional = lastOptional(from, to);
        int at = from;
        while (at < to) {
            int next = behind(at, to);
            if (tokens.get(at).isWord("FILTER") && at < lastOptional) {
                moved.add(at);
                endTriples(next);
            } else {
                copy(at, next);
            }
            at = next;
        }
        for (int filter : moved) {
            copy(filter, behind(filter, to));
        }
    }

    private void copy(int from, int to) {
        for (int at = from; at < to; ) {
            int close = Nesting.closing(tokens, at);
            ordered.add(tokens.get(at));
            if (tokens.get(at).is("{") && close > at && close < to) {
                group(at + 1, close);
                at = close;
            } else {
                at++;
            }
        }
    }

    /** Index behind a filter with its period, behind a whole bracket, or behind one token. */
    private int behind(int at, int to) {
        if (!tokens.get(at).isWord("FILTER")) {
            return Math.min(Nesting.closing(tokens, at) + 1, to);
        }
        int end = new ParserGaps(tokens, edits).conditionEnd(at + 1);
        if (end == 0 || end > to) {
            return at + 1;
        }
        return end < to && tokens.get(end).is(".") ? end + 1 : end;
    }

    private int lastOptional(int from, int to) {
        int last = from;
        for (int at = from; at < to; at = behind(at, to)) {
            boolean optional = tokens.get(at).isWord("OPTIONAL") || tokens.get(at).isWord("MINUS");
            last = optional ? at : last;
        }
        return last;
    }

    /** Triples need a period between them, and have none before a filter. */
    private void endTriples(int next) {
        Token before = ordered.isEmpty() ? null : ordered.get(ordered.size() - 1);
        boolean open =
                before != null && !before.is("{") && !before.is("}") && !before.is(".");
        if (open && edits.insertion(tokens.get(next)).isEmpty()) {
            edits.insertBefore(tokens.get(next), ". ");
        }
    }
}
