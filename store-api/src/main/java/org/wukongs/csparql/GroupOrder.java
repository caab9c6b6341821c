package org.wukongs.csparql;

import java.util.ArrayList;
import java.util.List;

/**
 * Rewrites groups with OPTIONAL or MINUS so that RDF4J's parser reads them as SPARQL does (18.2.2).
 *
 * <p>A FILTER applies to its whole group (5.2.2), but the parser applies it to what comes before
 * the next OPTIONAL or MINUS: filters move to the end of such a group. Within an OPTIONAL, the
 * parser takes what follows a nested OPTIONAL for part of the left side: there, everything up to
 * the last OPTIONAL or MINUS gets braces of its own, which mean the same.
 */
final class GroupOrder {

    private final List<Token> tokens;
    private final Edits edits;
    private final List<Token> ordered = new ArrayList<>();

    private GroupOrder(List<Token> tokens, Edits edits) {
        this.tokens = tokens;
        this.edits = edits;
    }

    /** The tokens in their new order; a period is inserted where a filter ended triples. */
    static List<Token> of(List<Token> tokens, Edits edits) {
        GroupOrder order = new GroupOrder(tokens, edits);
        order.group(0, tokens.size(), 0);
        return order.ordered;
    }

    private void group(int from, int to, int depth) {
        List<Integer> moved = new ArrayList<>();
        int lastOptional = lastOptional(from, to);
        int first = ordered.size();
        int at = from;
        while (at < to) {
            int next = behind(at, to);
            if (tokens.get(at).isWord("FILTER") && lastOptional >= 0) {
                moved.add(at);
                endTriples(next);
            } else {
                copy(at, next, depth);
            }
            at = next;
        }
        if (depth > 1 && lastOptional >= 0) {
            encloseLeftSide(ordered.get(first), lastOptional, to);
        }
        for (int filter : moved) {
            copy(filter, behind(filter, to), depth);
        }
    }

    /**
     * Adds braces from the {@code first} token to the end of the last OPTIONAL, if more follows.
     */
    private void encloseLeftSide(Token first, int lastOptional, int to) {
        int end = behindFilters(behind(lastOptional + 1, to), to);
        if (end < to) {
            prefix(first, "{ ");
            prefix(tokens.get(end), "} ");
        }
    }

    private int behindFilters(int from, int to) {
        int at = from;
        while (at < to && tokens.get(at).isWord("FILTER")) {
            at = behind(at, to);
        }
        return at;
    }

    private void prefix(Token token, String piece) {
        edits.insertBefore(token, piece + edits.insertion(token));
    }

    private void copy(int from, int to, int depth) {
        for (int at = from; at < to; ) {
            int close = Nesting.closing(tokens, at);
            ordered.add(tokens.get(at));
            if (tokens.get(at).is("{") && close > at && close < to) {
                group(at + 1, close, depth + 1);
                at = close;
            } else {
                at++;
            }
        }
    }

    /** Index after a filter with its period, after a whole bracket, or after one token. */
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
        int last = -1;
        for (int at = from; at < to; at = behind(at, to)) {
            boolean optional = tokens.get(at).isWord("OPTIONAL") || tokens.get(at).isWord("MINUS");
            last = optional ? at : last;
        }
        return last;
    }

    /** Triples need a period between them, and have none before a filter. */
    private void endTriples(int next) {
        Token before = ordered.isEmpty() ? null : ordered.get(ordered.size() - 1);
        boolean open = before != null && !before.is("{") && !before.is("}") && !before.is(".");
        if (open && edits.insertion(tokens.get(next)).isEmpty()) {
            edits.insertBefore(tokens.get(next), ". ");
        }
    }
}
